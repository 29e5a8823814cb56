import {
  absolute,
  compare,
  type DecimalString,
  decimal,
  divide,
  isZero,
  largest,
  multiply,
  parseDecimal,
  roundToPlaces,
  subtract,
} from '../../decimal.ts';
import { convertPrice } from '../../options/price-forms.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { SellDraft } from '../draft.ts';
import { amountUnit, bestBid, type GuardTier, isInverse, type SellFacts } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { notionalUsd } from '../notional.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { nearestPrices, tickAt } from '../tick.ts';
import { readSize } from './size.ts';

const HUNDRED = '100' as DecimalString;
/** An inverse amount in USD that is no more than this could be a number of coins. */
const MOST_COINS_BY_HAND = decimal(100);

/** The band, and the profile's limits against slips of the hand: soft ones ask, hard ones stop. */
export function checkGuards(draft: SellDraft, instrument: Instrument, facts: SellFacts): Issue[] {
  const { ticker, guards } = facts;
  const amount = readSize(draft, instrument);
  const price = ORDER_TYPE_TRAITS[draft.type].hasPrice ? parseDecimal(draft.price) : null;
  const asked = readAsked(price, draft.advanced, instrument, facts);
  const { quote, volatility } = asked;
  const issues: Issue[] = [];
  if (ticker !== null && quote !== null) {
    issues.push(...checkBand(quote, 'sell', instrument, ticker, draft.advanced === null));
    // A volatility has a limit of its own.
    if (draft.advanced !== 'implv') issues.push(...judge(guards, (tier) => checkDistance(quote, ticker, tier)));
  }
  issues.push(...judge(guards, (tier) => checkVolatility(volatility, ticker, tier)));
  if (amount !== null) {
    issues.push(
      ...judge(guards, (tier) => checkAmountLimit(amount, instrument, tier)),
      ...judge(guards, (tier) => checkNotional(amount, price, instrument, ticker, tier)),
      ...checkCoinSized(amount, instrument, ticker),
    );
  }
  issues.push(...checkUnjudged(asked, draft, instrument, facts));
  return [...issues, ...draft.children.flatMap((_child, index) => guardChild(draft, index, instrument, facts))];
}

/**
 * A linked order by the limits of the order itself: its size, and a limit's distance; the band too, where it goes to work with
 * the order. What waits for a trigger is meant for another market.
 */
function guardChild(draft: SellDraft, index: number, instrument: Instrument, facts: SellFacts): Issue[] {
  const { ticker, guards } = facts;
  const child = draft.children[index];
  if (child === undefined) return [];
  const amount = parseDecimal(child.amount);
  if (amount === null) return [];
  const { hasPrice, triggeredBy } = ORDER_TYPE_TRAITS[child.type];
  const price = hasPrice ? parseDecimal(child.price) : null;
  const isAtWork = draft.linked_order_type === 'one_cancels_other' && triggeredBy === null;
  const band =
    ticker === null || price === null || !isAtWork ? [] : checkBand(price, child.direction, instrument, ticker, true);
  const isFar = (tier: GuardTier): Finding[] =>
    ticker === null || price === null || triggeredBy !== null ? [] : checkDistance(price, ticker, tier);
  // Its price is in the quote whatever form the order's was typed in.
  const { volatility, unjudged } = readAsked(triggeredBy === null ? price : null, null, instrument, facts);
  return [
    ...band,
    ...judge(guards, isFar),
    ...judge(guards, (tier) => checkVolatility(volatility, ticker, tier)),
    ...(isSet(guards, 'maxVolatilityPoints') ? tellUnjudged('price', unjudged) : []),
    ...judge(guards, (tier) => checkAmountLimit(amount, instrument, tier)),
    ...judge(guards, (tier) => checkNotional(amount, price, instrument, ticker, tier)),
  ].map((found) => ({ ...found, child: index }));
}

type Finding = Omit<Issue, 'severity'>;

/**
 * Limits that the market gives nothing to judge by: what it is worth, how far the price is away, its volatility. They ask,
 * for a limit that says nothing when it knows nothing is none.
 */
