import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { OPEN_ROW } from '../unit/renderer/samples.ts';
import { placedOrder } from '../support/records/records.ts';
import type { Fate } from './faults.ts';
import { isBeforeSetBack } from './left-to-person.ts';
import { planSeed } from './plan-seed.ts';
import type { MadeOrder, StandingOrder } from './service-side.ts';
import { type Evidence, findWrongs, type Saying } from './truth.ts';

const LABEL = 'a label';
const ORDER_ID = 'BTC-1';

const made = (changes: Partial<MadeOrder> = {}): MadeOrder => ({
  orderId: ORDER_ID,
  label: LABEL,
  instrument: 'BTC-PERPETUAL',
  by: 'terminal',
  hasTraded: false,
  atMs: 0,
  ...changes,
});
const row = (changes: Partial<OrderRow> = {}): OrderRow => ({
  ...OPEN_ROW,
  label: LABEL,
  outcome: 'accepted',
  order: placedOrder({ order_id: ORDER_ID, label: LABEL }),
  notices: [],
  ...changes,
});
const standing = (changes: Partial<StandingOrder> = {}): StandingOrder => ({
  orderId: ORDER_ID,
  label: LABEL,
  cameOf: null,
  state: 'open',
  filled: 0,
  ...changes,
});
const nothing = (outcome: OrderRow['outcome']): OrderRow => row({ outcome, order: null });
const notice = (code: OrderRow['notices'][number]['code']) => ({ code, params: {} });
const said = (saying: Partial<Saying>): Evidence['sayings'] =>
  new Map([[OPEN_ROW.intent_id, [{ outcome: 'accepted', orderId: ORDER_ID, atMs: 1, ...saying }]]]);
const SHARED: ReadonlyMap<string, Fate> = new Map([[LABEL, { name: 'two_orders_under_label', stranger: 'same' }]]);
const BESIDE: typeof SHARED = new Map([[LABEL, { name: 'strangers_market_order_under_label', stranger: 'market' }]]);
const STRANGERS = made({ orderId: 'BTC-2', by: 'stranger' });

/** A sell that became its one order and was told so, but for what differs. */
const judge = (changes: Partial<Evidence> = {}): string[] =>
  findWrongs({
    rows: [row()],
    sayings: said({}),
    made: [made()],
    standing: [],
    isFollowed: false,
    fates: new Map(),
    isLawful: true,
    isLongAway: false,
    mayBeLeft: () => false,
    isLagUnseen: () => false,
    isBeforeSetBack: () => false,
    ...changes,
  });

const LEFT_TO_PERSON: Partial<Evidence> = {
  rows: [{ ...nothing('unknown'), notices: [notice('needs_a_person')] }],
  made: [],
  sayings: new Map(),
};

const FORGOTTEN: Partial<Evidence> = {
  rows: [row({ notices: [notice('no_longer_known')] })],
  standing: [standing({ orderId: 'BTC-5', cameOf: ORDER_ID, state: 'cancelled' })],
};

const CHILD_ID = 'a-child';
const childRow = (changes: Partial<OrderRow> = {}): OrderRow =>
  row({
    intent_id: CHILD_ID,
    child_of: { intent_id: OPEN_ROW.intent_id, label: LABEL, place: 1 },
    label: 'a label/1',
    order: placedOrder({ order_id: 'BTC-7', label: 'a label/1' }),
    ...changes,
  });
const standingChild = (changes: Partial<StandingOrder> = {}): StandingOrder =>
  standing({ orderId: 'BTC-7', label: 'a label/1', ...changes });

/** A sell with a linked order, both followed to the end, but for what differs. */
const linked = (child: OrderRow, ...others: StandingOrder[]): Partial<Evidence> => ({
  rows: [row(), child],
  standing: [standing(), ...others],
  isFollowed: true,
});
const saidOfChild = (saying: Partial<Saying>): Evidence['sayings'] =>
  new Map([...said({}), [CHILD_ID, [{ outcome: 'accepted', orderId: 'BTC-7', atMs: 1, ...saying }]]]);

