import { describe, expect, it } from 'vitest';
import { moneyOf } from '../../../../renderer/features/trades/trade-columns.ts';
import { sumTrades } from '../../../../renderer/features/trades/trade-sums.ts';
import { tradeRowSchema } from '../../../../shared/history/view.ts';

function row(changes: Record<string, unknown> = {}, currency = 'BTC') {
  const trade = {
    trade_id: '1',
    trade_seq: 1,
    timestamp: 5,
    order_id: 'o',
    instrument_name: 'BTC-PERPETUAL',
    direction: 'sell',
    price: 97_000.5,
    amount: 10,
    fee: '0.00000005',
    fee_currency: currency,
    profit_loss: '0.1',
    ...changes,
  };
  return tradeRowSchema.parse({ key: '1', kind: 'future', currency, predicted_fee: '0.00000004', trade });
}

describe('the totals row of trades', () => {
  it('adds up what is of one instrument and one currency, exactly', () => {
    expect(sumTrades([row(), row({ amount: 2990, profit_loss: '0.2' })])).toMatchObject({
      time: '2 trades',
      instrument: '',
      amount: '3,000',
      fee: '0.0000001',
      predicted_fee: '0.00000008',
      profit: '+0.3',
    });
    expect(sumTrades([row()])).toMatchObject({ time: '1 trade', amount: '10' });
    expect(sumTrades([row()], 1100)).toMatchObject({ time: '1 of 1,100 trades' });
  });

  it('adds no amounts of several instruments and no money of several currencies', () => {
    const options = row({ instrument_name: 'BTC-27MAR27-90000-C' });
    expect(sumTrades([row(), options])).toMatchObject({ instrument: '2 instruments', amount: '–', fee: '0.0000001' });
    const ether = row({ instrument_name: 'ETH-PERPETUAL' }, 'ETH');
    expect(sumTrades([row(), ether])).toMatchObject({ amount: '–', fee: '–', predicted_fee: '–', profit: '–' });
  });

  it('tells a fee in another currency than the profit apart from it', () => {
    const trade = row({ fee: '0.25', fee_currency: 'USDC' });
    expect(moneyOf(trade)).toBe('BTC, fee USDC');
    expect(sumTrades([trade, trade])).toMatchObject({ fee: '0.5', profit: '+0.2', profit_currency: 'BTC, fee USDC' });
    expect(sumTrades([trade, row()])).toMatchObject({ fee: '–', profit: '+0.2', profit_currency: 'several' });
  });

  it('takes nothing that is missing for zero', () => {
    const without = row({ profit_loss: undefined });
    expect(sumTrades([without])).toMatchObject({ profit: '–' });
    expect(sumTrades([without, row()])).toMatchObject({ profit: '+0.1' });
    expect(sumTrades([])).toMatchObject({ time: '0 trades', amount: '–' });
  });

  it('adds a combo once, by its legs', () => {
    const combo = tradeRowSchema.parse({
      ...row({ trade_id: 'c', instrument_name: 'BTC-CS-27MAR27-90000_95000', amount: '0.1', fee: '0.00003' }),
      kind: 'option_combo',
    });
    const leg = (name: string, fee: string, profit_loss: string) =>
      row({ instrument_name: name, amount: '0.1', fee, profit_loss, combo_trade_id: 'c' });
    const legs = [leg('BTC-27MAR27-90000-C', '0.00002', '0.3'), leg('BTC-27MAR27-95000-C', '0.00001', '-0.2')];
    expect(sumTrades([combo, ...legs])).toMatchObject({ time: '3 trades', fee: '0.00003', profit: '+0.1' });
    expect(sumTrades([combo])).toMatchObject({ amount: '0.1', fee: '0.00003', profit: '+0.1' });
    expect(sumTrades(legs)).toMatchObject({ fee: '0.00003', profit: '+0.1' });
    // A leg that the filters hide is within the combo's own figures.
    expect(sumTrades([combo, ...legs.slice(1)])).toMatchObject({ fee: '0.00003', profit: '+0.1' });
  });
});
