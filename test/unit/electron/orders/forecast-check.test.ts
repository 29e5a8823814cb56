import { describe, expect, it } from 'vitest';
import { isSurprise } from '../../../../electron/orders/forecast-check.ts';
import { judgeFailure, judgePlaced } from '../../../../electron/orders/outcome.ts';
import type { CallFailure } from '../../../../electron/service/failure.ts';
import { type OrderRow, orderRowSchema } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { intentOf, NOW_MS, reply, sellOption, told, type Trade } from '../../../support/records/forecast-replies.ts';
import { childDraft, orderDraft } from '../../../support/records/records.ts';

/** The visible best bid is 84,210 at 97,410; a taker pays 0.00035 of the coins. */
const FILL = { order_state: 'filled', filled_amount: 50_000, average_price: 97_410 };
const FEE = (50_000 / 97_410) * 0.00035;
const crossing = (changes: Partial<OrderDraft> = {}) => intentOf(orderDraft({ price: '97400', ...changes }));
const whole: readonly Trade[] = [[50_000, 97_410, FEE]];
const partly = { order_state: 'open', filled_amount: 30_000, average_price: 97_410 };

describe('a reply that does what was forecast', () => {
  it.each<readonly [string, OrderRow, Record<string, unknown>, readonly Trade[]]>([
    ['rests', intentOf(orderDraft()), {}, []],
    ['fills at the touch', crossing(), FILL, whole],
    [
      'fills at the touch in two trades',
      crossing(),
      FILL,
      [
        [20_000, 97_410, FEE * 0.4],
        [30_000, 97_410, FEE * 0.6],
      ],
    ],
    [
      'takes the touch and goes deeper',
      crossing({ amount: '90000' }),
      { order_state: 'filled', filled_amount: 90_000, average_price: 97_409.5 },
      [
        [84_210, 97_410, FEE * 1.6842],
        [5790, 97_405, FEE * 0.11581],
      ],
    ],
    [
      'takes the touch, and the rest rests',
      crossing({ amount: '90000' }),
      { order_state: 'open', filled_amount: 84_210, average_price: 97_410 },
      [[84_210, 97_410, FEE * 1.6842]],
    ],
    [
      'takes the touch, and the rest is cancelled',
      crossing({ amount: '90000', time_in_force: 'immediate_or_cancel' }),
      { order_state: 'cancelled', filled_amount: 84_210, average_price: 97_410 },
      [],
    ],
    [
      'is killed whole where it may be killed',
      crossing({ amount: '90000', time_in_force: 'fill_or_kill' }),
      { order_state: 'cancelled', filled_amount: 0, average_price: null },
      [],
    ],
    [
      'rests at its last fill',
      intentOf(orderDraft({ type: 'market_limit', price: '', amount: '90000' })),
      { ...partly, order_type: 'limit', original_order_type: 'market_limit', filled_amount: 84_210, price: 97_410 },
      [],
    ],
    [
      'waits for its trigger',
      intentOf(orderDraft({ type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '96000' })),
      { order_state: 'untriggered', price: 'market_price', trigger: 'index_price', trigger_price: 96_000 },
      [],
    ],
  ])('%s: nothing is told', (_name, row, changes, trades) => {
    expect(told(row, changes, trades)).toEqual([]);
  });
});

