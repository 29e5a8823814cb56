import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { followedSchema } from '../../../../shared/ipc/schemas/follow-schema.ts';
import { type Order, orderSchema } from '../../../../shared/service/order.ts';
import { describeStep } from '../../../../renderer/features/orders/journey-text.ts';
import { MORE_FIELDS } from '../../../../renderer/features/orders/order-fields.ts';
import { readExpiry, readLabelPrefix, readStructure } from '../../../../renderer/features/orders/order-groups.ts';
import {
  describeView,
  getOrderViewId,
  mayBeSentAgain,
  whyNotSentAgain,
  readAverage,
  readCreatedAt,
  readRemaining,
  viewFollowed,
  viewPlaced,
} from '../../../../renderer/features/orders/order-view.ts';
import {
  explainPrice,
  readLevel,
  readTrigger,
  showTrigger,
  writePrice,
} from '../../../../renderer/features/orders/price-words.ts';
import { describeGaps, describeScope, sumOrders } from '../../../../renderer/features/orders/scope.ts';
import { OPEN_ROW, OPTION, PERPETUAL, SENDING_ROW } from '../samples.ts';

const FOREIGN = orderSchema.parse({
  order_id: 'ETH-1',
  order_state: 'something_new',
  order_type: 'brand_new',
  time_in_force: 'good_til_cancelled',
  instrument_name: 'BTC-PERPETUAL',
  creation_timestamp: 5,
  last_update_timestamp: 6,
  direction: 'buy',
  price: null,
  label: '<b>\u0000hi</b>',
  post_only: false,
  amount: 1000,
  filled_amount: 400,
  average_price: 97_000,
});
const view = viewFollowed({ source: 'label', order: FOREIGN, last_seen_at: null });

describe('when an order was made', () => {
  it('is told by the service’s clock, wherever it was placed', () => {
    const row = { ...SENDING_ROW, created_at: 1_000_000, submitted_at: 400_000 };
    expect([viewPlaced(row), view].map(readCreatedAt)).toEqual([400_000, 5]);
    expect(readCreatedAt(viewPlaced({ ...row, submitted_at: 0 }))).toBe(1_000_000);
  });
});

describe('groups of orders', () => {
  it.each([
    ['hedge-nov-2', 'hedge'],
    ['hedge', 'hedge'],
    ['sd_01', 'sd'],
    ['-x', '-x'],
    ['', '–'],
    [null, '–'],
  ])('label %j is of %j', (label, prefix) => {
    expect(readLabelPrefix(label)).toBe(prefix);
  });

  it.each([
    ['BTC-27MAR27-100000-C', '2027-03-27'],
    ['BTC-5DEC26', '2026-12-05'],
    ['BTC-FS-27MAR27_PERP', '2027-03-27'],
    ['BTC-PERPETUAL', 'perpetual'],
    ['BTC_USDC', '–'],
    ['BTC-27XXX27', '–'],
  ])('%s expires %s', (name, expiry) => {
    expect(readExpiry(name)).toBe(expiry);
  });

  it('linked orders are one structure, a combination another', () => {
    const primary = { ...FOREIGN, order_id: 'p', oto_order_ids: ['s'] };
    const secondary = { ...FOREIGN, order_id: 's', primary_order_id: 'p' };
    const structures = [primary, secondary].map((order) =>
      readStructure(viewFollowed({ source: 'label', order, last_seen_at: null })),
    );
    expect(structures).toEqual(['linked p', 'linked p']);
    const combo = { ...FOREIGN, instrument_name: 'BTC-CS-27MAR27-90000_100000' };
    expect(readStructure(viewFollowed({ source: 'label', order: combo, last_seen_at: null }))).toBe(
      'BTC-CS-27MAR27-90000_100000',
    );
    expect(readStructure(view)).toBe('single orders');
  });
});

