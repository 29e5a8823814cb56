import { describe, expect, it } from 'vitest';
import { createFollower } from '../../../../electron/orders/follower.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { ERROR_CODE } from '../../../../shared/service/error-codes.ts';
import { type Order, orderSchema } from '../../../../shared/service/order.ts';
import { createScriptedService, noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const LABEL = 'elsewhere';
/** Longer than it takes to ask about the label in every currency. */
const ROUND_MS = 4000;

function orderOf(order_state: string, last_update_timestamp = 6) {
  return orderSchema.parse({
    order_id: 'ETH-1',
    order_state,
    order_type: 'limit',
    time_in_force: 'good_til_cancelled',
    instrument_name: 'BTC-PERPETUAL',
    creation_timestamp: 5,
    last_update_timestamp,
    direction: 'sell',
    price: 97_000,
    label: LABEL,
    post_only: false,
    amount: 1000,
    filled_amount: 0,
  });
}

/** A follower of one label; `recent` and `open` are what the service has of it in BTC, `account` its list of all. */
function startFollower(account: readonly Order[] | null = null, readRate = 20) {
  const clock = createVirtualClock();
  const client = createScriptedService(clock);
  const has = { recent: [orderOf('open')], open: [orderOf('open')] };
  const ofBtc = (orders: () => readonly unknown[]) => (params: Record<string, unknown>) => ({
    value: params['currency'] === 'BTC' ? orders() : [],
  });
  client.answer(
    'private/get_order_state_by_label',
    ofBtc(() => has.recent),
  );
  client.answer(
    'private/get_open_orders_by_label',
    ofBtc(() => has.open),
  );
  client.answer('private/get_open_orders', () =>
    account === null ? refusal(ERROR_CODE.methodNotFound, 'refused', 'no such method') : { value: account },
  );
  const told: string[][] = [];
  const follower = createFollower({
    client,
    clock,
    readRate: () => readRate,
    settings: {
      read: () => null,
      readWhatFits: () => ({ value: null, leftOut: [] }),
      write: () => undefined,
      record: () => undefined,
      history: () => [],
    },
    findOwn: () => new Set(),
    onOpenOrders: (orders) => told.push(orders.map(({ order_id }) => order_id)),
  });
  follower.follow([LABEL]);
  return {
    client,
    clock,
    follower,
    has,
    /** The account's open orders, as each list that came told them. */
    told,
    /** What is known after a whole round. */
    look: async () => {
      follower.follow(null);
      await clock.advance(ROUND_MS);
      return follower.follow(null);
    },
  };
}

it('what a round has shown is known until the next has looked, however many labels there are', async () => {
  const { clock, follower } = startFollower(null, 10);
  follower.follow([LABEL, ...Array.from({ length: 19 }, (_, index) => `other-${index}`)]);
  const known: number[] = [];
  for (let second = 0; second < 600; second += 1) {
    await clock.advance(1000);
    known.push(follower.openOrders().orders.length);
  }
  // One under each label here, as the first round finds them; none is lost again.
  expect(known.at(-1)).toBe(20);
  expect(known).toEqual(known.toSorted((a, b) => a - b));
});

describe('the pace', () => {
  it.each([
    ['a part of what the account may do', 20, 30],
    ['less where that is less', 5, 8],
    ['no more where that is much', 1000, 80],
  ])('is %s, however often it is asked for', async (_how, rate, most) => {
    const { client, clock, follower } = startFollower(null, rate);
    const asked = () => 2 * client.calls('private/get_order_state_by_label').length;
    const before = asked();
    for (let tenth = 0; tenth < 100; tenth += 1) {
      follower.openOrders();
      await clock.advance(100);
    }
    expect(asked() - before).toBeLessThanOrEqual(most + 2);
    expect(asked() - before).toBeGreaterThan(most / 2);
  });
});

describe('an order placed elsewhere', () => {
  it('that was open and is in no answer any more is doubted, never given an end', async () => {
    const { clock, has, look } = startFollower();
    const before = await look();
    expect(before.orders).toMatchObject([{ order: { order_state: 'open' }, last_seen_at: null }]);
    has.recent = [];
    has.open = [];
    const seenBy = clock.now();
    const after = await look();
    expect(after.labels[0]?.failure).toBeNull();
    expect(after.orders).toMatchObject([{ order: { order_state: 'open' } }]);
    expect(after.orders[0]?.last_seen_at).toBeLessThanOrEqual(seenBy);
    expect(after.orders[0]?.last_seen_at).toBeGreaterThan(seenBy - ROUND_MS);
    // It is no further doubted for being looked for again, and believed once it is there.
    expect((await look()).orders[0]?.last_seen_at).toBe(after.orders[0]?.last_seen_at);
    has.recent = [orderOf('filled', 7)];
    expect((await look()).orders).toMatchObject([{ order: { order_state: 'filled' }, last_seen_at: null }]);
  });

  it('that was over stays as it was when the service forgets it', async () => {
    const { has, look } = startFollower();
    has.recent = [orderOf('cancelled')];
    has.open = [];
    await look();
    has.recent = [];
    expect((await look()).orders).toMatchObject([{ order: { order_state: 'cancelled' }, last_seen_at: null }]);
  });

  it('is not doubted for an answer that did not come, nor while the account’s list holds it', async () => {
    const { client, has, look } = startFollower();
    await look();
    has.recent = [];
    has.open = [];
    client.answer('private/get_open_orders_by_label', () => noAnswer);
    const unanswered = await look();
    expect(unanswered.labels[0]?.failure).not.toBeNull();
    expect(unanswered.orders[0]?.last_seen_at).toBeNull();

    const listed = startFollower([orderOf('open')]);
    await listed.look();
    listed.has.recent = [];
    listed.has.open = [];
    expect((await listed.look()).orders).toMatchObject([{ source: 'label', last_seen_at: null }]);
  });

  it('is shown by the newer of two answers', async () => {
    const { has, look } = startFollower();
    has.recent = [orderOf('filled', 9)];
    has.open = [orderOf('open', 8)];
    expect((await look()).orders).toMatchObject([{ order: { order_state: 'filled' } }]);
  });

  it('that a later list of the account lacks is doubted before its label has its turn', async () => {
    const account = [orderOf('open')];
    const { clock, client, look } = startFollower(account);
    expect((await look()).orders).toMatchObject([{ order: { order_state: 'open' }, last_seen_at: null }]);
    const seenBy = clock.now();
    client.answer('private/get_order_state_by_label', () => noAnswer);
    account.length = 0;
    const [gone] = (await look()).orders;
    expect(gone).toMatchObject({ source: 'label', order: { order_state: 'open' } });
    expect(gone?.last_seen_at).toBeLessThanOrEqual(seenBy);
  });

  it('is shown by the account’s list where that is newer than the look-up by its label', async () => {
    const account = [orderOf('open', 6)];
    const { client, has, look } = startFollower(account);
    await look();
    client.answer('private/get_order_state_by_label', () => noAnswer);
    account[0] = { ...orderOf('open', 8), filled_amount: decimal(600) };
    expect((await look()).orders).toMatchObject([{ source: 'label', order: { filled_amount: '600' } }]);
    // Listed before the look-up that tells of its end.
    client.answer('private/get_order_state_by_label', () => ({ value: has.recent }));
    has.recent = [orderOf('filled', 9)];
    has.open = [];
    expect((await look()).orders).toMatchObject([{ source: 'label', order: { order_state: 'filled' } }]);
  });
});

describe('the account’s open orders', () => {
  const other = { ...orderOf('open'), order_id: 'ETH-2', label: 'another' };
  const idsOf = ({ follower }: ReturnType<typeof startFollower>) => {
    const { orders, isUnread } = follower.openOrders();
    return [...(isUnread ? ['unread'] : []), ...orders.map(({ order_id }) => order_id)];
  };

  it('are those of its list', async () => {
    const on = startFollower([other]);
    on.has.recent = [];
    on.has.open = [];
    await on.look();
    expect(idsOf(on)).toEqual(['ETH-2']);
  });

  it('are those that its labels show where the service lists none', async () => {
    const on = startFollower();
    await on.look();
    expect(idsOf(on)).toEqual(['ETH-1']);
  });

  it('are none that a later list lacks, though a look-up by label showed them before', async () => {
    const on = startFollower([other]);
    // Nothing is looked up by label any more.
    on.client.answer('private/get_order_state_by_label', () => noAnswer);
    await on.look();
    expect(idsOf(on)).toEqual(['ETH-2']);
  });

  it('are looked up for whoever asks for them, and forgotten where that comes to nothing', async () => {
    const on = startFollower([other]);
    await on.clock.advance(60_000);
    // No window asks: what was listed says nothing of now, and that nothing is known does not say that there are none.
    expect(idsOf(on)).toEqual(['unread']);
    await on.clock.advance(1000);
    expect(idsOf(on)).toContain('ETH-2');
    on.client.answer('private/get_open_orders', () => noAnswer);
    on.client.answer('private/get_order_state_by_label', () => noAnswer);
    for (let second = 0; second < 40; second += 1) {
      idsOf(on);
      await on.clock.advance(1000);
    }
    expect(idsOf(on)).toEqual(['unread']);
  });

  it('are unread before the list was read once, and while it is waited for', async () => {
    const on = startFollower([other]);
    on.client.answer('private/get_open_orders', () => ({ never: true }));
    expect(idsOf(on)).toEqual(['unread']);
    await on.clock.advance(60_000);
    expect(idsOf(on)).toEqual(['unread']);
  });

  it('are told as far as labels show them while the list can’t be read', async () => {
    const on = startFollower([other]);
    on.client.answer('private/get_open_orders', () => noAnswer);
    for (let second = 0; second < 20; second += 1) {
      idsOf(on);
      await on.clock.advance(1000);
    }
    expect(idsOf(on)).toEqual(['unread', 'ETH-1']);
  });
});

it('the account’s open orders are told on each time, and none is left once the key may not list them', async () => {
  const { client, look, told } = startFollower([{ ...orderOf('open'), order_id: 'ETH-2', label: 'another' }]);
  expect((await look()).orders.map(({ order }) => order.order_id)).toContain('ETH-2');
  expect(told[0]).toEqual(['ETH-2']);
  client.answer('private/get_open_orders', () => refusal(13_021, 'credentials', 'forbidden'));
  const after = await look();
  expect(after.open_orders).toBe('not_permitted');
  expect(after.orders.map(({ order }) => order.order_id)).toEqual(['ETH-1']);
});
