import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  decimal,
  type DecimalString,
  multiply,
  negate,
  parseDecimal,
  subtract,
} from '../../../../shared/decimal.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type OwnOrder, type OrderFacts, SELF_TRADE_MODES } from '../../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import type { Forecast, ForecastStep } from '../../../../shared/orders/forecast/forecast-schema.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { LINKED_CHILDREN } from '../../../../shared/orders/order-types.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { oppositeOf, type Side, SIDES } from '../../../../shared/orders/side.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { FILL_CONDITIONS, LINKED_ORDER_TYPES, ORDER_TYPES, TIMES_IN_FORCE } from '../../../../shared/service/order.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { propertyRuns } from '../../../support/repetitions.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

/** A market whose prices are so many ticks from one of its own, around which it is reflected. */
interface World {
  readonly name: string;
  readonly instrument: Instrument;
  readonly ticker: Ticker;
  readonly center: DecimalString;
  readonly tick: DecimalString;
  readonly triggers: readonly NonNullable<OrderDraft['trigger']>[];
  /** Amounts of the draft, on its step. */
  readonly unit: number;
  readonly limits: typeof NO_LIMITS;
  /** Whether the index is a price of the instrument's own, and so is reflected. */
  readonly hasOwnIndex: boolean;
  readonly markTicks: fc.Arbitrary<number>;
}

const NO_LIMITS: typeof DEFAULT_GUARDS.soft = {
  maxDistanceFromMark: null,
  maxDistanceFromTouch: null,
  maxDistanceFromIndex: null,
  maxVolatilityPoints: null,
  maxNotionalUsd: null,
  maxAmount: null,
  maxBlockRfqUsd: null,
};

const combo = (kind: 'future_combo' | 'option_combo') =>
  perpetual({ kind, settlement_period: 'month', price_index: 'btc_usd', tick_size: 0.5 });

/**
 * A combo's price is a difference: zero is in the middle, and every limit holds on both sides alike. Elsewhere the mark
 * is in the middle. Shares of other prices differ on both sides of it: those limits are left out.
 */
const WORLDS: readonly World[] = [
  ...(['future_combo', 'option_combo'] as const).map((kind) => ({
    name: kind,
    instrument: combo(kind),
    ticker: perpetualTicker(),
    center: decimal(0),
    tick: decimal('0.5'),
    triggers: ['mark_price', 'last_price'] as const,
    unit: 10,
    limits: {
      ...NO_LIMITS,
      maxDistanceFromMark: decimal('0.5'),
      maxDistanceFromTouch: decimal('0.4'),
      maxNotionalUsd: decimal(kind === 'future_combo' ? 3000 : 300_000_000),
    },
    hasOwnIndex: false,
    markTicks: fc.integer({ min: -5, max: 5 }),
  })),
  {
    name: 'perpetual',
    instrument: perpetual({ block_trade_min_trade_amount: 200_000 }),
    ticker: perpetualTicker(),
    center: decimal(97_000),
    tick: decimal('0.5'),
    triggers: ['mark_price', 'last_price', 'index_price'],
    unit: 10,
    limits: { ...NO_LIMITS, maxDistanceFromMark: decimal('0.0001'), maxNotionalUsd: decimal(3000) },
    hasOwnIndex: true,
    markTicks: fc.constant(0),
  },
  {
    name: 'option',
    instrument: option({ tick_size_steps: [], price_index: 'btc_usd' }),
    ticker: optionTicker({ mark_iv: 60 }),
    center: decimal('0.08'),
    tick: decimal('0.0001'),
    triggers: ['mark_price', 'last_price'],
    unit: 0.1,
    limits: { ...NO_LIMITS, maxDistanceFromMark: decimal('0.02'), maxNotionalUsd: decimal(3_000_000) },
    hasOwnIndex: false,
    markTicks: fc.constant(0),
  },
];

/** Prices in ticks from the middle, amounts in units. */
interface Terms {
  readonly side: Side;
  readonly type: OrderDraft['type'];
  readonly price: number;
  readonly trigger: OrderDraft['trigger'];
  readonly triggerPrice: number;
  readonly offset: number;
  readonly amount: number;
  readonly time_in_force: OrderDraft['time_in_force'];
  readonly post_only: boolean;
  readonly reject_post_only: boolean;
  readonly reduce_only: boolean;
  /** Whether what does not go together is left as it was drawn. */
  readonly isUntidy: boolean;
}