function checkUnjudged(
  { quote, unjudged: whyVolatility }: Asked,
  draft: SellDraft,
  instrument: Instrument,
  { ticker, guards }: SellFacts,
): Issue[] {
  // Without a market at all that is said already.
  if (ticker === null) return [];
  const amount = readSize(draft, instrument);
  const price = ORDER_TYPE_TRAITS[draft.type].hasPrice ? parseDecimal(draft.price) : null;
  const isPriced = quote !== null && draft.advanced !== 'implv';
  const isUnknown = (reference: DecimalString | null | undefined) => reference == null || isZero(reference);
  const isAnySet = (...limits: (keyof GuardTier)[]) => limits.some((limit) => isSet(guards, limit));
  const isDistanceSet = isAnySet('maxDistanceFromMark', 'maxDistanceFromBid', 'maxDistanceFromIndex');
  const unjudged: readonly (readonly [guard: string, field: 'amount' | 'price', isUnjudged: boolean])[] = [
    [
      'notional',
      'amount',
      isAnySet('maxNotionalUsd') && amount !== null && readWorth(amount, price, instrument, ticker) === null,
    ],
    ['mark', 'price', isAnySet('maxDistanceFromMark') && isPriced && isUnknown(ticker.mark_price)],
    ['bid', 'price', isAnySet('maxDistanceFromBid') && isPriced && isUnknown(bestBid(ticker)?.price)],
    ['index', 'price', isAnySet('maxDistanceFromIndex') && isPriced && isUnknown(ticker.index_price)],
    ['conversion', 'price', isDistanceSet && draft.advanced === 'usd' && price !== null && quote === null],
  ];
  return [
    ...unjudged.flatMap(([guard, field, isUnjudged]) => tellUnjudged(field, isUnjudged ? guard : null)),
    ...(isAnySet('maxVolatilityPoints') ? tellUnjudged('price', whyVolatility) : []),
  ];
}

function isSet({ soft, hard }: SellFacts['guards'], limit: keyof GuardTier): boolean {
  return soft[limit] !== null || hard[limit] !== null;
}

function tellUnjudged(field: 'amount' | 'price', guard: string | null): Issue[] {
  return guard === null ? [] : [issue('warning', field, 'guard_unjudged', { guard })];
}

/** What is asked for less than the market pays still goes for what it is worth. Null where that is not known. */
function readWorth(
  amount: DecimalString,
  price: DecimalString | null,
  instrument: Instrument,
  ticker: Ticker,
): DecimalString | null {
  const mark = ticker.mark_price ?? price;
  return notionalUsd(instrument, amount, price === null || mark === null ? price : largest(price, mark), ticker);
}

/** Findings of the hard tier as errors; those of the soft tier that the hard one hasn't made, as warnings. */
function judge(guards: SellFacts['guards'], find: (tier: GuardTier) => Finding[]): Issue[] {
  const hard = find(guards.hard).map((found): Issue => ({ ...found, severity: 'error' }));
  const soft = find(guards.soft).map((found): Issue => ({ ...found, severity: 'warning' }));
  const isCovered = (found: Issue) =>
    hard.some(({ code, params }) => code === found.code && params['reference'] === found.params['reference']);
  return [...hard, ...soft.filter((found) => !isCovered(found))];
}

/**
 * Sell prices under the band are raised to it, and buys above it lowered (contract, "Limits", price bounds); beyond its other
 * end, nobody may trade with them. `isQuote`: the price was typed in the instrument's quote, in which the band is told.
 */
function checkBand(
  price: DecimalString,
  side: 'buy' | 'sell',
  instrument: Instrument,
  ticker: Ticker,
  isQuote: boolean,
): Issue[] {
  const { min_price, max_price } = ticker;
  const fix = (value: DecimalString) => (isQuote ? [{ field: 'price' as const, value }] : []);
  if (min_price != null && compare(price, min_price) < 0) {
    return [
      issue(
        'warning',
        'price',
        'price_below_band',
        { min_price, side },
        fix(nearestPrices(instrument, min_price).above),
      ),
    ];
  }
  if (max_price != null && compare(price, max_price) > 0) {
    const below = nearestPrices(instrument, max_price).below ?? max_price;
    return [issue('warning', 'price', 'price_above_band', { max_price, side }, fix(below))];
  }
  return [];
}

function checkDistance(price: DecimalString, ticker: Ticker, tier: GuardTier): Finding[] {
  const references: [name: string, reference: DecimalString | null | undefined, limit: DecimalString | null][] = [
    ['mark', ticker.mark_price, tier.maxDistanceFromMark],
    ['best bid', bestBid(ticker)?.price, tier.maxDistanceFromBid],
    ['index', ticker.index_price, tier.maxDistanceFromIndex],
  ];
  return references.flatMap(([name, reference, limit]) => {
    if (reference == null || limit === null || isZero(reference)) return [];
    const [distance, size] = [absolute(subtract(price, reference)), absolute(reference)];
    if (compare(distance, multiply(limit, size)) <= 0) return [];
    const params = {
      reference: name,
      percent: roundToPlaces(multiply(divide(distance, size), HUNDRED), 1),
      reference_price: reference,
      limit_percent: roundToPlaces(multiply(limit, HUNDRED), 1),
    };
    return [issue('warning', 'price', 'price_far', params)];
  });
}

