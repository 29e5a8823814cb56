import fc from 'fast-check';
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
const MARK = { ...NO_LIMITS, maxDistanceFromMark: decimal('0.3') };
const INDEX = { ...NO_LIMITS, maxDistanceFromIndex: decimal('0.3') };
const BID = { ...NO_LIMITS, maxDistanceFromTouch: decimal('0.3') };
const VOLATILITY = { ...NO_LIMITS, maxVolatilityPoints: decimal(20) };

/** At a volatility of 34 % it is worth what the mark says. */
const KNOWN = { mark_iv: 34, underlying_price: 99_000, min_price: 0.0001, max_price: 0.9 };
const COMBO = { kind: 'option_combo', strike: undefined, option_type: undefined, tick_size_steps: [] };

const tiers = (soft: GuardTier, hard: GuardTier) => ({ guards: { ...DEFAULT_GUARDS, soft, hard } });
const ofOption = (ticker: Record<string, unknown>, hard: GuardTier): Partial<OrderFacts> => ({
  instrument: option(),
  ticker: optionTicker({ ...KNOWN, ...ticker }),
  ...tiers(NO_LIMITS, hard),
});
const ofPerpetual = (ticker: Record<string, unknown>, hard: GuardTier): Partial<OrderFacts> => ({
  instrument: perpetual(),
  ticker: perpetualTicker(ticker),
  ...tiers(NO_LIMITS, hard),
});

function found(draft: Partial<OrderDraft>, facts: Partial<OrderFacts>): string[] {
  const { instrument_name = '', kind } = facts.instrument ?? {};
  const amount = kind === 'future' ? '1000' : '10';
  return checkDraft(orderDraft({ instrument_name, amount, price: '', ...draft }), orderFacts(facts)).map(
    ({ severity, field, code, params, child }) => {
      const what = params['guard'] ?? params['reference'];
      return [
        severity,
        ...(child === null ? [] : [String(child)]),
        field,
        code,
        ...(what === undefined ? [] : [what]),
      ].join(' ');
    },
  );
}

describe.each(['market', 'market_limit'] as const)('a %s sell', (type) => {
  it.each<[string, Partial<OrderFacts>, string[]]>([
    ['into a bid far below the mark', ofOption({ best_bid_price: 0.0001 }, MARK), ['error type touch_far mark']],
    ['into a bid near the mark', ofOption({}, MARK), []],
    [
      'of a perpetual into a bid far below the mark',
      ofPerpetual({ best_bid_price: 50_000 }, MARK),
      ['error type touch_far mark'],
    ],
    ['into a bid far below the index', ofPerpetual({ best_bid_price: 50_000 }, INDEX), ['error type touch_far index']],
    ['where only the distance from the bid is limited', ofPerpetual({ best_bid_price: 50_000 }, BID), []],
    [
      'into a bid of far less volatility',
      ofOption({ best_bid_price: 0.0005 }, VOLATILITY),
      ['error type touch_volatility_far'],
    ],
    ['into a bid of nearly the mark’s volatility', ofOption({ best_bid_price: 0.07 }, VOLATILITY), []],
    [
      'whose volatility can’t be computed',
      ofOption({ underlying_price: null, best_bid_price: 0.07 }, VOLATILITY),
      ['warning type guard_unjudged volatility_of_price'],
    ],
    [
      'where the mark has no volatility',
      ofOption({ mark_iv: null, best_bid_price: 0.07 }, VOLATILITY),
      ['warning type guard_unjudged volatility'],
    ],
    ['without a mark', ofOption({ mark_price: null }, MARK), ['warning type guard_unjudged mark']],
    ['without an index', ofPerpetual({ index_price: null }, INDEX), ['warning type guard_unjudged index']],
    [
      'where nobody bids',
      ofOption({ best_bid_price: 0, best_bid_amount: 0 }, MARK),
      ['warning type guard_unjudged no_bid'],
    ],
    [
      'where nobody bids for volatility',
      ofOption({ best_bid_price: null }, VOLATILITY),
      ['warning type guard_unjudged no_bid'],
    ],
    [
      'of a perpetual where nobody bids',
      ofPerpetual({ best_bid_price: null }, MARK),
      ['warning type guard_unjudged no_bid'],
    ],
    ['of what has no volatility where nobody bids', ofPerpetual({ best_bid_price: null }, VOLATILITY), []],
    ['into a bid a tick below a mark of three', ofOption({ mark_price: 0.0003, best_bid_price: 0.0002 }, MARK), []],
    [
      'into a bid of a tick, below a mark of ten',
      ofOption({ mark_price: 0.001, best_bid_price: 0.0001 }, MARK),
      ['error type touch_far mark'],
    ],
    [
      'of a combo into a bid some ticks below a mark near zero',
      { ...ofOption({ mark_price: 0.0002, best_bid_price: -0.0001 }, MARK), instrument: option(COMBO) },
      [],
    ],
    [
      'of a combo whose mark is zero into a bid far below it',
      { ...ofOption({ mark_price: 0, best_bid_price: -0.01 }, MARK), instrument: option(COMBO) },
      ['error type touch_far mark'],
    ],
    ['of an option, whose index is no price of it', ofOption({}, INDEX), []],
    [
      'of an option deep in the money, into a bid just below what exercise is worth',
      ofOption(
        { mark_iv: 50, mark_price: 0.5, underlying_price: 200_000, best_bid_price: 0.4985 },
        { ...MARK, ...VOLATILITY, maxDistanceFromMark: decimal('0.3') },
      ),
      [],
    ],
    [
      'of the same where the volatility alone is limited',
      ofOption({ mark_iv: 50, mark_price: 0.5, underlying_price: 200_000, best_bid_price: 0.4985 }, VOLATILITY),
      ['warning type guard_unjudged volatility_below'],
    ],
    ['where nobody bids and nothing is limited', ofOption({ best_bid_price: null }, NO_LIMITS), []],
  ])('%s', (_name, facts, expected) => {
    expect(found({ type }, facts)).toEqual(expected);
  });

  it('asks where the soft tier alone is passed, once', () => {
    const facts = {
      ...ofOption({ best_bid_price: 0.04 }, NO_LIMITS),
      ...tiers(MARK, { ...MARK, maxDistanceFromMark: decimal('0.6') }),
    };
    expect(found({ type }, facts)).toEqual(['warning type touch_far mark']);
  });

  it.each<[string, Partial<OrderFacts>, string[]]>([
    ['an option', ofOption({ best_bid_amount: 9.9 }, NO_LIMITS), ['warning amount amount_beyond_touch']],
    ['an option, to the last tenth', ofOption({ best_bid_amount: 10 }, NO_LIMITS), []],
    [
      'a combo',
      { ...ofOption({ best_bid_amount: 1 }, NO_LIMITS), instrument: option(COMBO) },
      ['warning amount amount_beyond_touch'],
    ],
    ['an option whose bid has no amount', ofOption({ best_bid_amount: null }, NO_LIMITS), []],
    ['a perpetual', ofPerpetual({ best_bid_amount: 1 }, NO_LIMITS), []],
  ])('for more than is bid at first asks of a thin book: %s', (_name, facts, expected) => {
    expect(found({ type }, facts)).toEqual(expected);
  });

  it('is stopped where a limit at its bid would be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (ticks) => {
        const best_bid_price = (ticks * 5) / 10_000;
        const facts = ofOption(
          { best_bid_price, best_bid_amount: 100 },
          { ...MARK, ...VOLATILITY, maxDistanceFromMark: decimal('0.3') },
        );
        const strip = (codes: string[]) =>
          codes.map((each) => each.replace(/^(\w+) (?:price|type) (?:price_|touch_)?/, '$1 ').replace('touch_', ''));
        const limit = found({ type: 'limit', price: String(decimal(best_bid_price)) }, facts);
        expect(strip(found({ type }, facts))).toEqual(strip(limit));
      }),
    );
  });
});

