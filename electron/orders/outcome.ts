import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isWorking } from '../../shared/orders/outcome/resting.ts';
import { mergeOrder } from '../../shared/execution/order.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Order, OrderPlaced } from '../../shared/service/order.ts';
import { type CallFailure, describeRefusal, type ServiceRefusal } from '../service/failure.ts';
import { provesNothing } from '../service/retry.ts';
import { compareBooked } from './booked-check.ts';
import { compareFound, compareReply } from './forecast-check.ts';
import { keepEarlierFills } from './earlier-fills.ts';
import { hasEnded, isBeforeOrder, isMisnamedWay, isOrderOf } from './lineage.ts';
import { lastingNotices, noticeOverruled } from './statement.ts';
import { compareTerms } from './terms-check.ts';

/** What the reply to a sell, or its absence, says about the intent. */
export interface Verdict {
  readonly row: OrderRow;
  /** Look it up by its label: always when unknown, once more when the service said it timed out. */
  readonly mustLookUp: boolean;
}

/**
 * Judges a reply that reports success. An order with another label, instrument or side is not ours: the outcome stays
 * unknown.
 */
export function judgePlaced(row: OrderRow, placed: OrderPlaced, nowMs: number): Verdict {
  const { order } = placed;
  if (!isOrderOf(row, order)) {
    const params = { label: order.label ?? '', order_id: order.order_id };
    const notices = addNotice(row, 'label_mismatch', params);
    return { row: { ...row, outcome: 'unknown', notices }, mustLookUp: true };
  }
  const accepted = acceptFound(row, order, nowMs);
  // Its own reply names its order, whatever else has its label.
  if (accepted.outcome === 'refused') return { row: { ...accepted, known_by_reply: true }, mustLookUp: false };
  const notices = [...accepted.notices, ...compareReply(row, placed)];
  return { row: { ...accepted, notices, known_by_reply: true }, mustLookUp: false };
}

/** The verdict of a failed call: refused only by a code that proves it, not sent only when no byte was written. */
export function judgeFailure(row: OrderRow, failure: CallFailure, nowMs: number): Verdict {
  switch (failure.kind) {
    case 'not_sent':
      return {
        row: {
          ...row,
          outcome: 'not_sent',
          decided_at: nowMs,
          refusal: { code: null, name: failure.reason, reason: failure.detail },
        },
        mustLookUp: false,
      };
    case 'no_answer':
      return { row: { ...row, outcome: 'unknown' }, mustLookUp: true };
    case 'service_error': {
      if (provesNothing(failure)) {
        const notices = failure.isOurs ? row.notices : noticeUnproven(row, failure);
        return { row: { ...row, outcome: 'unknown', notices }, mustLookUp: true };
      }
      const refusal = describeRefusal(failure);
      const mustLookUp = failure.code === ERROR_CODE.timedOut;
      const notices = mustLookUp ? addNotice(row, 'look_up_owed', {}) : row.notices;
      return { row: { ...row, outcome: 'refused', decided_at: nowMs, refusal, notices }, mustLookUp };
    }
  }
}

/** Where no order turns up, it says why that may be. */
function noticeUnproven(row: OrderRow, failure: ServiceRefusal): OrderRow['notices'] {
  return addNotice(row, 'refusal_without_id', { code: String(failure.code), name: describeRefusal(failure).name });
}

/** What a refusal is called that a record of the service tells. */
export const REJECTED = 'rejected';

/** Whether that way of its order, as a look-up shows it, is that of an undecided sell which the service rejected. */
export function isRefusal(row: OrderRow, [first, ...later]: readonly Order[]): boolean {
  const isNew = row.outcome !== 'accepted' && later.length === 0;
  return isNew && first !== undefined && first.trigger_order_id === undefined && isRejectedAtOnce(first);
}

function isRejectedAtOnce(order: Order): boolean {
  return order.order_state === 'rejected' && !hasWaited(order);
}

/** The intent by the first record of its order, which may be a rejection. */
export function acceptFound(row: OrderRow, order: Order, nowMs: number): OrderRow {
  if (!isRejectedAtOnce(order)) return accept(row, order, nowMs);
  const refusal = { code: null, name: REJECTED, reason: order.cancel_reason ?? null };
  const notices = [...lastingNotices(row), ...noticeOverruled(row, order)];
  return { ...row, outcome: 'refused', order, decided_at: nowMs, refusal, notices };
}

/** The intent by its order chain from a look-up. A triggered or linked order was accepted, however it ended. */
export function acceptSight(known: OrderRow, way: readonly Order[], nowMs: number): OrderRow {
  const [first, ...later] = way;
  if (first === undefined) return known;
  const { known_by_reply: _shown, ...row } = isMisnamedWay(known, way) ? renamed(known, first) : known;
  const decided = isRefusal(row, way) ? acceptFound(row, first, nowMs) : accept(row, first, nowMs);
  const isOwn = first.trigger_order_id === undefined;
  const isFirst = row.order === null && isOwn && decided.outcome === 'accepted';
  const told = isFirst ? { ...decided, notices: [...decided.notices, ...compareFound(row, first)] } : decided;
  return later.reduce((reached, order) => accept(reached, order, nowMs), told);
}

