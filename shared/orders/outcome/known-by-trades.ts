import { type DecimalString, parseDecimal } from '../../decimal.ts';
import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

/** The order of a row's trades, and their amount. */
export interface KnownByTrades {
  readonly orderId: string;
  readonly amount: DecimalString;
}

/** What trades alone have told of the row; null: nothing. */
export function readKnownByTrades({ notices }: Pick<OrderRow, 'notices'>): KnownByTrades | null {
  const { order_id: orderId, amount } = notices.find(({ code }) => code === 'known_by_trades')?.params ?? {};
  const traded = parseDecimal(amount ?? '');
  return orderId === undefined || traded === null ? null : { orderId, amount: traded };
}

/** The order id known by trades alone; null for other rows. */
export function readProvenId(row: Pick<OrderRow, 'order' | 'child_of' | 'notices'>): string | null {
  return row.order === null && row.child_of === null ? (readKnownByTrades(row)?.orderId ?? null) : null;
}

/** Whether it was settled by hand as the row's, not overruled. */
export function isSaid({ outcome, closed }: Pick<OrderRow, 'outcome' | 'closed'>, orderId: string): boolean {
  return outcome === 'closed' && closed?.order_id === orderId;
}

/** Whether an order of that id is known to be the row's. */
export function isKnownBy(
  row: Pick<OrderRow, 'order' | 'earlier_order_ids' | 'child_of' | 'notices'>,
  orderId: string,
): boolean {
  return row.order?.order_id === orderId || row.earlier_order_ids.includes(orderId) || readProvenId(row) === orderId;
}
