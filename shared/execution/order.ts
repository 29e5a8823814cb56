import { compare, decimal } from '../decimal.ts';
import type { Order } from '../service/order.ts';

const ZERO = decimal(0);

/** Order states by progress; others are open. A fired trigger has ended, and its order may still be rejected. */
const STAGES: ReadonlyMap<string, number> = new Map([
  ['triggered', 1],
  ['filled', 2],
  ['rejected', 2],
  ['cancelled', 2],
]);

/**
 * The order after one more record. Records may be late, so fills never shrink and an end is final (facts, section 6).
 */
export function mergeOrder(known: Order, record: Order): Order {
  if (isOlder(known, record)) return known;
  const { filled_amount: was } = known;
  const { filled_amount: is } = record;
  if (was === undefined || (is !== undefined && compare(is, was) >= 0)) return record;
  // An end that tells nothing of the fills, or of less.
  return { ...record, filled_amount: was, average_price: known.average_price };
}

function isOlder(known: Order, record: Order): boolean {
  const byStage = stageOf(record) - stageOf(known);
  if (byStage !== 0) return byStage < 0;
  const byFill = compare(record.filled_amount ?? known.filled_amount ?? ZERO, known.filled_amount ?? ZERO);
  if (byFill !== 0) return byFill < 0;
  // An edit can't be undone; only the service's stamps order later edits.
  const byEdit = Number(record.replaced ?? known.replaced ?? false) - Number(known.replaced ?? false);
  if (byEdit !== 0) return byEdit < 0;
  return record.last_update_timestamp < known.last_update_timestamp;
}

function stageOf({ order_state }: Order): number {
  return STAGES.get(order_state) ?? 0;
}

/** The engine cancels an order whose amend would take although it is post only with reject (facts, section 8). */
export const CANCELLED_BY_AMEND = 'edit_post_only_reject';

/** Whether the service rejected it as it came: a trigger order that is rejected as it fires had been taken. */
export function isRejectedAtOnce(order: Order): boolean {
  return order.order_state === 'rejected' && !hasWaited(order);
}

function hasWaited({ trigger, creation_timestamp, last_update_timestamp }: Order): boolean {
  return (trigger ?? null) !== null && last_update_timestamp > creation_timestamp;
}
