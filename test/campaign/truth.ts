import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Fate } from './faults.ts';
import type { MadeOrder, StandingOrder } from './service-side.ts';
import { judgeChild, judgeState } from './truth-of-links.ts';

/** What one intent was said to be, each time that it was said. */
export interface Saying {
  readonly outcome: OrderRow['outcome'];
  readonly orderId: string | null;
  readonly atMs: number;
}

/** What is held against the truth when a seed has settled. */
export interface Evidence {
  readonly rows: readonly OrderRow[];
  readonly sayings: ReadonlyMap<string, readonly Saying[]>;
  readonly made: readonly MadeOrder[];
  /** Every order of the account in the end. */
  readonly standing: readonly StandingOrder[];
  /** Orders make others after their sell, and were followed until nothing moved any more. */
  readonly isFollowed: boolean;
  /** Fate of each sell that was written, by label. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly isLawful: boolean;
  /** Look-ups, or the terminal, were away so long that a sell may be left to a person. */
  readonly isLongAway: boolean;
  /** Whether the sell under that label may be left to a person: proof can't settle it. */
  readonly mayBeLeft: (label: string) => boolean;
  /** Whether the terminal could not have seen by then how long look-ups lag. */
  readonly isLagUnseen: (atMs: number) => boolean;
  /** Whether an order was made after an unseen set-back of the service's clock. */
  readonly isBeforeSetBack: (atMs: number, madeMs: number) => boolean;
}

const DECIDED: readonly OrderRow['outcome'][] = ['accepted', 'refused', 'not_sent', 'absent'];

/** Everything that is wrong once a seed has settled: duplicates, losses, wrong verdicts. */
export function findWrongs(evidence: Evidence): string[] {
  const { rows, sayings, made, standing, fates, isLawful, isLagUnseen, isBeforeSetBack } = evidence;
  const wrongs: string[] = [];
  const byLabel = Map.groupBy(
    made.filter(({ by }) => by === 'terminal'),
    ({ label }) => label,
  );
  /** Labels under which another program has an order; rejected ones don't count. */
  const strangers = new Set(made.filter(({ by }) => by === 'stranger').map(({ label }) => label));
  const labels = new Set(rows.map(({ label }) => label));
  for (const [label, orders] of byLabel) {
    if (orders.length > 1) wrongs.push(`duplicate: ${orders.length} orders under ${label}`);
    if (!labels.has(label)) wrongs.push(`lost: an order under ${label} belongs to no journaled intent`);
  }
  for (const { label, orderId } of standing) {
    if (!labels.has(label) && !strangers.has(label)) wrongs.push(`lost: nobody knows of ${orderId} under ${label}`);
  }
  const known = rows.flatMap(({ order }) => order?.order_id ?? []);
  for (const id of new Set(known))
    if (known.filter((other) => other === id).length > 1) wrongs.push(`${id} is the order of two rows`);
  for (const row of rows) {
    if (row.child_of !== null) {
      wrongs.push(...judgeChild(row, sayings.get(row.intent_id) ?? [], evidence));
      continue;
    }
    if (row.second_of !== undefined) {
      // The terminal sends nothing twice: what is second under a label is another program's.
      const isTheirs = made.some((order) => order.by === 'stranger' && order.label === row.label);
      if (!isTheirs) wrongs.push(`${row.label}: ${row.order?.order_id ?? ''} is told as a second order, and is none`);
      continue;
    }
    const orders = byLabel.get(row.label) ?? [];
    const wrong = judgeRow(row, orders, evidence);
    if (wrong !== null) wrongs.push(`${row.intent_id} ${row.label}: ${wrong}`);
    const stranger = fates.get(row.label)?.stranger;
    const isShared = stranger !== undefined && stranger !== 'other' && strangers.has(row.label);
    const isUntold = isShared && row.outcome === 'accepted' && !hasNotice(row, 'two_orders_under_label');
    if (isUntold && !isForgottenBeside(row, evidence)) {
      wrongs.push(`${row.label}: two orders under the label, and nobody is told`);
    }
    if (orders.length === 1 && !strangers.has(row.label) && hasNotice(row, 'two_orders_under_label')) {
      wrongs.push(`${row.label}: two orders are told of, and there is one`);
    }
    for (const { outcome, orderId, atMs } of sayings.get(row.intent_id) ?? []) {
      if (!DECIDED.includes(outcome)) continue;
      const isTraded = outcome === 'absent' && orders.some(({ hasTraded }) => hasTraded);
      const mayBeWrong = !isLawful || (outcome === 'absent' && isLagUnseen(atMs));
      // Trades don't lag: whatever look-ups do, an order that was executed is not absent.
      const isLateOrder = (order: MadeOrder) => isBeforeSetBack(atMs, order.atMs);
      if ((mayBeWrong && !isTraded) || (outcome === 'absent' && orders.every(isLateOrder))) continue;
      const isRight =
        outcome === 'accepted' ? orderId === null || isMade(orderId, orders, standing) : orders.length === 0;
      if (!isRight) wrongs.push(`${row.label}: wrong verdict ${outcome} ${orderId ?? ''} at ${atMs}`);
    }
  }
  return wrongs;
}