interface Own {
  readonly price: number;
  readonly amount: number;
  readonly hidden: boolean;
  readonly isNewer: boolean;
}

/** A whole case: the draft, the market and the account, all by their distance from the middle. */
interface Case {
  readonly own: Terms;
  readonly children: readonly Terms[];
  readonly link: OrderDraft['linked_order_type'];
  readonly condition: OrderDraft['trigger_fill_condition'];
  readonly display: number | null;
  readonly bid: Level | null;
  readonly ask: Level | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly mark: number | null;
  readonly last: number | null;
  readonly index: number;
  readonly buys: readonly Own[];
  readonly sells: readonly Own[];
  readonly facts: Partial<OrderFacts>;
}

interface Level {
  readonly price: number;
  readonly amount: number | null;
}

const ticks = fc.integer({ min: -24, max: 24 });
const amounts = fc.integer({ min: 1, max: 400 });
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 8 });

function terms({ triggers }: World): fc.Arbitrary<Terms> {
  return fc.record({
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom('limit' as const, 'limit' as const, ...ORDER_TYPES),
    price: ticks,
    trigger: fc.constantFrom(...triggers),
    triggerPrice: ticks,
    offset: fc.integer({ min: 1, max: 30 }),
    amount: amounts,
    time_in_force: fc.constantFrom('good_til_cancelled' as const, ...TIMES_IN_FORCE),
    post_only: fc.boolean(),
    reject_post_only: fc.boolean(),
    reduce_only: fc.integer({ max: 9, min: 0 }).map((drawn) => drawn === 0),
    isUntidy: fc.integer({ max: 14, min: 0 }).map((drawn) => drawn === 0),
  });
}

const owns = fc.array(
  fc.record({ price: ticks, amount: fc.integer({ min: 1, max: 60 }), hidden: fc.boolean(), isNewer: fc.boolean() }),
  { maxLength: 2 },
);
const levels = rarely(fc.record({ price: fc.integer({ min: 0, max: 10 }), amount: rarely(amounts) }));

function cases(world: World): fc.Arbitrary<Case> {
  const facts = fc.record({
    selfTradeMode: fc.constantFrom(null, ...SELF_TRADE_MODES),
    isTickerStale: fc.boolean(),
    areOwnOrdersUnread: fc.boolean(),
    isSelfTradeExtended: fc.boolean(),
  });
  return fc
    .record({
      own: terms(world),
      children: fc.array(terms(world), { maxLength: 2 }),
      link: fc.option(fc.constantFrom(...LINKED_ORDER_TYPES), { freq: 2 }),
      condition: fc.option(fc.constantFrom(...FILL_CONDITIONS)),
      display: fc.option(fc.integer({ min: 100, max: 400 }), { freq: 3 }),
      middle: fc.integer({ min: -6, max: 6 }),
      bid: levels,
      ask: levels,
      lowest: rarely(fc.integer({ min: -24, max: -4 })),
      highest: rarely(fc.integer({ min: 4, max: 24 })),
      mark: world.markTicks,
      last: rarely(ticks),
      index: ticks,
      buys: owns,
      sells: owns,
      facts,
    })
    .map(({ middle, bid, ask, children, link, ...drawn }) => ({
      ...drawn,
      link,
      children: link === null ? [] : children.slice(0, LINKED_CHILDREN[link].most),
      bid: bid && { ...bid, price: middle - bid.price },
      ask: ask && { ...ask, price: middle + 1 + ask.price },
    }));
}

function mirrorTerms({ side, price, triggerPrice, ...rest }: Terms): Terms {
  return { ...rest, side: oppositeOf(side), price: -price, triggerPrice: -triggerPrice };
}

const flip = <T extends { readonly price: number }>(at: T): T => ({ ...at, price: -at.price });
const negative = (at: number | null): number | null => (at === null ? null : -at);

/** The same case with every price on the other side of the middle, and each side for the other. */
function mirror({ own, children, bid, ask, lowest, highest, mark, last, index, buys, sells, ...rest }: Case): Case {
  return {
    ...rest,
    own: mirrorTerms(own),
    children: children.map(mirrorTerms),
    bid: ask && flip(ask),
    ask: bid && flip(bid),
    lowest: negative(highest),
    highest: negative(lowest),
    mark: negative(mark),
    last: negative(last),
    index: -index,
    buys: sells.map(flip),
    sells: buys.map(flip),
  };
}