describe('what waits for a trigger', () => {
  it.each(['stop_market', 'trailing_stop'] as const)('is not held to the touch of now: %s', (type) => {
    const levels = type === 'stop_market' ? { trigger_price: '0.06' } : { trigger_offset: '0.01' };
    const facts = ofOption({ best_bid_price: 0.0001, best_bid_amount: 1 }, { ...MARK, ...VOLATILITY });
    expect(found({ type, trigger: 'mark_price', ...levels }, facts)).toEqual([]);
  });
});

describe('a linked order at market', () => {
  const linked = (kind: OrderDraft['linked_order_type'], child: Partial<ChildDraft>): Partial<OrderDraft> => ({
    price: '0.075',
    linked_order_type: kind,
    trigger_fill_condition: 'first_hit',
    children: [childDraft({ type: 'market', price: '', amount: '10', reduce_only: false, ...child })],
  });
  const guardsOf = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts>) =>
    found(draft, facts).filter((each) => / 0 .*(?:touch_|guard_|amount_beyond)/.test(each));

  it.each<[string, Partial<ChildDraft>, Record<string, unknown>, string[]]>([
    [
      'sells into a bid far below the mark',
      { direction: 'sell' },
      { best_bid_price: 0.0001 },
      ['error 0 type touch_far mark'],
    ],
    ['buys from an ask far above it', { direction: 'buy' }, { best_ask_price: 0.2 }, ['error 0 type touch_far mark']],
    ['buys, where the bid alone is far', { direction: 'buy' }, { best_bid_price: 0.0001, best_ask_amount: 20 }, []],
    [
      'finds nobody to sell to',
      { direction: 'sell' },
      { best_bid_price: null },
      ['warning 0 type guard_unjudged no_bid'],
    ],
    [
      'finds nobody to buy from',
      { direction: 'buy' },
      { best_ask_price: null },
      ['warning 0 type guard_unjudged no_ask'],
    ],
    [
      'has no mark to be held against',
      { direction: 'buy' },
      { mark_price: null, best_ask_amount: 20 },
      ['warning 0 type guard_unjudged mark'],
    ],
    [
      'buys more than is offered at first',
      { direction: 'buy' },
      { best_ask_amount: 8 },
      ['warning 0 amount amount_beyond_touch'],
    ],
  ])('that goes to work with the sell %s', (_name, child, ticker, expected) => {
    const facts = ofOption({ best_ask_amount: 20, ...ticker }, MARK);
    expect(guardsOf(linked('one_cancels_other', child), facts)).toEqual(expected);
  });

  it('that the fill of the sell places meets another market', () => {
    const facts = ofOption({ best_bid_price: 0.0001, best_bid_amount: 1, best_ask_price: 0.2 }, MARK);
    for (const direction of ['buy', 'sell'] as const) {
      expect(guardsOf(linked('one_triggers_other', { direction }), facts), direction).toEqual([]);
    }
  });
});