describe('a reply that does not do what was forecast', () => {
  const postOnly = intentOf(orderDraft({ post_only: true }));
  const moved = intentOf(orderDraft({ post_only: true, price: '97400' }));

  it.each<readonly [string, OrderRow, Record<string, unknown>, readonly Trade[], readonly string[]]>([
    [
      'trades where it was to rest, lower than it asked',
      intentOf(orderDraft()),
      FILL,
      [],
      ['missed behaviour: rests is trades'],
    ],
    [
      'trades where it was to rest: a bid came up to it',
      intentOf(orderDraft()),
      { ...FILL, average_price: 97_500 },
      [[50_000, 97_500]],
      ['moved behaviour: rests is trades'],
    ],
    [
      'trades in part where it was to rest, one trade of it too low',
      intentOf(orderDraft()),
      { ...partly, average_price: 97_500 },
      [
        [10_000, 97_499],
        [20_000, 97_500.5],
      ],
      ['missed behaviour: rests is trades'],
    ],
    [
      'trades though post only',
      postOnly,
      { ...FILL, average_price: 97_500 },
      [[50_000, 97_500]],
      ['missed behaviour: rests is trades'],
    ],
    ['rests where it was to trade: the bid is gone', crossing(), {}, [], ['moved behaviour: trades is rests']],
    [
      'rests where a market order was to trade',
      intentOf(orderDraft({ type: 'market', price: '' })),
      { price: 97_410 },
      [],
      ['missed behaviour: trades is rests'],
    ],
    [
      'finds nothing where it was to trade at once or not at all',
      crossing({ time_in_force: 'immediate_or_cancel' }),
      { order_state: 'cancelled' },
      [],
      ['moved behaviour: trades is cancelled'],
    ],
    [
      'is cancelled for a reason of its own where it was to trade',
      crossing({ time_in_force: 'immediate_or_cancel' }),
      { order_state: 'cancelled', cancel_reason: 'mmp_trigger' },
      [],
      ['missed behaviour: trades is cancelled'],
    ],
    [
      'is cancelled for an order of its own account that nobody knew of',
      crossing({ time_in_force: 'immediate_or_cancel' }),
      { order_state: 'cancelled', cancel_reason: 'order_overlap' },
      [],
      ['moved behaviour: trades is cancelled'],
    ],
    [
      'is cancelled where it may rest',
      crossing(),
      { order_state: 'cancelled' },
      [],
      ['missed behaviour: trades is cancelled'],
    ],
    [
      'has a state that nobody knows',
      crossing(),
      { order_state: 'parked' },
      [],
      ['missed behaviour: trades is parked'],
    ],
    ['is booked higher', intentOf(orderDraft()), { price: 97_510 }, [], ['missed price: 97500 is 97510']],
    ['moves by another tick, post only', postOnly, { price: 97_510 }, [], ['moved price: 97500 is 97510']],
    ['moves by another tick than forecast', moved, { price: 97_412 }, [], ['moved price: 97410.5 is 97412']],
    ['is booked under what was asked', moved, { price: 97_399 }, [], ['missed price: 97410.5 is 97399']],
    [
      'is cancelled in part where the rest was to rest',
      crossing({ amount: '90000' }),
      { ...partly, order_state: 'cancelled', filled_amount: 84_210 },
      [],
      ['missed state: open is cancelled'],
    ],
    [
      'rests in part, immediate or cancel',
      crossing({ amount: '90000', time_in_force: 'immediate_or_cancel' }),
      { ...partly, filled_amount: 84_210 },
      [],
      ['missed state: cancelled is open'],
    ],
    [
      'fills in part, fill or kill',
      crossing({ amount: '90000', time_in_force: 'fill_or_kill' }),
      { ...partly, order_state: 'cancelled' },
      [],
      ['missed state: filled is cancelled'],
    ],
    ['is open though filled', crossing(), { ...FILL, order_state: 'open' }, whole, ['missed state: filled is open']],
    ['fills less than the touch', crossing(), partly, [], ['moved filled_amount: 50000 is 30000']],
    [
      'fills at a bid that fell',
      crossing(),
      { ...FILL, average_price: 97_405 },
      [[50_000, 97_405, FEE]],
      ['moved average_price: 97410 is 97405'],
    ],
    [
      'fills at a bid that rose',
      crossing({ amount: '90000' }),
      { order_state: 'filled', filled_amount: 90_000, average_price: 97_411 },
      [],
      ['moved average_price: 97410 is 97411'],
    ],
    [
      'trades under its limit',
      crossing(),
      { ...FILL, average_price: 97_410 },
      [[50_000, 97_399]],
      ['missed trade_price: 97400 is 97399'],
    ],
    [
      'is charged double',
      crossing(),
      FILL,
      [[50_000, 97_410, FEE * 2]],
      [`missed fee: 0.00017965 BTC is ${FEE * 2} BTC`],
    ],
    ['is paid a rebate', crossing(), FILL, [[50_000, 97_410, -FEE]], [`missed fee: 0.00017965 BTC is ${-FEE} BTC`]],
    [
      'is charged in another currency',
      crossing(),
      FILL,
      [[50_000, 97_410, FEE, { fee_currency: 'USDC' }]],
      [`missed fee: 0.00017965 BTC is ${FEE} USDC`],
    ],
    [
      'is booked as a maker',
      crossing(),
      FILL,
      [[50_000, 97_410, FEE, { liquidity: 'M' }]],
      ['missed liquidity: taker is maker'],
    ],
    [
      'of a price in USD comes to another price as the index moves',
      sellOption({ advanced: 'usd', price: '9000' }),
      { advanced: 'usd', usd: 9000, price: 0.1 },
      [],
      [expect.stringMatching(/^moved price: 0\.09\d+ is 0\.1$/)],
    ],
  ])('%s: that is told, side by side', (_name, row, changes, trades, expected) => {
    expect(told(row, changes, trades)).toEqual(expected);
  });

  it.each([
    ['before its partner', {}],
    ['after its partner', { order_state: 'cancelled', cancel_reason: 'oco_other_closed' }],
  ])('is none where a partner was to end it, and the reply tells of it %s', (_name, changes) => {
    const partner = childDraft({ direction: 'sell', amount: '1000', price: '97400', reduce_only: false });
    const pair = orderDraft({ linked_order_type: 'one_cancels_other', children: [partner] });
    const row = intentOf(pair);
    expect(row.expected).toMatchObject({ behaviour: 'cancelled', hangs_on_partner: true, price: '97500' });
    expect(told(row, { ...changes, oco_ref: 'OCO-1', trigger_fill_condition: 'first_hit' })).toEqual([]);
    const stop = { type: 'stop_market', trigger: 'mark_price', trigger_price: '97000', price: '' } as const;
    const waiting = told(intentOf({ ...pair, ...stop }), {
      order_state: 'untriggered',
      ...changes,
      order_type: stop.type,
    });
    expect(waiting.filter((notice) => /^missed (?:behaviour|state)/.test(notice))).toEqual([]);
    const larger = intentOf({
      ...pair,
      trigger_fill_condition: 'incremental',
      children: [{ ...partner, amount: '100000' }],
    });
    expect(larger.expected).toMatchObject({ behaviour: 'unclear', hangs_on_partner: true });
    expect(told(larger, { ...changes, oco_ref: 'OCO-1', trigger_fill_condition: 'incremental' })).toEqual([]);
    // That it sold all the same is another thing.
    expect(told(row, FILL)).toContain('missed behaviour: cancelled is trades');
  });

  it('is none where the reply does not say how much is filled', () => {
    expect(told(crossing(), { order_state: 'filled', filled_amount: undefined })).toEqual([]);
  });

  it('is counted as a surprise where the forecast could know it, and not where the market moved', () => {
    const after = (row: OrderRow, changes: Record<string, unknown>) =>
      isSurprise(judgePlaced(row, reply(row, changes), NOW_MS).row);
    expect(after(intentOf(orderDraft()), {})).toBe(false);
    expect(after(crossing(), partly)).toBe(false);
    expect(after(postOnly, { post_only: false })).toBe(true);
    expect(after(intentOf(orderDraft()), { amount: 40_000 })).toBe(true);
    expect(after(intentOf(orderDraft({ reduce_only: true })), { amount: 40_000 })).toBe(false);
  });
});

