import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { assertDefined } from '../../shared/result.ts';
import { decimalField } from '../../shared/service/fields.ts';
import type { OrderParams } from '../../shared/service/methods.ts';
import { readText } from './equal-orders.ts';

/** The rows of the orders that a sell places beside itself, in their order: journaled with it, shown once it is there. */
export function makeChildren(
  { children }: OrderDraft,
  { otoco_config: sent = [] }: Pick<OrderParams, 'otoco_config'>,
  parent: OrderRow,
  makeId: () => string,
): OrderRow[] {
  return children.map((child, index) => ({
    ...parent,
    intent_id: makeId(),
    child_of: { intent_id: parent.intent_id, label: parent.label, place: index + 1 },
    label: assertDefined(sent[index]?.label, 'every child has a label'),
    direction: child.direction,
    type: child.type,
    time_in_force: child.time_in_force,
    post_only: child.post_only,
    reduce_only: child.reduce_only,
    amount: decimalField.parse(assertDefined(sent[index], 'every child is in the request').amount),
    price: readText(child.price),
    advanced: null,
    display_amount: null,
    trigger: child.trigger,
    trigger_price: readText(child.trigger_price),
    trigger_offset: readText(child.trigger_offset),
    linked_order_type: null,
    expected: null,
  }));
}

/** An id for a row, in the form of an intent's. */
export function makeRowId(randomBytes: (size: number) => Uint8Array): string {
  const hex = Buffer.from(randomBytes(16)).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Linked orders whose primary isn't known at the service: not reported. */
export interface WaitingChildren {
  /** Keeps what is not to be shown yet; gives the others. */
  readonly sift: (rows: readonly OrderRow[]) => OrderRow[];
  /** What changes of a sell's children now that it stands like this. */
  readonly follow: (parent: OrderRow) => OrderRow[];
}

/** Whether a row is of an order linked to a sell. */
export function isChild({ child_of }: OrderRow): boolean {
  return child_of !== null;
}

/** Whether a row is shown: a linked order only once its sell is known to be at the service. */
export function isShown({ child_of, outcome }: OrderRow): boolean {
  return child_of === null || outcome === 'accepted';
}

/** Keeps the children of sells, by their sell's id, until what becomes of that says what becomes of them. */
export function createWaitingChildren(): WaitingChildren {
  const waiting = new Map<string, Map<string, OrderRow>>();

  return {
    sift: (rows) =>
      rows.filter((row) => {
        if (row.child_of === null || isShown(row)) return true;
        const siblings = waiting.get(row.child_of.intent_id) ?? new Map<string, OrderRow>();
        waiting.set(row.child_of.intent_id, siblings.set(row.intent_id, row));
        return false;
      }),
    follow: (parent) => {
      const children = [...(waiting.get(parent.intent_id)?.values() ?? [])];
      const changed = children.map((child) => fareLike(child, parent)).filter((child, at) => child !== children[at]);
      for (const child of changed) {
        if (isShown(child)) waiting.get(parent.intent_id)?.delete(child.intent_id);
        else waiting.get(parent.intent_id)?.set(child.intent_id, child);
      }
      return changed;
    },
  };
}

/**
 * The service takes an order and those linked to it together or not at all. Until seen, a child shares its primary's
 * outcome.
 */
function fareLike(child: OrderRow, { outcome, refusal, closed, decided_at, submitted_at }: OrderRow): OrderRow {
  // An absent or timed-out sell may be looked for again.
  const isDecided = child.outcome === 'absent' || child.outcome === 'refused';
  if (outcome === 'unknown' && isDecided) return { ...child, outcome, refusal: null, decided_at: null };
  if (outcome === 'sending' || outcome === 'unknown') return child;
  const isThere = outcome === 'accepted' || (outcome === 'closed' && closed?.order_id !== null);
  const fared = isThere ? 'accepted' : outcome;
  if (child.outcome === fared) return child;
  return {
    ...child,
    outcome: fared,
    submitted_at,
    decided_at,
    refusal: isThere ? null : refusal,
    closed: isThere ? null : closed,
  };
}
