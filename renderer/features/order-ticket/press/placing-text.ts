import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { ARMED_MS } from '../../../../shared/orders/confirmation.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { describeFailure, provesUnsent } from '../../../api/failure-text.ts';
import { describeOutcome, type OutcomeText } from '../../../ui/order-words/order-text.ts';
import { needsPerson } from '../../../ui/order-words/notice-text.ts';
import { formatElapsed, readElapsedMs } from '../../../ui/words/elapsed.ts';
import { formatAge } from '../../../ui/words/format.ts';
import { isUndecided } from '../../../stores/orders/orders-store.ts';
import { describeIssueElsewhere } from '../issues/issue-text.ts';
import { isSameOrder } from '../form/ticket-draft.ts';
import type { Placing } from './use-placing.ts';

/** Whether the order's fate is still open. `isListed`: the orders store is in step with the back end. */
export function isUnresolved(placing: Placing, row: OrderRow | null, isListed: boolean): boolean {
  if (placing.phase === 'in_flight') return true;
  if (row !== null) return isUndecided(row);
  return placing.phase === 'failed' && !provesUnsent(placing.failure) && !isProvenUnsent(placing, isListed);
}

/** The connection to the back end broke, came back, and its journal doesn't know the intent: it was never sent. */
function isProvenUnsent(placing: Placing, isListed: boolean): boolean {
  return placing.phase === 'failed' && placing.failure.code === 'ConnectionFailed' && isListed;
}

/** An answer mostly comes before a count could be read. */
const SENDING_UNTIMED_MS = 1000;

/** What the button says while an order is on its way; `elapsedMs` since the press. */
export function describeFlight(row: OrderRow | null, elapsedMs: number): string {
  if (row?.outcome === 'unknown') return `Checking with the service, ${formatAge(elapsedMs)}`;
  return elapsedMs < SENDING_UNTIMED_MS ? 'Sending…' : `Sending, ${formatAge(elapsedMs)}`;
}

/** How long the button stays armed, in seconds begun; `nowMs` may be of before it was armed, by half a second. */
export function describeArmed(untilMs: number, nowMs: number): string {
  const leftMs = Math.min(ARMED_MS, untilMs - nowMs);
  return `armed for ${Math.max(1, Math.ceil(leftMs / 1000))} s`;
}

/**
 * What became of the last press, for the line under the button; null when there is nothing to tell.
 */
export function describePlacing(
  placing: Placing,
  row: OrderRow | null,
  isListed: boolean,
  serviceNowMs: number,
): OutcomeText | null {
  if (placing.phase === 'idle' || placing.phase === 'in_flight') return null;
  if (placing.phase === 'stopped') {
    return { tone: 'attention', title: 'Not sent', detail: `${describeStop(placing.because)} Nothing was sent.` };
  }
  const told = row === null ? null : describeTimed(row, serviceNowMs);
  if (told !== null || placing.phase === 'placed') return told;
  if (provesUnsent(placing.failure)) {
    return { tone: 'bad', title: 'Not sent', detail: describeFailure(placing.failure) };
  }
  if (row === null && isProvenUnsent(placing, isListed)) {
    const detail = 'The back end was lost before it took the order. You may send it again.';
    return { tone: 'bad', title: 'Not sent', detail };
  }
  const detail = `${describeFailure(placing.failure)} It may have been sent. Do not send it again; the orders below show it.`;
  return { tone: 'attention', title: 'No answer yet', detail };
}

function describeStop(because: Issue | null): string {
  if (because === null) return 'A rule of the back end stopped it.';
  const text = describeIssueElsewhere(because);
  return because.severity === 'warning' ? `A warning was not accepted: ${text}` : text;
}

/** An order that is being looked up says for how long. */
function describeTimed(row: OrderRow, serviceNowMs: number): OutcomeText | null {
  const outcome = describeOutcome(row);
  if (outcome === null || row.outcome !== 'unknown' || needsPerson(row)) return outcome;
  const elapsed = formatElapsed(readElapsedMs(row, serviceNowMs));
  return { ...outcome, title: `Checking with the service, ${elapsed}` };
}

/** Why this draft may not be pressed again yet, or null. */
export function whyWait(placing: Placing, row: OrderRow | null, isListed: boolean, draft: OrderDraft): string | null {
  if (!('draft' in placing) || !isUnresolved(placing, row, isListed)) return null;
  if (!isSameOrder(placing.draft, draft)) return null;
  return row !== null && needsPerson(row)
    ? 'The same order’s outcome is unknown. Look for it at the service and settle it, or change the ticket.'
    : 'The same order is being looked up. Wait for it or change the ticket.';
}
