import fc from 'fast-check';
import { SELF_TRADE_MODES } from '../../../shared/orders/facts.ts';
import {
  ADVANCED_TYPES,
  FILL_CONDITIONS,
  LINKED_ORDER_TYPES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  TRIGGERS,
} from '../../../shared/service/order.ts';

/** Values by how often each comes. */
function weighted<const T>(...choices: readonly (readonly [weight: number, value: T])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}

/** How a number is written: mostly as it is, now and then as people and programs misspell it. */
const spelling = weighted(
  [150, 'plain'],
  [1, 'padded'],
  [1, 'leading_zeros'],
  [1, 'trailing_zero'],
  [1, 'empty'],
  [1, 'word'],
  [1, 'exponent'],
  [1, 'commas'],
  [1, 'invisible'],
  [1, 'negative'],
  [1, 'zero'],
  [1, 'twenty_digits'],
);

const priceRecipe = fc.record({
  anchor: weighted(
    [6, 'bid'],
    [4, 'ask'],
    [3, 'mark'],
    [3, 'min_price'],
    [2, 'max_price'],
    [2, 'tick_step'],
    [1, 'last'],
    [1, 'half'],
    [1, 'double'],
    [1, 'tick'],
    [1, 'minus'],
  ),
  ticks: fc.integer({ min: -3, max: 3 }),
  shift: weighted([10, 'none'], [1, 'half_tick'], [1, 'a_hair']),
  spelling,
});
export type PriceRecipe = typeof priceRecipe extends fc.Arbitrary<infer T> ? T : never;

const amountRecipe = fc.record({
  anchor: weighted([5, 'minimum'], [4, 'touch'], [2, 'two_touches'], [2, 'hundred_minimums'], [1, 'fortune']),
  steps: fc.integer({ min: -1, max: 4 }),
  shift: weighted([12, 'none'], [1, 'half_step'], [1, 'a_hair']),
  spelling,
});
export type AmountRecipe = typeof amountRecipe extends fc.Arbitrary<infer T> ? T : never;

const triggerRecipe = fc.record({
  source: fc.constantFrom(...TRIGGERS),
  /** Whether it is on the side where it waits. */
  waits: weighted([4, true], [1, false]),
  ticks: fc.integer({ min: 0, max: 4 }),
  /** A level many times as high or as low as what is watched. */
  isFar: weighted([14, false], [1, true]),
  shift: weighted([8, 'none'], [1, 'half_tick'], [1, 'a_hair']),
  /** A trailing stop's distance in ticks, or about as far as the price itself. */
  distance: weighted([6, 'ticks'], [1, 'price'], [1, 'beyond_price']),
  priceSpelling: spelling,
  offsetSpelling: spelling,
});
export type TriggerRecipe = typeof triggerRecipe extends fc.Arbitrary<infer T> ? T : never;

const termsFields = {
  type: fc.oneof(
    { weight: 5, arbitrary: fc.constant('limit' as const) },
    { weight: 9, arbitrary: fc.constantFrom(...ORDER_TYPES) },
  ),
  timeInForce: fc.oneof(
    { weight: 4, arbitrary: fc.constant('good_til_cancelled' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...TIMES_IN_FORCE) },
  ),
  price: priceRecipe,
  amount: amountRecipe,
  trigger: triggerRecipe,
  postOnly: fc.boolean(),
  rejectPostOnly: weighted([2, false], [1, true]),
  reduceOnly: weighted([5, false], [1, true]),
  label: weighted(
    [100, ''],
    [30, 'hedge'],
    [1, 'é🦊</script>'],
    [1, '🦊'.repeat(64)],
    [1, '🦊'.repeat(65)],
    [1, 'a\u0000b'],
    [1, 'a\nb'],
    [1, 'a\u202Eb'],
    [1, 'a\uD800b'],
    [1, ' hedge'],
    [1, 'used before'],
  ),
};

const childRecipe = fc.record({
  ...termsFields,
  tidy: weighted([9, true], [1, false]),
  direction: fc.constantFrom('buy' as const, 'sell' as const),
});
export type ChildRecipe = typeof childRecipe extends fc.Arbitrary<infer T> ? T : never;

const ownOrderRecipe = fc.record({
  ticks: weighted([3, 0], [2, 1], [1, -1], [1, 2], [1, -3]),
  amount: weighted([2, 'minimum'], [1, 'touch'], [1, 'hundred_minimums']),
  isIceberg: weighted([3, false], [1, true]),
});

/** Orders of the account's own in the book, of the other side: `ticks` nearer than the touch. */
const ownRecipe = fc.record({
  mode: fc.constantFrom(...SELF_TRADE_MODES),
  orders: fc.array(ownOrderRecipe, { minLength: 1, maxLength: 3 }),
});
export type OwnRecipe = typeof ownRecipe extends fc.Arbitrary<infer T> ? T : never;

/** What chance alone seldom brings together, so that few cases meet it too. */
const AIMS = {
  usd_on_linear: { kind: 'linear_option', order: 'advanced', advanced: 'usd', type: 'limit', postOnly: false },
  volatility_at_expiry: { kind: 'inverse_option', order: 'tidy', advanced: 'implv', type: 'limit', isLate: true },
  volatility_of_touch: { kind: 'inverse_option', order: 'tidy', type: 'market', local: 'tight_volatility' },
  pair_that_fills: {
    order: 'tidy',
    state: 'open',
    linkedType: 'one_triggers_one_cancels_other',
    fillCondition: 'complete_fill',
    local: null,
  },
  pair_worth_much: {
    order: 'tidy',
    state: 'open',
    linkedType: 'one_triggers_one_cancels_other',
    local: 'tight_notional',
  },
} as const;

