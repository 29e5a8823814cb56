import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

type Told = Pick<OrderRow, 'outcome' | 'notices'>;

/**
 * When, by the service's clock, the last look-up is due of a sell that is not found yet: how late its service shows new orders
 * was not seen before. Null where it is proven absent, or anything else.
 */
export function readLastLookAt({ outcome, notices }: Told): number | null {
  const proof = outcome === 'absent' ? notices.find(({ code }) => code === 'absence_proof') : undefined;
  const at = proof?.params['last_look_at'];
  return at === undefined ? null : Number(at);
}

/** Whether the service refused the sell as timed out, and no last look-up has confirmed that there is no order of it. */
export function isTimeOutOpen({ outcome, notices }: Told): boolean {
  return outcome === 'refused' && notices.some(({ code }) => code === 'look_up_owed');
}

/** Whether a last look-up has yet to confirm that there is no order of the sell: until then nothing equal is offered. */
export function isLookUpOwed(row: Told): boolean {
  return isTimeOutOpen(row) || readLastLookAt(row) !== null;
}