const isFutureCombo = ({ instrument }: World): boolean => instrument.kind === 'future_combo';

/** What rules and forecast say of the case. */
function judge(world: World, { own, children, link, condition, display, facts, ...market }: Case) {
  const at = (count: number): DecimalString => add(world.center, multiply(decimal(count), world.tick));
  const size = (count: number): DecimalString => multiply(decimal(count), decimal(world.unit));
  const write = ({
    side,
    price,
    triggerPrice,
    offset,
    amount,
    trigger,
    type,
    isUntidy,
    ...flags
  }: Terms): ChildDraft => {
    const hasPrice = type === 'limit' || type.endsWith('_limit');
    const isPriced = hasPrice && type !== 'market_limit';
    const isTriggered = /^(?:stop|take)_/u.test(type);
    const isTrailing = type === 'trailing_stop';
    const mayPost = isUntidy || (isPriced && flags.time_in_force === 'good_til_cancelled');
    const post_only = flags.post_only && mayPost;
    // Where it waits: a stop behind the market, a take before it.
    const sign = type.startsWith('stop') === (side === 'sell') ? -1 : 1;
    return childDraft({
      ...flags,
      post_only,
      reject_post_only: flags.reject_post_only && (post_only || isUntidy),
      direction: side,
      type,
      amount: size(amount),
      price: isPriced ? at(price) : '',
      trigger: isTriggered || isTrailing ? trigger : null,
      trigger_price: isTriggered ? at(isUntidy ? triggerPrice : sign * (6 + Math.abs(triggerPrice))) : '',
      trigger_offset: isTrailing ? multiply(decimal(offset), world.tick) : '',
    });
  };
  const resting = ({ price, amount, hidden, isNewer }: Own): OwnOrder => ({
    price: at(price),
    amount: size(amount),
    shown: size(hidden ? 1 : amount),
    updatedMs: isNewer ? world.ticker.timestamp + 1 : 0,
  });
  const { bid, ask, lowest, highest, mark, last, index } = market;
  const orNull = (count: number | null): DecimalString | null => (count === null ? null : at(count));
  const ticker: Ticker = {
    ...world.ticker,
    best_bid_price: orNull(bid?.price ?? null),
    best_bid_amount: bid?.amount == null ? null : size(bid.amount),
    best_ask_price: orNull(ask?.price ?? null),
    best_ask_amount: ask?.amount == null ? null : size(ask.amount),
    min_price: orNull(lowest),
    max_price: orNull(highest),
    mark_price: orNull(mark),
    last_price: orNull(last),
    ...(world.hasOwnIndex ? { index_price: at(index) } : {}),
  };
  const mayRest = own.type.endsWith('limit') && own.type !== 'market_limit' && own.time_in_force.startsWith('good');
  const mayHide = own.isUntidy || (mayRest && display !== null && display <= own.amount && !isFutureCombo(world));
  const draft: OrderDraft = orderDraft({
    ...write(own),
    instrument_name: world.instrument.instrument_name,
    display_amount: display === null || !mayHide ? '' : size(display),
    linked_order_type: link,
    trigger_fill_condition: link === null ? null : condition,
    children: children.map(write),
  });
  const known = orderFacts({
    ...facts,
    instrument: world.instrument,
    ticker,
    ownBuys: market.buys.map(resting),
    ownSells: market.sells.map(resting),
    guards: { ...DEFAULT_GUARDS, soft: world.limits, hard: { ...NO_LIMITS, maxAmount: size(390) } },
  });
  const issues = checkDraft(draft, known);
  const hasError = issues.some(({ severity }) => severity === 'error');
  return { issues, forecast: hasError ? null : forecastOrder(draft, known) };
}

const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['buy', 'sell'],
    ['above', 'below'],
    ['bid', 'ask'],
    ['best bid', 'best ask'],
    ['no_bid', 'no_ask'],
    ['min_price', 'max_price'],
    ['price_below_band', 'price_above_band'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);
const PRICES =
  /^(?:touch|from|to|price|edge|own_price|own_last|m(?:in|ax)_price|(?:watched|trigger|order|reference)_price|fires_at)$/u;
