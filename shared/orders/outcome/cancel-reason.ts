import type { OrderRow } from '../../ipc/schemas/order-schema.ts';
import type { CANCEL_REASONS } from '../../service/order.ts';

/** Why an order was cancelled, in words that follow “cancelled” (contract, cancel reasons; facts, section 4). */
const WORDS: Readonly<Record<(typeof CANCEL_REASONS)[number], string>> = {
  user_request: 'on request',
  autoliquidation: 'by a liquidation',
  cancel_on_disconnect: 'since the connection was lost',
  risk_mitigation: 'to reduce risk',
  pme_risk_reduction: 'to reduce portfolio risk',
  pme_account_locked: 'since the account is locked',
  position_locked: 'since the position is locked',
  mmp_trigger: 'by market maker protection',
  mmp_config_curtailment: 'since market maker protection was narrowed',
  edit_post_only_reject: 'since the edited price would have crossed',
  oco_other_closed: 'since the order it was linked to has ended',
  oto_primary_closed: 'since the order that would have placed it has ended',
  settlement: 'by the settlement',
  order_overlap: 'since it would have met an own order',
  order_overlap_another_sub: 'since it would have met an order of another subaccount',
};

const REASON_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/** Ends caused by a linked order's end. */
const BY_LINK: readonly (string | undefined)[] = ['oco_other_closed', 'oto_primary_closed'];

/** Reasons that say that the account is in danger, or held. */
const DANGERS: readonly (string | undefined)[] = [
  'autoliquidation',
  'risk_mitigation',
  'pme_risk_reduction',
  'pme_account_locked',
  'position_locked',
];

/** Those that come as the trader, or the day, has it. */
const USUAL: readonly (string | undefined)[] = [
  'settlement',
  'edit_post_only_reject',
  'order_overlap',
  'order_overlap_another_sub',
];

/** The end of a cancel that ended nothing: another did. */
const IN_VAIN: readonly string[] = ['refused', 'not_sent'];

/** Whose doing the end of a cancelled order is; `unsaid`: the service names no reason, as where nothing is left to fill. */
export type CancelledBy = 'this_terminal' | 'elsewhere' | 'link' | 'service' | 'unsaid';

/** The reason of a cancel in words; null for one that came later than this list. */
export function wordCancelReason(reason: string): string | null {
  return REASON_WORDS.get(reason) ?? null;
}

/** Whose doing it was that the row's order, which is cancelled, is over. */
export function whoCancelled({ cancel, order }: Pick<OrderRow, 'cancel' | 'order'>): CancelledBy {
  const reason = order?.cancel_reason;
  const isWished = cancel !== null && !isInVain(cancel, order);
  // Of two linked orders that are both to be cancelled, the end of the first may end the second.
  if (isWished && (reason === undefined || reason === 'user_request' || BY_LINK.includes(reason)))
    return 'this_terminal';
  if (reason === undefined) return 'unsaid';
  if (reason === 'user_request') return 'elsewhere';
  return BY_LINK.includes(reason) ? 'link' : 'service';
}

/**
 * Look-ups may lag more than was seen. An order that had ended by then was cancelled by this; later, by another cancel.
 */
function isInVain({ state, at, service_at = at }: NonNullable<OrderRow['cancel']>, order: OrderRow['order']): boolean {
  if (state === 'still_open') return order === null || order.last_update_timestamp > service_at;
  return IN_VAIN.includes(state);
}

/** How much such an end is to a trader who looks elsewhere: one that the service had no usual reason for must be known. */
export function weighCancel(row: Pick<OrderRow, 'cancel' | 'order'>): 'danger' | 'unusual' | 'usual' {
  const reason = row.order?.cancel_reason;
  if (DANGERS.includes(reason)) return 'danger';
  return whoCancelled(row) !== 'service' || USUAL.includes(reason) ? 'usual' : 'unusual';
}

/** What is told of such an end first, before which order it is. */
export const CANCELLED_WORDS: Readonly<Record<CancelledBy, string>> = {
  this_terminal: 'Cancelled',
  elsewhere: 'Cancelled elsewhere',
  link: 'Cancelled with its linked order',
  service: 'Cancelled by the service',
  unsaid: 'Cancelled',
};

/** Whether the row's order has been cancelled since, by anybody but this terminal. `before`: the row as it was known. */
export function isCancelNews(before: OrderRow | null, row: OrderRow): boolean {
  const isNew = row.order?.order_state === 'cancelled' && before?.order?.order_state !== 'cancelled';
  return isNew && whoCancelled(row) !== 'this_terminal';
}
