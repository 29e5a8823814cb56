import type { Instrument } from '../../shared/service/instrument.ts';
import type { OrderGroup } from '../service/budget.ts';

/**
 * The currency under which look-ups know an instrument's orders: the one it settles in (contract,
 * `currency` of the look-ups by label). Spot pairs have none; theirs is taken to be the quote currency.
 * Without metadata, the name tells: `BTC_USDC-PERPETUAL` settles in USDC, `BTC-PERPETUAL` in BTC.
 */
export function lookUpCurrency(instrument: Instrument | null, instrumentName: string): string {
  if (instrument !== null) {
    if (instrument.settlement_currency !== undefined) return instrument.settlement_currency;
    return instrument.kind === 'spot' || instrument.instrument_type === 'linear'
      ? instrument.quote_currency
      : instrument.base_currency;
  }
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  return quote ?? base;
}

/** Whose limits an order counts against: those of some currencies, and of spot pairs, may have one of their own. */
export function orderGroupOf(instrument: Instrument | null, instrumentName: string): OrderGroup {
  return { currency: lookUpCurrency(instrument, instrumentName), isSpot: instrument?.kind === 'spot' };
}
