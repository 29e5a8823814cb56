import type { DecimalString } from '../../../shared/decimal.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import type { CancelCounts, CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { mayGoOn } from '../../../shared/orders/outcome/may-go-on.ts';
import { readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { isResting, mayRestUnseen } from '../../../shared/orders/outcome/resting.ts';
import { readBookedPrice, readTriggerLevel } from './booked-price.ts';
import { showForeign } from './foreign-text.ts';
import { formatDecimal } from '../words/shown.ts';
import { spell } from '../words/spell.ts';

type Cancels = SessionStatus['cancels'];

/** Whether the service lets single orders be cancelled, as far as is known. */
export function canCancelSingly({ by_id, by_label }: Cancels): boolean {
  return by_id === 'offered' || by_label === 'offered';
}

/** Whether all that could be done is to cancel every order of the account; that it is offered is not known till tried. */
export function canOnlyCancelAccount(cancels: Cancels): boolean {
  const { by_id, by_label, account } = cancels;
  const isAnswered = by_id !== 'unknown' && by_label !== 'unknown';
  return isAnswered && !canCancelSingly(cancels) && (account === 'unknown' || account === 'offered');
}

/** Why no order can be cancelled singly; null where one can. */
export function whyNoCancel(cancels: Cancels): string | null {
  if (canCancelSingly(cancels)) return null;
  const offers = [cancels.by_id, cancels.by_label];
  if (offers.includes('unknown')) return 'whether the service offers a cancel is being asked';
  if (offers.includes('read_only')) return 'another instance of the terminal holds this profile: cancel there';
  return offers.includes('not_permitted')
    ? 'this profile’s key may not cancel orders'
    : 'this service offers no cancel';
}

/**
 * Whether the order can be asked to be cancelled with others: it rests, and no cancel of it was asked for that has no answer
 * yet. One without an answer may be made again: it can do nothing twice.
 */
export function isCancellable(row: OrderRow, cancels: Cancels | null): boolean {
  return row.cancel?.state !== 'requested' && mayPressCancel(row, cancels);
}

/** Whether its own Cancel can be pressed now: one that waits in the line of many goes at once then. */
export function mayPressCancel(row: OrderRow, cancels: Cancels | null): boolean {
  return whyNotCancelled(row, cancels) === null;
}

/** Why its own Cancel can't be pressed now; null where it can. */
export function whyNotCancelled(row: OrderRow, cancels: Cancels | null): string | null {
  if (!isResting(row)) return whyNotResting(row);
  if (row.cancel?.state === 'requested' && !CREDIT_REASONS.has(row.cancel.reason)) return 'its cancel is on its way';
  return cancels === null ? 'whether the service offers a cancel is being asked' : whyNoCancel(cancels);
}

function whyNotResting(row: OrderRow): string {
  if (readLostSight(row) !== null || (row.outcome === 'closed' && mayRestUnseen(row))) {
    return 'the service shows no order of it that could be cancelled';
  }
  return mayRestUnseen(row) ? 'what became of it is not known yet' : 'nothing of it rests';
}

/** Whether a cancel of it was sent, and what became of that is not known yet. */
export function isBeingLookedUp(row: OrderRow): boolean {
  const state = row.cancel?.state;
  if (mayGoOn(row)) return true;
  return isResting(row) && (state === 'requested' || state === 'unknown' || state === 'ended');
}

/** It waits for no more than its turn. */
const CREDIT_REASONS: ReadonlySet<string | null> = new Set(['no_credits', 'no_credits_again']);

/** What a cancel waits for. */
const WAITING_TEXTS: ReadonlyMap<string | null, string> = new Map([
  ['no_credits', 'Cancelling, as soon as the account’s limit allows…'],
  ['no_credits_again', 'Cancelling again, as soon as the account’s limit allows…'],
  ['settlement_in_progress', 'The books are in settlement, for seconds: cancelling as soon as they take it…'],
  ['matching_engine_queue_full', 'The service has too much to do: cancelling as soon as it takes it…'],
  ['retry', 'The service has too much to do: cancelling as soon as it takes it…'],
]);

/** What became of the wish to cancel, in words; null where the order's own state says it. */
export function describeCancel(row: OrderRow): string | null {
  const { cancel } = row;
  if (cancel === null) return null;
  const reason = cancel.reason === null ? '' : `: ${showForeign(cancel.reason.replaceAll('_', ' '))}`;
  if (mayGoOn(row)) return describePieces(row);
  // However the cancel fared, the order has come to its end since.
  if (!isResting(row))
    return row.order?.order_state === 'cancelled' ? null : 'Already gone when it was to be cancelled.';
  const texts: Record<CancelState, string> = {
    requested: WAITING_TEXTS.get(cancel.reason) ?? 'Cancelling…',
    cancelled: 'It was cancelled as far as was shown. What came into view since rests: cancel it again.',
    ended: 'The service says that it is gone already; looking.',
    refused: `Not cancelled, the service refused${reason}.`,
    not_sent:
      cancel.reason === 'no_credits'
        ? 'The cancel was not sent: the terminal ended before the account’s limit allowed it. Cancel it again.'
        : `The cancel was not sent${reason}.`,
    unknown:
      cancel.reason === 'not_ended'
        ? 'The service took the cancel and shows the order as it was; looking it up.'
        : 'No answer to the cancel; looking it up. Cancel it again if you like: that can do nothing twice.',
    still_open: 'No answer told of its end, and it still rests. Cancel it again: that can do nothing twice.',
  };
  return texts[cancel.state];
}

/** Of what is placed piece by piece, where its cancel took all that was shown. */
function describePieces(row: OrderRow): string {
  if (isResting(row))
    return 'More of it was placed before the cancel came, and rests. Cancel it again if you like: that can do nothing twice.';
  const ended = row.order?.order_state === 'cancelled' ? 'Cancelled' : 'Gone';
  return `${ended} as far as is shown. Looking whether more of it was placed meanwhile…`;
}

/** `Sell 50,000 USD of BTC-PERPETUAL`. */
export function nameAmount({ direction, instrument_name }: OrderRow, amount: DecimalString): string {
  const side = direction === 'buy' ? 'Buy' : 'Sell';
  return `${side} ${formatDecimal(amount)} ${amountUnitOfName(instrument_name)} of ${instrument_name}`;
}

/** An order in a few words, to tell it from the others that rest: one with a trigger by its type and the level that fires it. */
export function nameResting(row: OrderRow): string {
  const booked = readBookedPrice(row);
  const price = booked === null ? '' : ` at ${formatDecimal(booked)}`;
  const what = `${nameAmount(row, row.order?.amount ?? row.amount)}${price}`;
  const level = readTriggerLevel(row);
  if (row.trigger === null) return what;
  return `${what}, ${spell(row.type)}${level === null ? '' : `, trigger ${formatDecimal(level)}`}`;
}

/** Orders, or instruments, that are called by their names where many are meant. */
const MOST_NAMED = 3;

/** Which orders these are, as far as there is room: few by their labels, many by what they are of. */
export function nameOrders(rows: readonly Pick<OrderRow, 'label' | 'instrument_name'>[]): string {
  if (rows.length <= MOST_NAMED) return rows.map(({ label }) => showForeign(label)).join(', ');
  const groups = Object.entries(Object.groupBy(rows, ({ instrument_name }) => instrument_name))
    .map(([name, of = []]) => ({ name, count: of.length }))
    .toSorted((a, b) => b.count - a.count);
  const named = groups.slice(0, MOST_NAMED).map(({ name, count }) => `${count} of ${name}`);
  const rest = groups.slice(MOST_NAMED).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? named.join(', ') : `${named.join(', ')} and ${rest} more`;
}

const COUNTED: readonly (readonly [keyof CancelCounts, string])[] = [
  ['cancelled', 'cancelled'],
  ['ended', 'already gone'],
  ['refused', 'refused'],
  ['not_sent', 'not sent'],
  ['unknown', 'being looked up'],
  ['still_open', 'still resting'],
  ['requested', 'on their way'],
  ['undecided', 'not shown by the service yet, which may rest'],
];

/** How several orders fared: `2 cancelled, 1 already gone`. */
export function describeCounts(counts: CancelCounts): string {
  const parts = COUNTED.flatMap(([state, words]) => {
    const count = counts[state] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? 'Nothing was resting.' : `${parts.join(', ')}.`;
}
