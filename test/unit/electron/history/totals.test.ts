import { describe, expect, it } from 'vitest';
import { createTotals } from '../../../../electron/history/totals.ts';
import { type TradeRow, tradeRowSchema } from '../../../../shared/history/view.ts';

const COMBO = 'BTC-CS-27MAR27-90000_95000';

function row(kind: string, predicted: string | null, trade: Record<string, unknown>): TradeRow {
  const common = { trade_seq: 1, order_id: 'o', direction: 'sell', price: '0.01', amount: '0.1', fee_currency: 'BTC' };
  const { trade_id, timestamp = 1_000_000_000_000 } = trade;
  return tradeRowSchema.parse({
    key: trade_id,
    kind,
    currency: 'BTC',
    predicted_fee: predicted,
    trade: { ...common, ...trade, timestamp },
  });
}

function sum(rows: readonly TradeRow[]) {
  const totals = createTotals();
  for (const each of rows) totals.add(each);
  return totals.read();
}

describe('totals of trades of a combo', () => {
  const combo = row('option_combo', '0.00004', {
    trade_id: 'c',
    instrument_name: COMBO,
    fee: '0.00003',
    profit_loss: '0.1',
    legs: [{}, {}],
  });
  const legs = [
    { trade_id: '1', instrument_name: 'BTC-27MAR27-90000-C', fee: '0.00002', profit_loss: '0.3' },
    { trade_id: '2', instrument_name: 'BTC-27MAR27-95000-C', fee: '0.00001', profit_loss: '-0.2' },
  ].map((trade) => row('option', null, { ...trade, combo_id: COMBO, combo_trade_id: 'c' }));
  const once = {
    fees: [{ currency: 'BTC', value: '0.00003' }],
    profit: [{ currency: 'BTC', value: '0.1' }],
    predicted: [{ currency: 'BTC', value: '0.00004', charged: '0.00003' }],
  };

  it('count fee and profit once, by the legs, and the forecast by the combo', () => {
    for (const rows of [
      [combo, ...legs],
      [...legs, combo],
    ]) {
      const { all, by_instrument } = sum(rows);
      expect(all).toMatchObject({ ...once, trades: 3, within_others: 1, volume: [{ currency: 'BTC', value: '0.2' }] });
      expect(by_instrument.find(({ name }) => name === COMBO)).toMatchObject({ trades: 1, within_others: 1, fees: [] });
    }
  });

  it('count the combo where a leg of it was not asked for', () => {
    expect(sum([combo]).all).toMatchObject({ ...once, trades: 1, within_others: 0 });
    expect(sum([combo, ...legs.slice(1)]).all).toMatchObject({ ...once, trades: 2, within_others: 1 });
    expect(sum(legs).all).toMatchObject({ fees: once.fees, profit: once.profit, predicted: [], within_others: 0 });
  });

  it('keep what is of one trade together, whatever trades lie around it', () => {
    const at = 1_000_000_000_000;
    const early = row('option_combo', null, {
      trade_id: 'e',
      instrument_name: COMBO,
      fee: '0.5',
      timestamp: at + 59_999,
    });
    const late = legs.map((leg) => ({ ...leg, trade: { ...leg.trade, timestamp: at - 2 } }));
    expect(sum([early, combo, ...late]).all).toMatchObject({
      trades: 4,
      within_others: 1,
      fees: [{ currency: 'BTC', value: '0.50003' }],
    });
  });

  it('keep what is of another time apart', () => {
    const later = row('option_combo', null, {
      trade_id: 'd',
      instrument_name: COMBO,
      fee: '0.5',
      timestamp: 1_000_000_100_000,
    });
    expect(sum([later, combo, ...legs]).all).toMatchObject({
      trades: 4,
      within_others: 1,
      fees: [{ currency: 'BTC', value: '0.50003' }],
    });
  });
});