describe('an order that was placed elsewhere', () => {
  it('is shown literally, with what it lacks left empty', () => {
    expect(getOrderViewId(view)).toBe('order ETH-1');
    expect(describeView(view, 0)).toBe('something new');
    expect(readRemaining(view)).toBe('600');
    expect(readAverage(view)).toBe('97000');
    for (const field of MORE_FIELDS) expect(() => field.read(view), field.id).not.toThrow();
    expect(MORE_FIELDS.find(({ id }) => id === 'mmp')?.read(view)).toBeNull();
  });

  it('has every column once, and every field of the record in one', () => {
    const ids = MORE_FIELDS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const shown = ['order_type', 'time_in_force', 'instrument_name', 'direction', 'price', 'label', 'amount'];
    const missing = Object.keys(orderSchema.shape).filter(
      (key) => ![...ids, ...shown, 'filled_amount', 'average_price'].includes(key),
    );
    expect(missing).toEqual([]);
  });
});

describe('a new order of the same terms', () => {
  it('is offered only where the first is proven not to be at the service', () => {
    const outcomes = ['sending', 'accepted', 'refused', 'not_sent', 'unknown', 'absent'] as const;
    const allowed = outcomes.filter((outcome) => mayBeSentAgain(viewPlaced({ ...SENDING_ROW, outcome })));
    expect(allowed).toEqual(['refused', 'not_sent', 'absent']);
    const owed = { ...SENDING_ROW, outcome: 'refused', notices: [{ code: 'look_up_owed', params: {} }] } as const;
    expect(mayBeSentAgain(viewPlaced({ ...owed, notices: [...owed.notices] }))).toBe(false);
    expect(mayBeSentAgain(view)).toBe(false);
    const [there, unknown] = (['accepted', 'unknown'] as const).map((outcome) =>
      whyNotSentAgain(viewPlaced({ ...SENDING_ROW, outcome })),
    );
    expect(there).toBe('works only for orders that never were at the service');
    expect(unknown).toBe('works only once it is proven absent');
  });
});

describe('an order that is listed no longer', () => {
  it('says so and when it was seen, and nothing of what became of it', () => {
    const order = { ...FOREIGN, order_state: 'open' };
    const at = Date.UTC(2026, 10, 21, 9, 15, 2);
    const texts = [null, at].map((seen) =>
      describeView(viewFollowed({ source: 'label', order, last_seen_at: seen }), 0),
    );
    expect(texts).toEqual(['open', 'no longer listed · last seen open at 09:15:02 UTC']);
  });
});