/** What the price asks for, whatever form it was typed in. */
interface Asked {
  /** In the instrument's quote; of USD and volatilities what they come to on the tick. Null where that is not known. */
  readonly quote: DecimalString | null;
  /** In percent; null for what is not an option, and within a tick of the mark, where a price can't say it more finely. */
  readonly volatility: DecimalString | null;
  /**
   * Why the volatility of an option's price can't be held against the mark's: the mark has none, what it takes to compute one
   * of the price is not known, or the price lies below or above all that some volatility gives. Null where it can, and near
   * the mark.
   */
  readonly unjudged: 'volatility' | 'volatility_of_price' | 'volatility_below' | 'volatility_above' | null;
}

function readAsked(
  price: DecimalString | null,
  advanced: SellDraft['advanced'],
  instrument: Instrument,
  { ticker, serviceNowMs }: SellFacts,
): Asked {
  const isOption = instrument.kind === 'option';
  if (price === null || ticker === null || !(isOption || advanced !== null)) {
    return { quote: price, volatility: null, unjudged: null };
  }
  const forms = convertPrice(price, advanced, instrument, ticker, serviceNowMs);
  const quote = advanced === null ? price : (forms?.quote ?? null);
  const { mark_iv, mark_price } = ticker;
  const whyOfMark = isOption && mark_iv == null ? 'volatility' : null;
  if (advanced === 'implv') return { quote, volatility: price, unjudged: whyOfMark };
  const unknown = { quote, volatility: null } as const;
  const onTick = forms?.quote ?? quote;
  if (!isOption || (onTick !== null && isNear(onTick, instrument, ticker))) return { ...unknown, unjudged: null };
  if (whyOfMark !== null || forms === null) return { ...unknown, unjudged: whyOfMark ?? 'volatility_of_price' };
  if (forms.volatility !== null) return { quote, volatility: forms.volatility, unjudged: null };
  const isBelow = mark_price == null || compare(forms.quote, mark_price) < 0;
  return { ...unknown, unjudged: isBelow ? 'volatility_below' : 'volatility_above' };
}

function isNear(quote: DecimalString, instrument: Instrument, { mark_price }: Ticker): boolean {
  if (mark_price == null) return false;
  return compare(absolute(subtract(quote, mark_price)), tickAt(instrument, mark_price)) <= 0;
}

function checkVolatility(percent: DecimalString | null, ticker: Ticker | null, tier: GuardTier): Finding[] {
  const mark_iv = ticker?.mark_iv;
  if (percent === null || mark_iv == null || tier.maxVolatilityPoints === null) return [];
  const points = absolute(subtract(percent, mark_iv));
  if (compare(points, tier.maxVolatilityPoints) <= 0) return [];
  const params = { points: roundToPlaces(points, 1), mark_iv, limit_points: tier.maxVolatilityPoints };
  return [issue('warning', 'price', 'volatility_far', params)];
}

function checkAmountLimit(amount: DecimalString, instrument: Instrument, tier: GuardTier): Finding[] {
  if (tier.maxAmount === null || compare(amount, tier.maxAmount) <= 0) return [];
  const params = { limit: tier.maxAmount, unit: amountUnit(instrument) };
  return [issue('warning', 'amount', 'amount_above_limit', params)];
}

function checkNotional(
  amount: DecimalString,
  price: DecimalString | null,
  instrument: Instrument,
  ticker: Ticker | null,
  tier: GuardTier,
): Finding[] {
  const notional = ticker === null ? null : readWorth(amount, price, instrument, ticker);
  if (notional === null || tier.maxNotionalUsd === null || compare(notional, tier.maxNotionalUsd) <= 0) return [];
  const params = { notional_usd: roundToPlaces(notional, 0), limit_usd: tier.maxNotionalUsd };
  return [issue('warning', 'amount', 'notional_above_limit', params)];
}

/** Ten typed on an inverse contract is ten dollars: perhaps ten coins were meant (docs/bad-inputs.json, 25). */
function checkCoinSized(amount: DecimalString, instrument: Instrument, ticker: Ticker | null): Issue[] {
  const index = ticker?.index_price;
  if (index == null || instrument.kind !== 'future' || !isInverse(instrument)) return [];
  const isSmall = compare(amount, MOST_COINS_BY_HAND) <= 0 && compare(amount, divide(index, HUNDRED)) < 0;
  // The smallest order there is can't have been meant as coins.
  if (!isSmall || compare(amount, instrument.min_trade_amount) === 0) return [];
  const params = { notional_usd: amount, currency: instrument.base_currency };
  return [issue('warning', 'amount', 'amount_looks_like_coin', params)];
}
