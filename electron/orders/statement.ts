import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderRow, OrderStatement } from '../../shared/ipc/schemas/order-schema.ts';
import { readKnownByTrades } from '../../shared/orders/outcome/known-by-trades.ts';
import type { Order } from '../../shared/service/order.ts';

type Notice = OrderRow['notices'][number];

/** Notices that hold only while an intent is undecided. */
const PASSING: readonly Notice['code'][] = [
  'look_up_failing',
  'needs_a_person',
  'label_mismatch',
  'refusal_without_id',
  'known_by_trades',
  'known_by_open',
  'no_longer_known',
  'absence_proof',
  'look_up_owed',
  'looked_up_since',
];

/** The notices of an intent that a person has to decide: telling of their turn replaces telling of failing look-ups. */
export function callPerson({ notices }: OrderRow, params: Record<string, string>): Notice[] {
  const others = notices.filter(({ code }) => code !== 'look_up_failing' && code !== 'needs_a_person');
  return [...others, { code: 'needs_a_person', params }];
}

/** Params that name an order which may be the sell's, or another's. */
const NAMING = ['older_order_id', 'unlinked_order_id', 'unlike_order_id', 'late_order_id'] as const;

/** What a person was asked of such an order; undefined: nothing. */
export function readAsked({ notices }: OrderRow): Notice['params'] | undefined {
  return notices.find(({ params }) => NAMING.some((name) => name in params))?.params;
}

/** The notices that stay when an intent is decided. */
export function lastingNotices({ notices }: OrderRow): Notice[] {
  return notices.filter(({ code }) => !PASSING.includes(code));
}

/**
 * Settles the intent by hand; an order that turns up beats it. Throws `IpcFailure` when it can be resolved, mistyped or
 * taken (docs/design/look-ups.md).
 */
export function closeByStatement(
  rows: ReadonlyMap<string, OrderRow>,
  statement: OrderStatement,
  nowMs: number,
): OrderRow {
  const row = rows.get(statement.intent_id);
  if (row === undefined || row.outcome !== 'unknown' || row.notices.every(({ code }) => code !== 'needs_a_person')) {
    const message = 'orders.confirm: no order of that id waits for a person';
    throw new IpcFailure({ code: 'NotFound', message, params: {} });
  }
  demandTyped(row, statement.typed, 'orders.confirm: typed must be the label of the order');
  if (statement.order_id !== null) demandFree(rows, row, statement.order_id);
  const closed = { order_id: statement.order_id, at: nowMs };
  return { ...row, outcome: 'closed', closed, decided_at: nowMs, notices: lastingNotices(row) };
}

/** One order is one sell's. The window words the refusal by `reason`. */
function demandFree(rows: ReadonlyMap<string, OrderRow>, { intent_id: own }: OrderRow, orderId: string): void {
  const other = rows.values().find((row) => row.intent_id !== own && isKnownAs(row, orderId));
  if (other === undefined) return;
  const message = `orders.confirm: order_id must be of no other order, or null: ${orderId} is the order of ${other.label}`;
  const params = { param: 'order_id', reason: 'order_of_another', order_id: orderId, label: other.label };
  throw new IpcFailure({ code: 'BadRequest', message, params });
}

/** Whether that is the row's order, one that it came of, the one its trades are of, or what a person said it is. */
function isKnownAs(
  { outcome, order, earlier_order_ids: earlier, closed, notices }: OrderRow,
  orderId: string,
): boolean {
  if (order?.order_id === orderId || earlier.includes(orderId)) return true;
  if (outcome === 'closed') return closed?.order_id === orderId;
  return readKnownByTrades({ notices })?.orderId === orderId;
}

/** Throws `IpcFailure` unless the row's label was typed: it is what a person has to have looked for. */
export function demandTyped({ label }: { readonly label: string }, typed: string, demand: string): void {
  if (typed.trim() === label) return;
  throw new IpcFailure({ code: 'BadRequest', message: `${demand}, ${label}`, params: {} });
}

/**
 * What is told when the service shows an order that a person had said otherwise of, or that was called absent; nothing where
 * they were right.
 */
export function noticeOverruled({ outcome, closed }: OrderRow, order: Pick<Order, 'order_id'>): Notice[] {
  if (outcome === 'absent') return [{ code: 'absence_overruled', params: {} }];
  if (outcome !== 'closed' || closed === null || closed.order_id === order.order_id) return [];
  return [{ code: 'statement_overruled', params: { said: closed.order_id ?? '', order_id: order.order_id } }];
}