describe('the scope', () => {
  const followed = followedSchema.parse({
    labels: [{ label: 'a', age_ms: null, failure: null }],
    open_orders: 'not_offered',
    open_orders_failure: null,
    orders: [{ source: 'label', order: FOREIGN, last_seen_at: null }],
  });

  it('says what is known and what can’t be', () => {
    expect(describeScope(3, null)).toBe('3 placed here');
    expect(describeScope(3, followed)).toBe(
      '3 placed here, 1 under 1 followed label, others by label only: the service lists no open orders',
    );
    expect(describeGaps(followed, false)).toMatch(/1 of the followed labels are not yet looked up/);
    expect(describeGaps({ ...followed, labels: [] }, false)).toBeNull();
    expect(describeGaps({ ...followed, labels: [] }, true)).toMatch(/^no back end/);
    expect(describeGaps(null, true)).toBeNull();
  });

  const instruments = new Map([PERPETUAL, OPTION].map((instrument) => [instrument.instrument_name, instrument]));
  const instrumentOf = (name: string) => instruments.get(name) ?? null;
  /** An order as the service has it; sells of the perpetual that rest unless the changes say otherwise. */
  const orderOf = (changes: Partial<Order>) =>
    viewPlaced({
      ...OPEN_ROW,
      direction: changes.direction === 'buy' ? 'buy' : 'sell',
      instrument_name: changes.instrument_name ?? OPEN_ROW.instrument_name,
      order: OPEN_ROW.order && { ...OPEN_ROW.order, ...changes },
    });
  const sell = orderOf({ amount: decimal(1000), filled_amount: decimal(400) });
  const filled = orderOf({ amount: decimal(300), filled_amount: decimal(300), order_state: 'filled' });
  const cancelled = orderOf({ amount: decimal(9000), filled_amount: decimal(20), order_state: 'cancelled' });
  const refused = viewPlaced({ ...SENDING_ROW, outcome: 'refused' });

  it('sums what was filled, and of amounts only what is left on the book', () => {
    expect(sumOrders([sell, filled, cancelled, refused], instrumentOf)).toEqual({
      time: '4 orders',
      instrument: 'filled in USD',
      filled: '720',
      label: 'on book',
      state: 'sell 600 USD',
    });
    expect(sumOrders([refused], instrumentOf)).toEqual({
      time: '1 order',
      instrument: '',
      filled: '–',
      label: '',
      state: '',
    });
  });

  it('never sums both sides, several units, or orders that are listed no longer', () => {
    const buy = orderOf({ direction: 'buy', amount: decimal(500), filled_amount: decimal(100) });
    expect(sumOrders([sell, buy], instrumentOf)).toMatchObject({
      instrument: 'both sides filled',
      filled: '–',
      state: 'sell 600 USD, buy 400 USD',
    });
    const option = orderOf({
      instrument_name: OPTION.instrument_name,
      amount: decimal(2),
      filled_amount: decimal('0.5'),
    });
    expect(sumOrders([sell, option], instrumentOf)).toMatchObject({
      instrument: 'fills of several units',
      filled: '–',
      state: 'sell 600 USD, sell 1.5 BTC',
    });
    const open = { ...FOREIGN, order_state: 'open' };
    const seen = viewFollowed({ source: 'account', order: open, last_seen_at: 1 });
    expect(sumOrders([seen], instrumentOf)).toMatchObject({ filled: '400', state: '' });
    expect(sumOrders([seen], () => null)).toMatchObject({ instrument: 'filled of BTC-PERPETUAL' });
  });

  it('counts what earlier pieces of a linked order have filled, and claims no whole where that is not known', () => {
    const last = orderOf({ order_id: 'P-2', amount: decimal(50_000), filled_amount: decimal(50_000) });
    const piece = (changes: Partial<OrderRow>) =>
      viewPlaced({
        ...(last.row ?? OPEN_ROW),
        amount: decimal(100_000),
        child_of: { intent_id: '0', label: 'hedge', place: 1 },
        earlier_order_ids: ['W', 'P-1'],
        ...changes,
      });
    const known = piece({ earlier_fills: { W: decimal(0), 'P-1': decimal(30_000) } });
    expect(sumOrders([known, sell], instrumentOf)).toMatchObject({ filled: '80,400' });
    expect(sumOrders([piece({}), sell], instrumentOf)).toMatchObject({ filled: '≥ 50,400' });
    expect(sumOrders([piece({ amount: decimal(50_000) }), sell], instrumentOf)).toMatchObject({ filled: '50,400' });
  });

  it('counts two that cancel each other once, by the larger', () => {
    const legs = [1000, 3000, 2000].map((amount) => orderOf({ amount: decimal(amount), oco_ref: 'OCO-1' }));
    expect(sumOrders([...legs, sell], instrumentOf)).toMatchObject({ state: 'sell 3,600 USD' });
    const stop = orderOf({ amount: decimal(1000), order_state: 'untriggered' });
    expect(sumOrders([stop], instrumentOf)).toMatchObject({ state: '' });
  });
});

