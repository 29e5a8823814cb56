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
  if (offers.includes('unknown')) return 'the service is being asked whether it offers a cancel';
  if (offers.includes('read_only')) return 'another terminal holds this profile: cancel there';
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
  return cancels === null ? 'the service is being asked whether it offers a cancel' : whyNoCancel(cancels);
}

function whyNotResting(row: OrderRow): string {
  if (readLostSight(row) !== null || (row.outcome === 'closed' && mayRestUnseen(row))) {
    return 'the service shows no order to cancel';
  }
  return mayRestUnseen(row) ? 'its outcome is unknown' : 'nothing of it rests';
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
  ['no_credits', 'Cancelling once the account’s limit allows…'],
  ['no_credits_again', 'Cancelling again once the account’s limit allows…'],
  ['settlement_in_progress', 'The books are in settlement for some seconds. Cancelling after that…'],
  ['matching_engine_queue_full', 'The service is overloaded. Cancelling once it takes the request…'],
  ['retry', 'The service is overloaded. Cancelling once it takes the request…'],
]);

/** What became of the wish to cancel, in words; null where the order's own state says it. */
export function describeCancel(row: OrderRow): string | null {
  const { cancel } = row;
  if (cancel === null) return null;
  const reason = cancel.reason === null ? '' : `: ${showForeign(cancel.reason.replaceAll('_', ' '))}`;
  if (mayGoOn(row)) return describePieces(row);
  // However the cancel fared, the order has come to its end since.
  if (!isResting(row)) return row.order?.order_state === 'cancelled' ? null : 'Already ended before the cancel.';
  const texts: Record<CancelState, string> = {
    requested: WAITING_TEXTS.get(cancel.reason) ?? 'Cancelling…',
    cancelled: 'What the service showed was cancelled. More of it rests now. Cancel it again.',
    ended: 'The service says it has ended. Being looked up.',
    refused: `Not cancelled: the service rejected it${reason}.`,
    not_sent:
      cancel.reason === 'no_credits'
        ? 'The cancel was not sent before the terminal ended. Cancel it again.'
        : `The cancel was not sent${reason}.`,
    unknown:
      cancel.reason === 'not_ended'
        ? 'The service took the cancel but shows the order unchanged. Being looked up.'
        : 'No answer to the cancel. Being looked up. You can safely cancel again.',
    still_open: 'No answer to the cancel, and it still rests. You can safely cancel again.',
  };
  return texts[cancel.state];
}

/** Of what is placed piece by piece, where its cancel took all that was shown. */
function describePieces(row: OrderRow): string {
  if (isResting(row)) return 'More of it was placed before the cancel and rests. You can safely cancel again.';
  const ended = row.order?.order_state === 'cancelled' ? 'Cancelled' : 'Gone';
  return `${ended} as far as the service shows. Being looked up for more of it…`;
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
  ['refused', 'rejected'],
  ['not_sent', 'not sent'],
  ['unknown', 'being looked up'],
  ['still_open', 'still resting'],
  ['requested', 'on their way'],
  ['undecided', 'not found yet, may rest'],
];

/** How several orders fared: `2 cancelled, 1 already gone`. */
export function describeCounts(counts: CancelCounts): string {
  const parts = COUNTED.flatMap(([state, words]) => {
    const count = counts[state] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? 'Nothing was resting.' : `${parts.join(', ')}.`;
}
