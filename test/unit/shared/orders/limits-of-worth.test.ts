import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type GuardTier, type OrderFacts } from '../../../../shared/orders/facts.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

const NO_LIMITS: GuardTier = { ...DEFAULT_GUARDS.hard, maxNotionalUsd: null, maxBlockRfqUsd: null };
const worth = (usd: number): GuardTier => ({ ...NO_LIMITS, maxNotionalUsd: decimal(usd) });
const held = (soft: GuardTier, hard: GuardTier) => ({ guards: { ...DEFAULT_GUARDS, soft, hard } });

/** What is said of the worth of a draft's orders. */
function found(draft: Partial<OrderDraft>, facts: Partial<OrderFacts>): string[] {
  return checkDraft(orderDraft(draft), orderFacts(facts))
    .filter(({ code }) => code.startsWith('notional_'))
    .map(({ severity, code, child, params }) => `${severity} ${child ?? 'sell'} ${code} ${params['notional_usd']}`);
}

const LINEAR = {
  instrument: perpetual({
    instrument_type: 'linear',
    quote_currency: 'USDC',
    contract_size: 0.001,
    min_trade_amount: 0.001,
  }),
  ...held(NO_LIMITS, worth(1_000_000)),
};
const TAKE = { trigger: 'mark_price', trigger_price: '150000' } as const;

describe('what an order of a linear future is worth at most', () => {
  it.each<[string, Partial<OrderDraft>, Record<string, unknown>, string[]]>([
    [
      'a take at market, at its trigger',
      { type: 'take_market', price: '', ...TAKE },
      {},
      ['error sell notional_above_limit 1050000'],
    ],
    [
      'a take with a lower limit',
      { type: 'take_limit', price: '115000', ...TAKE },
      {},
      ['error sell notional_above_limit 1050000'],
    ],
    ['a stop, at the mark', { type: 'stop_market', price: '', ...TAKE, trigger_price: '50000' }, {}, []],
    [
      'a limit below what is bid',
      { price: '97000' },
      { best_bid_price: 150_000 },
      ['error sell notional_above_limit 1050000'],
    ],
    [
      'at market, at what is bid',
      { type: 'market', price: '' },
      { best_bid_price: 150_000 },
      ['error sell notional_above_limit 1050000'],
    ],
    [
      'at the mark',
      { type: 'market', price: '' },
      { mark_price: 150_000 },
      ['error sell notional_above_limit 1050000'],
    ],
    [
      'what is bid, where there is no mark',
      { type: 'market', price: '' },
      { mark_price: null, best_bid_price: 150_000 },
      ['error sell notional_above_limit 1050000'],
    ],
  ])('%s', (_name, draft, ticker, expected) => {
    expect(found({ amount: '7', ...draft }, { ...LINEAR, ticker: perpetualTicker(ticker) })).toEqual(expected);
  });

  it.each<[string, Partial<ChildDraft>, string[]]>([
    [
      'a stop that buys, at its trigger',
      { type: 'stop_market', price: '', ...TAKE },
      ['error 0 notional_above_limit 1050000'],
    ],
    ['a limit that buys, no more than it pays', { price: '97000' }, []],
  ])('linked: %s', (_name, child, expected) => {
    const children = [childDraft({ amount: '7', ...child })];
    const ticker = perpetualTicker({ best_ask_price: 150_000, best_bid_price: 97_000 });
    const draft = { amount: '7', linked_order_type: 'one_triggers_other', children } as const;
    expect(found(draft, { ...LINEAR, ticker })).toEqual(expected);
  });

  it('is not read off an index that an option watches', () => {
    const facts = { instrument: option(), ticker: optionTicker(), ...held(NO_LIMITS, worth(1_000_000)) };
    const draft = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '', type: 'take_market' } as const;
    expect(found({ ...draft, trigger: 'index_price', trigger_price: '2000000' }, facts)).toEqual([]);
  });
});