describe('a row of an older journal', () => {
  it('is read, and held against what its forecast knew', () => {
    const expected = { price: '97500', behaviour: 'rests', fee: { amount: '0.0001', currency: 'BTC' } };
    const row = orderRowSchema.parse({ ...JSON.parse(JSON.stringify(intentOf(orderDraft()))), expected });
    expect(row.expected).toMatchObject({ version: 1, fill: null, asked: null, is_price_estimate: false });
    expect(told(row, { mmp: true, price: 97_510 })).toEqual(['missed price: 97500 is 97510']);
    expect(told({ ...row, expected: null }, { price: 97_510 })).toEqual([]);
  });
});

describe('a sell that the service refuses', () => {
  const refused = (
    row: OrderRow,
    code: number,
    kind: 'refused' | 'transient' | 'credentials' | 'unknown' = 'refused',
  ) => {
    const said = { isOurs: true, message: '', param: null, reason: null };
    const failure = { kind: 'service_error', code, class: kind, ...said } as CallFailure;
    return isSurprise(judgeFailure(row, failure, NOW_MS).row);
  };

  it.each([
    ['a price between two ticks', 10_043],
    ['parameters', -32_602],
  ])('for %s, which was forecast to be taken, surprises', (_what, code) => {
    expect(refused(crossing(), code)).toBe(true);
    expect(refused(intentOf(orderDraft()), code)).toBe(true);
  });

  it.each([
    ['funds', 10_009, 'refused'],
    ['a band that moved', 10_005, 'refused'],
    ['the index of a band that moved', 10_006, 'refused'],
    ['a linked buy above the band', 10_007, 'refused'],
    ['a bid that came nearer', 11_054, 'refused'],
    ['an order of its own that nobody knew of', 10_003, 'refused'],
    ['protection that froze the account', 13_030, 'refused'],
    ['too many linked orders', 13_901, 'refused'],
    ['a cancel that came behind it', 13_666, 'refused'],
    ['a settlement', 10_041, 'transient'],
    ['the key', 11_042, 'credentials'],
    ['nothing that can be known', 11_094, 'unknown'],
  ] as const)('for %s does not', (_what, code, kind) => {
    expect(refused(crossing(), code, kind)).toBe(false);
  });

  it('for want of a position to reduce, which the forecast told of, does not', () => {
    const reducing = intentOf(orderDraft({ reduce_only: true }));
    expect(refused(reducing, 11_030)).toBe(false);
    expect(refused(intentOf(orderDraft()), 11_030)).toBe(true);
  });

  it('for a price below the band, which it forecast as raised or refused, does not', () => {
    const below = intentOf(orderDraft({ price: '95000', post_only: false }));
    expect(below.expected).toMatchObject({ price: '95948', is_price_estimate: true });
    expect(refused(below, 10_005)).toBe(false);
  });

  it('does not where the forecast said so, or could not tell', () => {
    const expecting = (behaviour: string): OrderRow => {
      const row = crossing();
      return row.expected === null ? row : { ...row, expected: { ...row.expected, behaviour } };
    };
    expect(refused(expecting('rests'), 10_043)).toBe(true);
    for (const behaviour of ['refused', 'unclear']) expect(refused(expecting(behaviour), 10_043)).toBe(false);
    expect(refused({ ...crossing(), expected: null }, 10_043)).toBe(false);
  });
});
