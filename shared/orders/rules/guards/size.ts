import {
  add,
  compare,
  type DecimalString,
  decimal,
  divide,
  largest,
  roundToPlaces,
  sum,
  toNumber,
  ZERO,
} from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import type { OrderDraft } from '../../draft.ts';
import { amountUnit, type GuardTier, isInverse, type OrderGuards } from '../../facts.ts';
import { type Issue, issue } from '../../issue.ts';
import { mayAllFill } from '../../outcome/linked-fills.ts';
import { type Side, SIDES } from '../../side.ts';
import { mostWorthUsd } from '../../worth.ts';
import type { GuardedOrder } from './order.ts';
import { gradeOfShare } from '../grade.ts';
import { type Finding, isAnySet, tellUnjudged } from './tiers.ts';

const HUNDRED = decimal(100);
/** An inverse amount in USD that is no more than this could be a number of coins. */
const MOST_COINS_BY_HAND = decimal(100);

/** An order's most worth; null when amount or market is unknown. */
export function readWorth({ terms, amount }: GuardedOrder, instrument: Instrument, ticker: Ticker | null) {
  return amount === null || ticker === null ? null : mostWorthUsd(terms, amount, instrument, ticker);
}

/** An order's amount. */
export function checkAmountLimit(
  { amount }: GuardedOrder,
  instrument: Instrument,
  { maxAmount }: GuardTier,
): Finding[] {
  if (amount === null || maxAmount === null || compare(amount, maxAmount) <= 0) return [];
  return [issue('warning', 'amount', 'amount_above_limit', { limit: maxAmount, unit: amountUnit(instrument) })];
}

/** What an order is worth. */
export function checkNotional(worth: DecimalString | null, { maxNotionalUsd }: GuardTier): Finding[] {
  if (worth === null || maxNotionalUsd === null || compare(worth, maxNotionalUsd) <= 0) return [];
  const params = { notional_usd: roundToPlaces(worth, 0), limit_usd: maxNotionalUsd };
  return [issue('warning', 'amount', 'notional_above_limit', params)];
}

/** A limit of the worth of an order that nothing says in USD. */
export function checkWorthKnown({ amount }: GuardedOrder, worth: DecimalString | null, guards: OrderGuards): Issue[] {
  const isUnknown = isAnySet(guards, 'maxNotionalUsd') && amount !== null && worth === null;
  return tellUnjudged('amount', isUnknown ? 'notional' : null);
}

/**
 * What one press may sell or buy together, when no order alone is too much. `worths`: the order's, then its linked
 * orders'.
 */
export function checkTogether(
  draft: OrderDraft,
  worths: readonly (DecimalString | null)[],
  { maxNotionalUsd }: GuardTier,
): Finding[] {
  const known = worths.filter((worth) => worth !== null);
  const isAlone = maxNotionalUsd === null || known.some((worth) => compare(worth, maxNotionalUsd) > 0);
  if (isAlone || known.length < worths.length) return [];
  const together = SIDES.map((side) => mostOnSide(draft, known, side)).reduce(largest);
  if (compare(together, maxNotionalUsd) <= 0) return [];
  const params = { notional_usd: roundToPlaces(together, 0), limit_usd: maxNotionalUsd };
  return [issue('warning', 'amount', 'notional_together_above_limit', params)];
}

/**
 * The most that may fill on one side, for the size guard; sides don't add up (docs/design/ticket.md, "Guards of linked
 * orders").
 */
function mostOnSide(draft: OrderDraft, worths: readonly DecimalString[], side: Side): DecimalString {
  const [first = ZERO, ...linked] = worths;
  const own = side === draft.direction ? [first] : [];
  const others = linked.filter((_worth, index) => draft.children[index]?.direction === side);
  const isPartner = draft.linked_order_type === 'one_cancels_other';
  const alternatives = isPartner ? [...own, ...others] : others;
  const most = mayAllFill(draft) ? sum(alternatives) : alternatives.reduce(largest, ZERO);
  return add(isPartner ? ZERO : sum(own), most);
}

/** Options and combos have thin books: what is more than the visible touch trades at prices that nobody has seen. */
export function checkBeyondTouch({ amount, touch, terms }: GuardedOrder, instrument: Instrument): Issue[] {
  const isThin = instrument.kind !== 'future' && instrument.kind !== 'spot';
  const visible = touch?.amount ?? null;
  if (!isThin || amount === null || touch === null || visible === null || compare(amount, visible) <= 0) return [];
  // Touches flicker: an acceptance holds down to a quarter of the touch.
  const extent = gradeOfShare(Math.sqrt(toNumber(amount) / toNumber(visible)));
  const params = { side: terms.direction, touch: touch.price, visible, unit: amountUnit(instrument), extent };
  return [issue('warning', 'amount', 'amount_beyond_touch', params)];
}

/** Ten dollars may have meant ten coins (docs/bad-inputs.json, 25). */
export function checkCoinSized({ amount }: GuardedOrder, instrument: Instrument, ticker: Ticker | null): Issue[] {
  const index = ticker?.index_price;
  if (amount === null || index == null || instrument.kind !== 'future' || !isInverse(instrument)) return [];
  const isSmall = compare(amount, MOST_COINS_BY_HAND) <= 0 && compare(amount, divide(index, HUNDRED)) < 0;
  if (!isSmall) return [];
  const params = { notional_usd: amount, currency: instrument.base_currency };
  return [issue('warning', 'amount', 'amount_looks_like_coin', params)];
}
