import type { OrderRow } from '../ipc/order-schema.ts';

/** Whether a timed-out sell still lacks its look-up. Nothing equal is offered. */
export function isLookUpOwed({ outcome, notices }: Pick<OrderRow, 'outcome' | 'notices'>): boolean {
  return outcome === 'refused' && notices.some(({ code }) => code === 'look_up_owed');
}