describe('what the orders of one press are worth together', () => {
  const PAIR = 'one_triggers_one_cancels_other';
  const SELL = { direction: 'sell', price: '98000' } as const;
  const BUY = { direction: 'buy', price: '97000' } as const;
  const TOGETHER = 'sell notional_together_above_limit';

  it.each<
    [string, OrderDraft['linked_order_type'], OrderDraft['trigger_fill_condition'], Partial<ChildDraft>[], string[]]
  >([
    ['the sell and what its fill sells', 'one_triggers_other', null, [SELL], [`${TOGETHER} 120000`]],
    ['the sell and both that it places', 'one_triggers_other', null, [SELL, SELL], [`${TOGETHER} 180000`]],
    ['but a buy takes away from the sell', 'one_triggers_other', null, [BUY], []],
    ['two buys', 'one_triggers_other', null, [BUY, BUY], [`${TOGETHER} 120000`]],
    ['a sell beside a buy', 'one_triggers_other', null, [SELL, BUY], [`${TOGETHER} 120000`]],
    ['the sell and one of a pair', PAIR, 'first_hit', [SELL, SELL], [`${TOGETHER} 120000`]],
    ['one of a pair that buys', PAIR, 'incremental', [BUY, BUY], []],
    ['a pair of which both may fill', PAIR, 'complete_fill', [BUY, BUY], [`${TOGETHER} 120000`]],
    ['a partner that the first fill ends', 'one_cancels_other', 'first_hit', [SELL], []],
    ['a partner that each fill cuts', 'one_cancels_other', 'incremental', [SELL], []],
    ['a partner that a fill in part leaves', 'one_cancels_other', 'complete_fill', [SELL], [`${TOGETHER} 120000`]],
    ['a partner that buys', 'one_cancels_other', 'complete_fill', [{ ...BUY, price: '96500' }], []],
  ])('%s', (_name, linked_order_type, trigger_fill_condition, children, expected) => {
    const draft = {
      amount: '60000',
      linked_order_type,
      trigger_fill_condition,
      children: children.map((child) => childDraft({ amount: '60000', ...child })),
    };
    const limit = worth(100_000);
    expect(found(draft, held(NO_LIMITS, limit))).toEqual(expected.map((each) => `error ${each}`));
    expect(found(draft, held(limit, NO_LIMITS))).toEqual(expected.map((each) => `warning ${each}`));
    expect(found(draft, held(limit, limit))).toEqual(expected.map((each) => `error ${each}`));
  });

  it('is not said again where one of them is too much by itself, but by a tier that none of them passes', () => {
    const children = [childDraft({ ...SELL, amount: '60000' })];
    const draft = { amount: '60000', linked_order_type: 'one_triggers_other', children } as const;
    expect(found(draft, held(worth(50_000), NO_LIMITS))).toEqual([
      'warning sell notional_above_limit 60000',
      'warning 0 notional_above_limit 60000',
    ]);
    expect(found(draft, held(worth(50_000), worth(100_000)))).toEqual([
      'warning sell notional_above_limit 60000',
      'warning 0 notional_above_limit 60000',
      'error sell notional_together_above_limit 120000',
    ]);
  });
});

describe('what a linked buy is worth at most', () => {
  const buying = (child: Partial<ChildDraft>): Partial<OrderDraft> => ({
    amount: '1',
    linked_order_type: 'one_triggers_other',
    trigger_fill_condition: 'first_hit',
    children: [childDraft({ direction: 'buy', ...child })],
  });

  it('is no more than its limit pays, wherever the market stands', () => {
    expect(found(buying({ price: '40000', amount: '20' }), LINEAR)).toEqual([]);
    expect(found(buying({ price: '60000', amount: '20' }), LINEAR)).toEqual(['error 0 notional_above_limit 1200000']);
  });

  it('asks where nothing tells it', () => {
    const nothing = { mark_price: null, last_price: null, best_ask_price: null, best_bid_price: null };
    const ticker = perpetualTicker(nothing);
    const draft = buying({
      type: 'trailing_stop',
      price: '',
      trigger: 'last_price',
      trigger_offset: '500',
      amount: '9',
    });
    const asked = checkDraft(orderDraft(draft), orderFacts({ ...LINEAR, ticker })).filter(
      ({ child, params }) => child === 0 && params['guard'] === 'notional',
    );
    expect(asked).toMatchObject([{ severity: 'warning', field: 'amount', code: 'guard_unjudged' }]);
  });
});