describe('the campaign’s judge', () => {
  it.each<[what: string, evidence: Partial<Evidence>]>([
    ['one order that is told', {}],
    ['a refusal without an order', { rows: [nothing('refused')], made: [], sayings: said({ outcome: 'refused' }) }],
    ['an absence without an order', { rows: [nothing('absent')], made: [], sayings: said({ outcome: 'absent' }) }],
    [
      'an unknown sell that a person is asked about where proof can’t settle it',
      { ...LEFT_TO_PERSON, mayBeLeft: (label) => label === LABEL },
    ],
    [
      'two orders under a label that are told',
      { rows: [row({ notices: [notice('two_orders_under_label')] })], made: [made(), STRANGERS], fates: SHARED },
    ],
    [
      'an order of another program that came to nothing and was forgotten before anybody could look',
      {
        made: [made(), STRANGERS],
        fates: SHARED,
        isLongAway: true,
        standing: [standing(), standing({ orderId: 'BTC-2', state: 'cancelled' })],
      },
    ],
    ['a label that another program wanted, and was refused', { fates: SHARED }],
    [
      'an order that a trigger made, told of as that',
      { made: [made({ orderId: 'SLMS-1' })], standing: [standing({ cameOf: 'SLMS-1' })] },
    ],
    ['a linked order that is shown as it is', { ...linked(childRow(), standingChild()), sayings: saidOfChild({}) }],
    [
      'a linked order of a sell that came to nothing',
      {
        rows: [nothing('refused'), childRow({ outcome: 'refused', order: null })],
        made: [],
        sayings: said({ outcome: 'refused' }),
        isFollowed: true,
      },
    ],
    [
      'what a trigger made of a linked order',
      linked(childRow(), standingChild({ orderId: 'SLMB-7', state: 'triggered' }), standingChild({ cameOf: 'SLMB-7' })),
    ],
    [
      'a trigger that fired while nothing was answered, and whose end is told to be forgotten',
      { ...FORGOTTEN, isLongAway: true },
    ],
  ])('finds nothing wrong with %s', (_what, evidence) => {
    expect(judge(evidence)).toEqual([]);
  });

  it.each<[what: string, evidence: Partial<Evidence>, wrong: RegExp]>([
    [
      'a trigger that fired, and is not followed',
      { standing: [standing({ orderId: 'BTC-5', cameOf: ORDER_ID })] },
      /accepted as BTC-1, and the order is BTC-5/,
    ],
    [
      'a trigger that fired, told to be forgotten though look-ups were never long away',
      FORGOTTEN,
      /the order is BTC-5/,
    ],
    [
      'one order that is told of as two',
      { rows: [row({ notices: [notice('two_orders_under_label')] })] },
      /two orders are told of, and there is one/,
    ],
    ['a second order', { made: [made(), made({ orderId: 'BTC-2' })] }, /^duplicate: 2 orders/],
    [
      'an order without an intent',
      { made: [made(), made({ label: 'b', orderId: 'BTC-2' })] },
      /^lost: an order under b/,
    ],
    ['an accepted sell without an order', { made: [], sayings: new Map() }, /accepted, and there is no order/],
    [
      'another order’s id',
      { made: [made({ orderId: 'BTC-3' })], sayings: new Map() },
      /accepted as BTC-1, and .* BTC-3/,
    ],
    ['a refusal of an order', { rows: [nothing('refused')], sayings: new Map() }, /refused, and there is the order/],
    [
      'a refusal of an order that was rejected when its trigger fired',
      { rows: [nothing('refused')], sayings: new Map(), standing: [standing({ state: 'rejected' })] },
      /refused, and there is the order/,
    ],
    ['an absence of an order', { rows: [nothing('absent')], sayings: new Map() }, /absent, and there is the order/],
    ['a sell not sent that is there', { rows: [nothing('not_sent')], sayings: new Map() }, /not_sent, and there is/],
    ['an unknown sell that nobody hears of', { rows: [nothing('unknown')], sayings: new Map() }, /no person is asked/],
    ['a sell that a person is asked about without need', LEFT_TO_PERSON, /a person is asked without need/],
    ['a sell that is still sent', { rows: [nothing('sending')], sayings: new Map() }, /still sending in the end/],
    ['a sell that closed by itself', { rows: [nothing('closed')], sayings: new Map() }, /nobody said anything/],
    ['two orders under a label, untold', { made: [made(), STRANGERS], fates: SHARED }, /two orders .* nobody is told/],
    [
      'two orders under a label, untold though look-ups still knew of both',
      {
        made: [made(), STRANGERS],
        fates: SHARED,
        standing: [standing(), standing({ orderId: 'BTC-2', state: 'cancelled' })],
      },
      /two orders .* nobody is told/,
    ],
    [
      'two orders under a label, untold though trades tell of the one that is forgotten',
      {
        made: [made(), STRANGERS],
        fates: SHARED,
        isLongAway: true,
        standing: [standing(), standing({ orderId: 'BTC-2', state: 'filled', filled: 10 })],
      },
      /two orders .* nobody is told/,
    ],
    ['two orders of other terms, untold', { made: [made(), STRANGERS], fates: BESIDE }, /two orders .* nobody is told/],
    ['a verdict that was wrong for a while', { sayings: said({ outcome: 'absent' }) }, /wrong verdict absent/],
    [
      'a state that is no longer so',
      {
        ...linked(childRow(), standingChild()),
        standing: [standing({ state: 'filled', filled: 10 }), standingChild()],
      },
      /BTC-1 is filled with 10, shown open with 0/,
    ],
    ['a linked order that is not there', linked(childRow()), /0 orders, and its sell is there/],
    ['a linked order never seen', linked(childRow({ order: null }), standingChild()), /never seen/],
    [
      'a linked order that fares otherwise than its sell',
      linked(childRow({ outcome: 'absent', order: null }), standingChild()),
      /absent, and its sell is accepted/,
    ],
    [
      'a linked order shown with an id that is another’s',
      { ...linked(childRow(), standingChild()), sayings: saidOfChild({ orderId: 'BTC-1' }) },
      /shown as another's BTC-1/,
    ],
    [
      'a linked order shown before it was known to be there',
      { ...linked(childRow(), standingChild()), sayings: saidOfChild({ outcome: 'unknown', orderId: null }) },
      /shown as unknown/,
    ],
    [
      'a piece at work that is not the one shown',
      linked(
        childRow({ order: placedOrder({ order_id: 'BTC-7', order_state: 'filled' }) }),
        standingChild({ state: 'filled' }),
        standingChild({ orderId: 'BTC-8' }),
      ),
      /one is open, and not shown/,
    ],
    [
      'an order that no intent knows of',
      { standing: [standing({ label: 'b' })] },
      /lost: nobody knows of BTC-1 under b/,
    ],
    ['an order told by another’s id', { sayings: said({ orderId: 'BTC-9' }) }, /wrong verdict accepted BTC-9/],
  ])('finds %s', (_what, evidence, wrong) => {
    expect(judge(evidence)).toEqual([expect.stringMatching(wrong)]);
  });

  it('forgives what was said for a while only where the service breaks its contract', () => {
    expect(judge({ sayings: said({ outcome: 'absent' }), isLawful: false })).toEqual([]);
  });

  it('forgives an absence while no lag could have been seen, and nothing else then', () => {
    const isLagUnseen = (atMs: number) => atMs < 5;
    expect(judge({ sayings: said({ outcome: 'absent', atMs: 4 }), isLagUnseen })).toEqual([]);
    expect(judge({ sayings: said({ outcome: 'absent', atMs: 5 }), isLagUnseen })).toHaveLength(1);
    expect(judge({ sayings: said({ outcome: 'refused', atMs: 4 }), isLagUnseen })).toHaveLength(1);
  });

  it('forgives an absence of what was made after a clock was set back, of which nothing had told, and of nothing else', () => {
    const plan = { ...planSeed(1), clockSteps: [{ atMs: 100, of: 'service', byMs: -6000 } as const] };
    const judgeAt = (atMs: number, madeMs: number, toldMs: number | null) =>
      judge({
        sayings: said({ outcome: 'absent', atMs }),
        made: [made({ atMs: madeMs })],
        isBeforeSetBack: (saidMs, orderMs) =>
          isBeforeSetBack(plan, new Map(toldMs === null ? [] : [[100, toldMs]]), saidMs, orderMs),
      });
    expect(judgeAt(50, 200, 150)).toEqual([]);
    expect(judgeAt(150, 200, 150)).toEqual([]);
    expect(judgeAt(5000, 200, null)).toEqual([]);
    expect(judgeAt(151, 200, 150)).toEqual([expect.stringMatching(/wrong verdict absent/)]);
    expect(judgeAt(50, 40, 150)).toEqual([expect.stringMatching(/wrong verdict absent/)]);
    expect(judgeAt(120, 90, null)).toEqual([expect.stringMatching(/wrong verdict absent/)]);
  });

  it('forgives no absence of what was executed: trades told of it', () => {
    const executed = { sayings: said({ outcome: 'absent' }), made: [made({ hasTraded: true })], isLawful: false };
    expect(judge({ ...executed, isLagUnseen: () => true })).toEqual([expect.stringMatching(/wrong verdict absent/)]);
  });
});
