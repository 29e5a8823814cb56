import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

/**
 * Whether the service refused the sell as timed out, and no last look-up has confirmed that there is no order of it: until
 * then nothing equal is offered.
 */
export function isLookUpOwed({ outcome, notices }: Pick<OrderRow, 'outcome' | 'notices'>): boolean {
  return outcome === 'refused' && notices.some(({ code }) => code === 'look_up_owed');
}