const DELTAS = /delta$/u;
/** What goes with the level of a price: fees, the worth in coins, the premium. */
const BY_PRICE = /^(?:fee|maker|taker|block|coins|premium)$/u;

/** The same of the reflected case: prices on the other side, sides and their words for each other. */
function mirrorParams(world: World, params: Readonly<Record<string, string>>): Record<string, string> {
  const swap = (value: string): string => WORDS[value] ?? value;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const number = parseDecimal(value);
      if (number !== null && PRICES.test(name)) return [swap(name), subtract(add(world.center, world.center), number)];
      if (number !== null && DELTAS.test(name)) return [name, negate(number)];
      return [name, swap(value)];
    }),
  );
}

const isAtZero = (world: World): boolean => world.center === '0';

/** What is compared of the steps. Elsewhere than around zero, what goes with the level of prices is left out. */
function plainStep(world: World, { code, tone, params }: ForecastStep) {
  const compared = Object.entries(params).filter(([name]) => isAtZero(world) || !BY_PRICE.test(name));
  // What is paid below zero is unusual, whoever pays; above it a buyer always pays.
  const isPremium = code === 'premium' || code === 'premium_paid';
  const said = isPremium && !isAtZero(world) ? 'premium' : code;
  return { code: said, tone: isPremium ? '' : tone, params: isPremium ? {} : Object.fromEntries(compared) };
}

function plainForecast(world: World, forecast: Forecast | null) {
  return forecast && { ...forecast, steps: forecast.steps.map((step) => plainStep(world, step)) };
}

function mirrorForecast(world: World, forecast: Forecast | null): Forecast | null {
  if (forecast === null) return null;
  const price = forecast.price && subtract(add(world.center, world.center), forecast.price);
  const steps = forecast.steps.map((found) => ({ ...found, params: mirrorParams(world, found.params) }));
  return { ...forecast, price, steps };
}

/**
 * What is compared of the issues. Triggers that are far off are judged by shares above zero alone, and the limit of
 * distance from a trigger by its share of that.
 */
function plainIssues(world: World, issues: readonly Issue[]): readonly Issue[] {
  const isCompared = ({ code, params }: Issue) =>
    !code.startsWith('trigger_far') &&
    code !== 'trigger_offset_far' &&
    (isAtZero(world) || params['reference'] !== 'trigger');
  // The lower of two values is offered first on both sides; errors of one field may stand in either order of sides.
  return issues
    .filter(isCompared)
    .map((found) => ({ ...found, fixes: found.fixes.toSorted((a, b) => (a.value < b.value ? -1 : 1)) }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function mirrorIssue(world: World, found: Issue): Issue {
  const fixes = found.fixes.map(({ field, value }) => {
    const number = field.endsWith('price') ? parseDecimal(value) : null;
    return { field, value: number === null ? value : subtract(add(world.center, world.center), number) };
  });
  const code = (WORDS[found.code] ?? found.code) as Issue['code'];
  return { ...found, code, params: mirrorParams(world, found.params), fixes };
}

describe.each(WORLDS)('an order on a $name and its reflection', (world) => {
  it('meet the same rules, and go the same way', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(cases(world), (drawn) => {
        const here = judge(world, drawn);
        const there = judge(world, mirror(drawn));
        const mirrored = here.issues.map((found) => mirrorIssue(world, found));
        const found = [plainIssues(world, there.issues), plainForecast(world, there.forecast)];
        const wanted = [plainIssues(world, mirrored), plainForecast(world, mirrorForecast(world, here.forecast))];
        // Told apart at length only where they differ.
        if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
        for (const { code } of [...here.issues, ...(here.forecast?.steps ?? [])]) seen.add(code);
      }),
      propertyRuns(25_000, 1300),
    );
    // The draws come to what has a side.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'price_far',
        'price_below_band',
        'price_above_band',
        'trigger_fires_at_once',
        'would_meet_own_order',
        'linked_larger_than_order',
        'partner_trades_at_once',
        'clamped_to_band',
        'post_only_moves_price',
        'fills_at_touch',
        'rests_beyond_band',
        'touch_out_of_reach',
        'may_reach_own_order',
        'fires_into_own_order',
        'linked_into_own',
        'placed_trades',
        'follows_peak',
      ]),
    );
  });
});