function judgeRow(
  row: OrderRow,
  orders: readonly MadeOrder[],
  { mayBeLeft, isLongAway, standing, isFollowed }: Evidence,
): string | null {
  const [order] = orders;
  switch (row.outcome) {
    case 'accepted': {
      if (order === undefined) return 'accepted, and there is no order';
      const named =
        row.order?.order_id ?? row.notices.find(({ code }) => code === 'known_by_trades')?.params['order_id'];
      // What a trigger made is the order from then on.
      const isIt = standing.find(({ cameOf }) => cameOf === order.orderId)?.orderId ?? order.orderId;
      // Fired and ended unseen, then forgotten: its end is reported as unknown.
      const isForgotten = isLongAway && named === order.orderId && hasNotice(row, 'no_longer_known');
      if (named !== isIt && !isForgotten) return `accepted as ${named ?? 'nothing'}, and the order is ${isIt}`;
      return isFollowed && !isLongAway ? judgeState(row, standing) : null;
    }
    case 'refused':
    case 'absent':
    case 'not_sent':
      return order === undefined ? null : `${row.outcome}, and there is the order ${order.orderId}`;
    case 'unknown':
      if (!hasNotice(row, 'needs_a_person')) return 'unknown in the end, and no person is asked';
      return mayBeLeft(row.label) ? null : 'a person is asked without need';
    case 'closed':
      return 'closed by a person, and nobody said anything';
    case 'sending':
      return 'still sending in the end';
  }
}

/**
 * Whether nothing shows another program's ended order under the label: look-ups were away too long, and trades are
 * missing or ambiguous.
 */
function isForgottenBeside({ label, trigger, linked_order_type }: OrderRow, evidence: Evidence): boolean {
  if (!evidence.isLongAway) return false;
  const strangers = evidence.made.filter((order) => order.by === 'stranger' && order.label === label);
  return strangers.every(({ orderId }) => {
    const order = evidence.standing.find((other) => other.orderId === orderId);
    if (order?.state !== 'cancelled' && order?.state !== 'filled') return false;
    return order.filled === 0 || trigger !== null || linked_order_type !== null;
  });
}

function isMade(orderId: string, orders: readonly MadeOrder[], standing: Evidence['standing']): boolean {
  const cameOf = standing.find((order) => order.orderId === orderId)?.cameOf;
  return orders.some((order) => order.orderId === orderId || order.orderId === cameOf);
}

function hasNotice(row: OrderRow, code: OrderRow['notices'][number]['code']): boolean {
  return row.notices.some((notice) => notice.code === code);
}
