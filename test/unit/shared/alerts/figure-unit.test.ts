import { describe, expect, it } from 'vitest';
import { figureUnit, TICKER_UNITS } from '../../../../shared/alerts/figure-unit.ts';
import { MAP_FIELDS, SUMMARY_FIELDS } from '../../../../shared/account/field-meanings.ts';
import { parseCondition } from '../../../../shared/alerts/condition-text.ts';
import { ACCOUNT_FIGURES, ACCOUNT_MAPS, TICKER_FIGURES } from '../../../../shared/alerts/fields.ts';
import { OPTION, PAIR_OF_COINS, PERPETUAL } from '../../renderer/samples.ts';

function unitOf(text: string, instrument: typeof OPTION | null = null): string {
  const read = parseCondition(text);
  if (!read.ok) throw new Error(read.error.reason);
  return figureUnit(read.value, instrument);
}

describe('the unit of a figure', () => {
  it.each([
    ['BTC equity > 1', 'BTC'],
    ['USDC equity > 1', 'USDC'],
    ['BTC |delta_total| > 1', 'BTC'],
    ['USDC |delta_total| > 1', 'USDC'],
    ['BTC options_vega > 1', 'USD / pt'],
    ['BTC options_gamma > 1', 'per USD'],
    ['BTC total_equity_usd > 1', 'USD'],
    ['USDC delta_total_map.eth_usdc > 1', 'ETH'],
    ['BTC options_theta_map.btc_usd < -5', 'USD / day'],
    ['BTC maintenance_margin / margin_balance > 60 %', '%'],
  ])('of the account: %s is in %s', (text, unit) => {
    expect(unitOf(text)).toBe(unit);
  });

  it('of a ticker is that of its instrument', () => {
    expect(unitOf('BTC-PERPETUAL mark_price < 1', PERPETUAL)).toBe('USD');
    expect(unitOf(`${OPTION.instrument_name} mark_price < 1`, OPTION)).toBe('BTC');
    expect(unitOf(`${OPTION.instrument_name} mark_iv > 60`, OPTION)).toBe('%');
    expect(unitOf('BTC-PERPETUAL open_interest > 1', PERPETUAL)).toBe('USD');
    expect(unitOf('BTC-PERPETUAL stats.volume > 1', PERPETUAL)).toBe('BTC');
    expect(unitOf('BTC-PERPETUAL mark_price < 1')).toBe('');
    expect(unitOf('BTC-PERPETUAL index_price < 1', PERPETUAL)).toBe('USD');
    const linear = { ...OPTION, price_index: 'xrp_usdc' };
    expect(unitOf(`${OPTION.instrument_name} underlying_price < 1`, linear)).toBe('USDC');
    expect(unitOf(`${OPTION.instrument_name} underlying_price < 1`, OPTION)).toBe('USD');
    expect(unitOf('ETH_BTC index_price < 1', PAIR_OF_COINS)).toBe('BTC');
  });

  it('is known of every figure that an alert can name', () => {
    expect(TICKER_FIGURES.filter((path) => TICKER_UNITS[path] === undefined)).toEqual([]);
    expect(ACCOUNT_FIGURES.filter((name) => SUMMARY_FIELDS[name] === undefined)).toEqual([]);
    // A ratio has none.
    expect(ACCOUNT_MAPS.filter((name) => MAP_FIELDS[name] === undefined)).toEqual(['estimated_liquidation_ratio_map']);
  });
});
