import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';

/** Whether the row's trigger has fired and its order is what came of that: a plain one, which names the one that fired. */
export function hasFired({ trigger, order }: OrderRow): boolean {
  return trigger !== null && order?.trigger_order_id !== undefined && order.trigger === undefined;
}

/** What stands before the state of an order that a trigger made. */
export function sayFired(row: OrderRow, state: string): string {
  return hasFired(row) ? `fired · ${state}` : state;
}