const fields = fc.record({
  ...termsFields,
  direction: fc.constantFrom('sell' as const, 'buy' as const),
  /**
   * Whether what does not go together is left out, which makes most drafts good ones: everywhere, everywhere but in
   * one respect, or nowhere.
   */
  order: fc.oneof(
    { weight: 60, arbitrary: fc.constant('tidy' as const) },
    { weight: 12, arbitrary: fc.constant('untidy' as const) },
    {
      weight: 28,
      arbitrary: fc.constantFrom(
        'price_unasked',
        'trigger_unasked',
        'trigger_price_unasked',
        'trigger_offset_unasked',
        'no_trigger',
        'post_only',
        'reject_alone',
        'reduce_only',
        'advanced',
        'mmp',
        'display',
        'fill_condition_alone',
        'children_alone',
        'childless_link',
        'many_children',
        'many_children',
        'strict_partner',
        'partner',
        'partner',
      ),
    },
  ),
  isLate: weighted([9, false], [1, true]),
  market: fc.nat({ max: 999 }),
  kind: weighted(
    [20, 'inverse_future'],
    [10, 'linear_future'],
    [24, 'inverse_option'],
    [10, 'linear_option'],
    [6, 'spot'],
    [7, 'future_combo'],
    [7, 'option_combo'],
    [1, 'no_instrument'],
  ),
  instrument: fc.nat({ max: 9999 }),
  state: weighted(
    [100, 'open'],
    [1, 'settlement'],
    [1, 'delivered'],
    [1, 'inactive'],
    [1, 'locked'],
    [1, 'halted'],
    [1, 'archivized'],
  ),
  positionSteps: weighted([4, 0], [1, 1], [1, 7], [1, 5000], [1, -7]),
  mmpEnabled: weighted([3, true], [1, false]),
  contracts: weighted(
    [16, 'none'],
    [2, 'instead'],
    [1, 'matching'],
    [1, 'mismatching'],
    [1, 'fraction'],
    [1, 'fraction_instead'],
    [1, 'word'],
  ),
  advanced: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom(...ADVANCED_TYPES) },
  ),
  /** Of a price by volatility, percent: far, near, at the ends. */
  volatility: weighted(
    [8, '55'],
    [2, '55.125'],
    [2, '90.5'],
    [1, '5'],
    [1, '0.5'],
    [1, '500'],
    [1, '1000'],
    [1, '1000.01'],
    [1, '0'],
    [1, '-5'],
  ),
  usd: weighted([4, 'mark'], [2, 'bid'], [1, 'little'], [1, 'fortune'], [1, 'too_much'], [1, 'zero']),
  display: fc.option(
    fc.record({
      steps: fc.integer({ min: -1, max: 3 }),
      shift: weighted([8, 'none'], [1, 'half_step']),
      parts: weighted([2, '1'], [2, '2'], [2, '7'], [2, '100'], [2, '101'], [1, '102'], [1, '0.5']),
      spelling,
    }),
    { freq: 4 },
  ),
  mmp: weighted([6, false], [1, true]),
  validForMs: weighted([80, 5000], [1, 500], [1, 60_000], [1, 499], [1, 60_001], [1, 0], [1, -1]),
  linkedType: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom(...LINKED_ORDER_TYPES) },
  ),
  fillCondition: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom(...FILL_CONDITIONS) },
  ),
  children: fc.array(childRecipe, { maxLength: 3 }),
  fees: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        default: fc.record({
          type: weighted([1, 'relative'], [1, 'fixed']),
          taker: fc.constantFrom(0.5, 0.00035, 0, 1.25),
          maker: fc.constantFrom(0.5, 0.00035, 0, -0.0001),
        }),
        block_trade: fc.constantFrom(0.3, 1),
      }),
    },
  ),
  own: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: ownRecipe }),
  local: fc.oneof(
    { weight: 60, arbitrary: fc.constant(null) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'instrument_stale',
        'instrument_spoilt',
        'instrument_not_known',
        'not_looked_up',
        'ticker_missing',
        'ticker_stale',
        'selling_blocked',
        'no_credits',
        'equal_sell',
        'equal_order_undecided',
        'instrument_locked',
        'tight_price',
        'tight_volatility',
        'tight_amount',
        'tight_notional',
        'tight_soft_guards',
        'slow_link',
      ),
    },
  ),
});
const aim = weighted(
  [57, null],
  [1, 'usd_on_linear'],
  [1, 'volatility_at_expiry'],
  [1, 'volatility_of_touch'],
  [2, 'pair_that_fills'],
  [2, 'pair_worth_much'],
);

/** Everything that a case is made of but the market's own numbers, which it takes from the market. */
export const recipe = fc
  .tuple(fields, aim)
  .map(([drawn, aimed]) => (aimed === null ? drawn : { ...drawn, ...AIMS[aimed] }));
export type Recipe = typeof fields extends fc.Arbitrary<infer T> ? T : never;
export type LocalCircumstance = NonNullable<Recipe['local']>;
