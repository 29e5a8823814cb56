import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { SelfTradeMode } from '../../../../shared/orders/facts.ts';
import { intentOf, told, type Trade } from '../../../support/records/forecast-replies.ts';
import { perpetual, perpetualTicker, orderDraft } from '../../../support/records/records.ts';

/** The visible best bid is 84,210 at 97,410: all of it, or some, is the account's own. */
const ownBuy = (amount: number) => ({
  price: decimal(97_410),
  amount: decimal(amount),
  shown: decimal(amount),
  updatedMs: 0,
});
const among = (selfTradeMode: SelfTradeMode, own: number, changes: Partial<OrderDraft> = {}) =>
  intentOf(orderDraft({ price: '97410', ...changes }), perpetual(), perpetualTicker(), {
    selfTradeMode,
    ownBuys: [ownBuy(own)],
  });
const FILLED = { order_state: 'filled', filled_amount: 50_000, average_price: 97_410 };
const OVERLAP = { order_state: 'cancelled', cancel_reason: 'order_overlap' };

describe('a reply to a sell that was to come to an own buy', () => {
  it.each<readonly [string, SelfTradeMode, number, Record<string, unknown>, readonly string[]]>([
    ['cancelled for it where it was to be refused', 'reject_taker', 84_210, OVERLAP, []],
    ['booked where it was to be refused: the buy is gone', 'reject_taker', 84_210, {}, ['behaviour: refused is rests']],
    ['filled where it was to be refused', 'reject_taker', 84_210, FILLED, ['behaviour: refused is trades']],
    ['cancelled for it where it might be refused', 'reject_taker', 10_000, OVERLAP, ['filled_amount: 50000 is 0']],
    ['filled by others where it might be refused', 'reject_taker', 10_000, FILLED, []],
    ['booked where the buy gave way', 'cancel_maker', 84_210, {}, []],
    ['filled where the buy gave way: another bid came', 'cancel_maker', 84_210, FILLED, ['behaviour: rests is trades']],
    ['filled by others beside the buy', 'cancel_maker', 10_000, FILLED, []],
  ])(
    'tells that it was moved by the market, or nothing, and never of a miss: %s',
    (_name, mode, own, reply, notices) => {
      const trades: readonly Trade[] = reply === FILLED ? [[50_000, 97_410]] : [];
      expect(told(among(mode, own), { price: 97_410, ...reply }, trades)).toEqual(
        notices.map((text) => `moved ${text}`),
      );
    },
  );

  it('misses where it ends for another reason than the buy', () => {
    const ended = { order_state: 'cancelled', cancel_reason: 'mmp_trigger', price: 97_410 };
    expect(told(among('cancel_maker', 84_210), ended)).toEqual(['missed behaviour: rests is cancelled']);
  });
});

it('a market order with a limit that found nobody is cancelled, as one without a price to rest at must be', () => {
  const row = intentOf(orderDraft({ type: 'market_limit', price: '', amount: '90000' }));
  expect(told(row, { order_state: 'cancelled', order_type: 'market_limit' })).toEqual([
    'moved behaviour: trades is cancelled',
  ]);
});
