import type { DecimalString } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { OrderDraft } from '../draft.ts';
import { amountLimitsOf } from '../limits/amount-limits.ts';
import { amountUnit, type OrderFacts, type OrderGuards } from '../facts.ts';
import type { Issue } from '../issue.ts';
import { checkBand } from './guards/band.ts';
import { checkDistance, checkDistanceKnown, distanceLimits } from './guards/distance.ts';
import { type GuardedOrder, readLinked, readOwn } from './guards/order.ts';
import {
  checkAmountLimit,
  checkBeyondTouch,
  checkCoinSized,
  checkNotional,
  checkTogether,
  checkWorthKnown,
  readWorth,
} from './guards/size.ts';
import { isAnySet, judge, tellUnjudged } from './guards/tiers.ts';
import { traitsOf } from '../side.ts';
import { type Asked, checkVolatility, readAsked } from './guards/volatility.ts';

/** The band, and the profile's limits against slips of the hand: soft ones ask, hard ones stop. */
export function checkGuards(draft: OrderDraft, instrument: Instrument, told: OrderFacts): Issue[] {
  const guards = inUnitOf(told.guards, instrument);
  const facts = guards === told.guards ? told : { ...told, guards };
  const { ticker } = facts;
  const own = readOwn(draft, instrument, ticker);
  const linked = draft.children.map((child) => readLinked(child, draft.linked_order_type, ticker));
  const worth = readWorth(own, instrument, ticker);
  const worths = linked.map((order) => readWorth(order, instrument, ticker));
  return [
    ...guardOwn(own, worth, instrument, facts),
    // Contracts are no number of coins.
    ...(draft.amount.trim() === '' ? [] : checkCoinSized(own, instrument, ticker)),
    ...linked.flatMap((order, child) =>
      guardLinked(order, worths[child] ?? null, draft.linked_order_type, instrument, facts).map((found) => ({
        ...found,
        child,
      })),
    ),
    ...(linked.length === 0 ? [] : judge(guards, (tier) => checkTogether(draft, [worth, ...worths], tier))),
  ];
}

/** The guards with the limits of the amounts of that instrument. */
function inUnitOf(guards: OrderGuards, instrument: Instrument): OrderGuards {
  const { soft, hard } = amountLimitsOf(guards, amountUnit(instrument));
  if (soft === guards.soft.maxAmount && hard === guards.hard.maxAmount) return guards;
  return {
    ...guards,
    soft: { ...guards.soft, maxAmount: soft },
    hard: { ...guards.hard, maxAmount: hard },
  };
}

function guardOwn(own: GuardedOrder, worth: DecimalString | null, instrument: Instrument, facts: OrderFacts): Issue[] {
  const { ticker, guards } = facts;
  const asked = readPriced(own, instrument, facts);
  const { quote } = asked;
  const issues: Issue[] = [];
  if (ticker !== null && quote !== null) {
    // The band follows the mark, so a waiting order meets its later band.
    if (!own.isAtMarket && !own.isWaiting)
      issues.push(...checkBand(quote, own.terms.direction, instrument, ticker, own.advanced === null));
    issues.push(...judge(guards, (tier) => checkDistance(quote, own, instrument, ticker, tier)));
  }
  issues.push(
    ...judge(guards, (tier) => checkVolatility(asked, own, ticker, tier)),
    ...judge(guards, (tier) => checkAmountLimit(own, instrument, tier)),
    ...judge(guards, (tier) => checkNotional(worth, tier)),
    ...checkBeyondTouch(own, instrument),
  );
  // Without a market at all that is said already.
  if (ticker === null) return issues;
  return [
    ...issues,
    ...checkWorthKnown(own, worth, guards),
    ...checkDistanceKnown(own, asked, instrument, ticker, guards),
    ...checkVolatilityKnown(own, asked, facts),
    ...checkTouchKnown(own, instrument, facts),
  ];
}

