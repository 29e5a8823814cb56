import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { NO_CHILD, type ChildTicket } from '../../../../renderer/features/order-ticket/linked/child-ticket.ts';
import { type ChildNumber, nudgeChild } from '../../../../renderer/features/order-ticket/linked/child-numbers.ts';
import { option, optionTicker, perpetual, perpetualTicker } from '../../../support/records/records.ts';

const INSTRUMENT = perpetual();
const TICKER = perpetualTicker();

function nudge(change: Partial<ChildTicket>, key: ChildNumber, steps = 1, sellAmount: string | null = '5000') {
  const amount = sellAmount === null ? null : decimal(sellAmount);
  return nudgeChild({ ...NO_CHILD, ...change }, key, steps, INSTRUMENT, TICKER, amount);
}

describe('a number of a linked order that is nudged', () => {
  it.each<[string, Partial<ChildTicket>, ChildNumber, string | null | undefined]>([
    ['its amount with the sell’s', {}, 'amount', '5000'],
    ['a buy’s price with the bid', {}, 'price', TICKER.best_bid_price],
    ['a sell’s price with the ask', { direction: 'sell' }, 'price', TICKER.best_ask_price],
    [
      'its trigger with the mark that it watches',
      { kind: 'stop', trigger: 'last_price' },
      'triggerPrice',
      TICKER.last_price,
    ],
    ['its distance with a tick', { kind: 'trail' }, 'triggerOffset', INSTRUMENT.tick_size],
  ])('begins %s where it is empty', (_what, change, key, from) => {
    expect(from).toBeTruthy();
    expect(nudge(change, key)).toBe(from);
  });

  it.each<[ChildNumber, string, number, string]>([
    ['amount', '100', 10, '200'],
    ['price', '97410', -1, '97409.5'],
    ['triggerPrice', '97k', 10, '97005'],
    ['triggerOffset', '250', 100, '300'],
  ])('moves the %s on from what is typed', (key, text, steps, expected) => {
    expect(nudge({ kind: 'stop', [key]: text }, key, steps)).toBe(expected);
  });

  it('begins with the least that trades where the sell has no amount yet', () => {
    expect(nudge({}, 'amount', 1, null)).toBe(INSTRUMENT.min_trade_amount);
  });

  it('stays as it is where what is typed is no number, or nothing is known to begin with', () => {
    expect(nudge({ price: 'soon' }, 'price')).toBeNull();
    expect(nudgeChild(NO_CHILD, 'price', 1, INSTRUMENT, null, null)).toBeNull();
  });

  it('begins on the grid: a buy no higher than the mark, a sell no lower', () => {
    const ticker = perpetualTicker({ best_bid_price: null, best_ask_price: null, mark_price: 97_411.2 });
    const begin = (direction: 'buy' | 'sell') =>
      nudgeChild({ ...NO_CHILD, direction }, 'price', 1, INSTRUMENT, ticker, null);
    expect([begin('buy'), begin('sell')]).toEqual(['97411', '97411.5']);
  });

  it('of an option that watches its index goes by cents, from the index', () => {
    const ticker = optionTicker({ index_price: 97_851.557 });
    const child = { ...NO_CHILD, kind: 'stop', trigger: 'index_price' } as const;
    expect(nudgeChild(child, 'triggerPrice', 1, option(), ticker, null)).toBe('97851.56');
  });
});