describe('the price of an order with a trigger', () => {
  const stop: OrderRow = {
    ...SENDING_ROW,
    type: 'stop_market',
    price: null,
    trigger: 'mark_price',
    trigger_price: decimal('96500'),
  };
  const shown = (row: OrderRow, places: number | null = 1) => {
    const trigger = readTrigger(viewPlaced(row));
    return trigger === null ? null : showTrigger(trigger, places);
  };

  it('is the level that fires it, in words that are no limit', () => {
    expect(shown(stop)).toBe('trig 96,500.0');
    expect(shown(stop, null)).toBe('trig 96,500');
    // An option's index has no places of its premium.
    expect(shown({ ...stop, trigger: 'index_price' }, 4)).toBe('trig 96,500');
    expect(writePrice(viewPlaced(stop))).toBe('trig 96500');
    expect(explainPrice(viewPlaced(stop))).toBe('fires when mark reaches 96,500');
    expect(shown(OPEN_ROW)).toBeNull();
    expect(writePrice(viewPlaced(OPEN_ROW))).toBe('97410.5');
  });

  it('has the limit that comes of it beside it until it has fired, and is that then', () => {
    const limit: OrderRow = { ...stop, type: 'stop_limit', price: decimal('96400') };
    expect(shown(limit)).toBe('trig 96,500.0');
    expect(writePrice(viewPlaced(limit))).toBe('trig 96500 limit 96400');
    expect(explainPrice(viewPlaced(limit))).toBe('fires when mark reaches 96,500 · rests at 96,400 then');
    const order = OPEN_ROW.order && { ...OPEN_ROW.order, trigger_order_id: 'STOP-1' };
    expect(shown({ ...limit, order })).toBeNull();
    expect(writePrice(viewPlaced({ ...limit, order }))).toBe('97410.5');
    expect(shown({ ...stop, order })).toBe('trig 96,500.0');
  });

  it('of a market order is none: how far the engine would have gone stands in the tooltip', () => {
    const order = OPEN_ROW.order && { ...OPEN_ROW.order, order_state: 'filled' as const };
    const market: OrderRow = { ...OPEN_ROW, type: 'market_limit', price: null, order };
    expect(readLevel(viewPlaced(market))).toBeNull();
    expect(explainPrice(viewPlaced(market))).toBe('market order · would not have traded below 97,410.5');
    const elsewhere = orderSchema.parse({
      ...FOREIGN,
      order_state: 'filled',
      price: 97_000,
      original_order_type: 'market_limit',
    });
    const foreign = viewFollowed({ source: 'account', order: elsewhere, last_seen_at: null });
    expect(readLevel(foreign)).toBeNull();
    expect(explainPrice(foreign)).toBe('market order · would not have traded above 97,000');
    expect(explainPrice(viewPlaced(OPEN_ROW))).toBe('');
  });

  it('moves with one that trails, whose distance stays', () => {
    const trail: OrderRow = { ...stop, type: 'trailing_stop', trigger_price: null, trigger_offset: decimal('500') };
    expect(shown(trail)).toBe('trail 500');
    const order = { ...OPEN_ROW.order, price: 'market_price', trigger: 'mark_price', trigger_price: '96911.2' };
    const moved = { ...trail, order } as OrderRow;
    expect(shown(moved)).toBe('trig 96,911.2');
    expect(writePrice(viewPlaced(moved))).toBe('trail 500 trig 96911.2');
    expect(explainPrice(viewPlaced(moved))).toBe('trails mark by 500 · fires when mark reaches 96,911.2');
  });

  it('is sorted by the level, also of one placed elsewhere', () => {
    const order = { ...FOREIGN, order_type: 'stop_market', trigger: 'index_price', trigger_price: decimal('96000') };
    const elsewhere = viewFollowed({ source: 'account', order, last_seen_at: null });
    const levels = [viewPlaced(stop), viewPlaced(OPEN_ROW), elsewhere, view].map(readLevel);
    expect(levels).toEqual(['96500', '97410.5', '96000', null]);
    expect(explainPrice(elsewhere)).toBe('fires when the index reaches 96,000');
  });
});

describe('a step of the journey', () => {
  it('shows its detail field by field, what is invisible included', () => {
    const detail = JSON.stringify({ request: { label: 'a\u202Eb', amount: '10' } });
    expect(describeStep({ kind: 'intent', detail }).lines).toEqual([
      ['label', 'a⟨U+202E⟩b'],
      ['amount', '10'],
    ]);
    expect(describeStep({ kind: 'from_later', detail: 'not json' })).toEqual({
      title: 'from_later',
      lines: [['', 'not json']],
    });
  });
});