/**
 * Guards for a linked order by its own terms: size and distance; the band if it starts with the order. A trigger sets
 * the reference.
 */
function guardLinked(
  order: GuardedOrder,
  worth: DecimalString | null,
  kind: OrderDraft['linked_order_type'],
  instrument: Instrument,
  facts: OrderFacts,
): Issue[] {
  const { ticker, guards } = facts;
  // What can't be read is said already.
  if (order.amount === null) return [];
  const priced = readPriced(order, instrument, facts);
  // What its volatility is then, no market of now tells.
  const asked = order.isWaiting ? { ...priced, volatility: null, unjudged: null } : priced;
  const { quote } = asked;
  const { direction } = order.terms;
  const isLimitAtWork = kind === 'one_cancels_other' && !order.isAtMarket && !order.isWaiting;
  return [
    ...(ticker === null || quote === null || !isLimitAtWork
      ? []
      : checkBand(quote, direction, instrument, ticker, true)),
    ...judge(guards, (tier) =>
      ticker === null || quote === null ? [] : checkDistance(quote, order, instrument, ticker, tier),
    ),
    ...judge(guards, (tier) => checkVolatility(asked, order, ticker, tier)),
    ...(ticker === null ? [] : checkDistanceKnown(order, asked, instrument, ticker, guards)),
    ...(ticker === null ? [] : checkWorthKnown(order, worth, guards)),
    ...checkVolatilityKnown(order, asked, facts),
    ...checkVolatilityThen(order, instrument, facts),
    ...(ticker === null ? [] : checkTouchKnown(order, instrument, facts)),
    ...judge(guards, (tier) => checkAmountLimit(order, instrument, tier)),
    ...judge(guards, (tier) => checkNotional(worth, tier)),
    ...checkCoinSized(order, instrument, ticker),
    ...checkBeyondTouch(order, instrument),
  ];
}

/** A limit's price, or a market order's first. */
function readPriced(
  { isAtMarket, touch, price, advanced, terms }: GuardedOrder,
  instrument: Instrument,
  facts: OrderFacts,
) {
  return isAtMarket
    ? readAsked(touch?.price ?? null, null, instrument, facts, terms.direction)
    : readAsked(price, advanced, instrument, facts, terms.direction);
}

function checkVolatilityKnown({ isAtMarket }: GuardedOrder, { unjudged }: Asked, { guards }: OrderFacts): Issue[] {
  if (!isAnySet(guards, 'maxVolatilityPoints')) return [];
  // Deep in the money bids stand a little below what exercise is worth: how far from the mark says the other limit.
  if (isAtMarket && unjudged === 'volatility_below' && isAnySet(guards, 'maxDistanceFromMark')) return [];
  return tellUnjudged(isAtMarket ? 'type' : 'price', unjudged);
}

/** A linked option that waits: where no limit of distance holds its price, the one of volatility is left unjudged. */
function checkVolatilityThen(order: GuardedOrder, instrument: Instrument, { guards }: OrderFacts): Issue[] {
  const { isWaiting, price } = order;
  const isHeld = isAnySet(guards, ...distanceLimits(instrument));
  const isOption = instrument.kind === 'option';
  const isUnjudged = isOption && isWaiting && price !== null && isAnySet(guards, 'maxVolatilityPoints');
  return tellUnjudged('price', isUnjudged && !isHeld ? 'volatility_then' : null);
}

/** At market without a touch: no price to compare. */
function checkTouchKnown(
  { isAtMarket, touch, terms }: GuardedOrder,
  { kind }: Instrument,
  { guards }: OrderFacts,
): Issue[] {
  if (!isAtMarket || touch !== null) return [];
  const isLimited =
    isAnySet(guards, 'maxDistanceFromMark', 'maxDistanceFromIndex') ||
    (kind === 'option' && isAnySet(guards, 'maxVolatilityPoints'));
  return isLimited ? tellUnjudged('type', `no_${traitsOf(terms.direction).touch}`) : [];
}
