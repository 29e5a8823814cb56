import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderRow, OrderStatement } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';

type Notice = OrderRow['notices'][number];

/** Notices that hold only while an intent is undecided. */
const PASSING: readonly Notice['code'][] = [
  'look_up_failing',
  'needs_a_person',
  'label_mismatch',
  'known_by_trades',
  'known_by_open',
  'no_longer_known',
  'absence_proof',
];

/** The notices of an intent that a person has to decide: telling of their turn replaces telling of failing look-ups. */
export function callPerson({ notices }: OrderRow, params: Record<string, string>): Notice[] {
  const others = notices.filter(({ code }) => code !== 'look_up_failing' && code !== 'needs_a_person');
  return [...others, { code: 'needs_a_person', params }];
}

/** The notices that stay when an intent is decided. */
export function lastingNotices({ notices }: OrderRow): Notice[] {
  return notices.filter(({ code }) => !PASSING.includes(code));
}

/**
 * The intent, closed by what a person says to have found at the service. That is no proof: it is kept as their words,
 * and an order that turns up all the same beats it. Throws `IpcFailure` for an intent that the terminal can still
 * resolve itself, and where the label was not typed.
 */
export function closeByStatement(row: OrderRow | undefined, statement: OrderStatement, nowMs: number): OrderRow {
  if (row === undefined || row.outcome !== 'unknown' || row.notices.every(({ code }) => code !== 'needs_a_person')) {
    const message = 'orders.confirm: no sell of that id waits for a person';
    throw new IpcFailure({ code: 'NotFound', message, params: {} });
  }
  demandTyped(row, statement.typed, 'orders.confirm: typed must be the label of the sell');
  const closed = { order_id: statement.order_id, at: nowMs };
  return { ...row, outcome: 'closed', closed, decided_at: nowMs, notices: lastingNotices(row) };
}

/** Throws `IpcFailure` unless the row's label was typed: it is what a person has to have looked for. */
export function demandTyped({ label }: { readonly label: string }, typed: string, demand: string): void {
  if (typed.trim() === label) return;
  throw new IpcFailure({ code: 'BadRequest', message: `${demand}, ${label}`, params: {} });
}

/** What is told when the service shows an order that a person had said otherwise of; nothing where they were right. */
export function noticeOverruled({ outcome, closed }: OrderRow, order: Pick<Order, 'order_id'>): Notice[] {
  if (outcome !== 'closed' || closed === null || closed.order_id === order.order_id) return [];
  return [{ code: 'statement_overruled', params: { said: closed.order_id ?? '', order_id: order.order_id } }];
}