/** The row whose reply named another order than look-ups show: what rests, and is to be cancelled, is what they show. */
function renamed(row: OrderRow, order: Order): OrderRow {
  const params = { replied: row.order?.order_id ?? '', order_id: order.order_id };
  return { ...row, order, notices: addNotice(row, 'other_id_than_replied', params) };
}

/** A trigger order that is rejected as it fires was taken with its sell (facts, section 4: `untriggered` to `rejected`). */
function hasWaited({ trigger, creation_timestamp, last_update_timestamp }: Order): boolean {
  return (trigger ?? null) !== null && last_update_timestamp > creation_timestamp;
}

/** When it was sent by the service's own clock, where that turns out to have been set back before it took the order. */
function correctSubmitted(row: OrderRow, { creation_timestamp: createdMs }: Order): number {
  return isBeforeOrder(row, createdMs) ? createdMs : row.submitted_at;
}

/** The intent with its order at the service as it is known with this record of it, and what differs from what was asked. */
export function accept(known: OrderRow, record: Order, nowMs: number): OrderRow {
  // The record of a rejection that its own order beats was another's.
  const row: OrderRow = known.outcome === 'refused' ? { ...known, order: null } : known;
  // A late record of a replaced order: nothing new.
  if (isBefore(row, record)) return row;
  const order = row.order?.order_id === record.order_id ? mergeOrder(row.order, record) : record;
  const last = row.order === null || row.order.order_id === order.order_id ? [] : [row.order.order_id];
  const earlier = new Set([...row.earlier_order_ids, ...last]);
  // Its terms are compared once, as it is first seen: later, fills and edits change them, and what a trigger made has
  // others.
  const isFirst = row.order === null && order.trigger_order_id === undefined;
  return {
    ...row,
    outcome: 'accepted',
    submitted_at: isFirst ? correctSubmitted(row, order) : row.submitted_at,
    order,
    earlier_order_ids: [...earlier],
    ...(row.order === null || last.length === 0 ? {} : { ...keepEarlierFills(row, [row.order]), ...keepEnded(row) }),
    refusal: null,
    decided_at: row.decided_at ?? nowMs,
    notices: [...noticesWith(row, order), ...(isFirst ? compareTerms(row, order) : [])],
  };
}

/**
 * Whether the record comes before the row's order. The remaining part of a linked order comes behind its placed pieces.
 */
function isBefore(row: OrderRow, record: Order): boolean {
  const { order, earlier_order_ids: earlier, child_of } = row;
  const { order_id: id, order_state: state, trigger_order_id: of } = record;
  if (order?.order_id === id) return false;
  if (child_of !== null) {
    // What has ended never works again: the look-up lags.
    if (hasEnded(row, record)) return true;
    const isOver = order === null || !isWorking(order);
    if (state === 'untriggered' || (state === 'triggered' && isOver)) return false;
    // All was placed, and only this piece is shown.
    if (order?.order_state === 'triggered' && of === order.order_id) return false;
  }
  return order?.trigger_order_id === id || earlier.includes(id);
}

/** Of a linked order that takes the next piece's place, or that of what waits: that it is over, where it is. */
function keepEnded({ child_of, order, ended_order_ids: ended = [] }: OrderRow): Pick<OrderRow, 'ended_order_ids'> {
  if (child_of === null || order === null || isWorking(order) || order.order_state === 'triggered') return {};
  return { ended_order_ids: [...new Set([...ended, order.order_id])] };
}

/** The notices that stay with the order known, and what it was booked with or has changed; newer ones take their code's place. */
function noticesWith(row: OrderRow, order: Order): OrderRow['notices'] {
  const found = [...noticeOverruled(row, order), ...compareBooked(row, order)];
  return [...lastingNotices(row).filter(({ code }) => found.every((one) => one.code !== code)), ...found];
}

/** The row's notices with one more; a notice of the same code is replaced. */
export function addNotice(
  row: Pick<OrderRow, 'notices'>,
  code: OrderRow['notices'][number]['code'],
  params: Record<string, string>,
): OrderRow['notices'] {
  return [...row.notices.filter((notice) => notice.code !== code), { code, params }];
}

/** Whether an intent still needs the service's word. */
export function isUndecided(row: OrderRow): boolean {
  return row.outcome === 'sending' || row.outcome === 'unknown';
}

/** How long look-ups may lag behind, by which absence was proven, and the most that they were seen to; milliseconds. */
export function describeLags(allowedMs: number, seenMs: number | null): Record<string, string> {
  return { allowed_ms: String(allowedMs), ...(seenMs === null ? {} : { lag_ms: String(Math.ceil(seenMs)) }) };
}

/** The row of a sell that is proven absent, or not found yet. */
export function callAbsent(row: OrderRow, params: Record<string, string>, nowMs: number): OrderRow {
  const told = row.notices.filter(({ code }) => code === 'refusal_without_id');
  return { ...row, outcome: 'absent', decided_at: nowMs, notices: [{ code: 'absence_proof', params }, ...told] };
}

/** The row of a sell that was not found yet, once the last look-up for it has shown nothing either. */
export function proveAbsent(row: OrderRow): OrderRow {
  const notices = row.notices.map(({ code, params: { last_look_at: lastLookAt, ...params } }) => ({
    code,
    params: lastLookAt === undefined ? params : { ...params, waited_ms: String(Number(lastLookAt) - row.valid_until) },
  }));
  return { ...row, notices };
}
