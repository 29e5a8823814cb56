import type { MeterView, Priority, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { PRIORITIES } from '../../../shared/ipc/schemas/session-schema.ts';

/** One bucket of the account's limits, in whole requests. */
export interface BudgetRow {
  readonly name: string;
  /** The same where there is little room, and what it counts is said beside it. */
  readonly short: string;
  readonly left: number;
  readonly used: number;
  readonly burst: number;
  /** Requests a second that come back. */
  readonly rate: number;
}

/** Every bucket that the account has, reads first; empty until its limits are known. */
export function listBuckets(status: SessionStatus): readonly BudgetRow[] {
  const reads = readRow(status);
  return [...(reads === null ? [] : [reads]), ...listOrderRows(status)];
}

/** What reads spend from; null until it is known. */
export function readRow({ read_meter: reads }: Pick<SessionStatus, 'read_meter'>): BudgetRow | null {
  return reads === null ? null : rowOf('Reads', reads);
}

/** Every bucket that orders spend from: the common one first where the account has one, that of spot alone last. */
export function listOrderRows({ order_meter: common, request_budget }: OrderMeters): readonly BudgetRow[] {
  const meters = request_budget.own_order_meters.toSorted(
    (a, b) => Number(a.name === 'spot') - Number(b.name === 'spot'),
  );
  const own = meters.map((meter) => rowOf(nameOrders(meter.name), meter, nameGroup(meter.name)));
  return common === null ? own : [rowOf('Orders', common), ...own];
}

/**
 * That of which the least is left, by its burst: who sells there waits first. One that no order may ever spend from comes after
 * all others. Null until any is known.
 */
export function findTightest(status: OrderMeters): BudgetRow | null {
  const shareLeft = ({ left, burst }: BudgetRow): number => (burst === 0 ? Number.POSITIVE_INFINITY : left / burst);
  return listOrderRows(status).reduce<BudgetRow | null>(
    (least, row) => (least === null || shareLeft(row) < shareLeft(least) ? row : least),
    null,
  );
}

type OrderMeters = Pick<SessionStatus, 'order_meter' | 'request_budget'>;

function nameOrders(name: string): string {
  return `${nameGroup(name)} orders`;
}

function nameGroup(name: string): string {
  return name === 'spot' ? 'Spot' : name.toUpperCase();
}

function rowOf(name: string, { available, burst, rate }: MeterView, short = name): BudgetRow {
  const left = Math.max(0, Math.floor(available + 1e-6));
  return { name, short, left, used: Math.max(0, burst - left), burst, rate };
}

const WORDS: Record<Priority, string> = {
  orders: 'Orders and logins',
  reconciliation: 'Look-ups of unknown orders',
  focused: 'Focused instrument',
  visible: 'Visible panels and account',
  background: 'Background',
  bulk: 'Lists and history',
};

/** Who waits, in the order in which they go. */
export function listWaiting(status: SessionStatus): readonly { readonly text: string; readonly count: number }[] {
  return PRIORITIES.map((priority) => ({ text: WORDS[priority], count: status.request_budget.waiting[priority] }));
}

/** All that wait, together. */
export function countWaiting(status: SessionStatus): number {
  return PRIORITIES.reduce((count, priority) => count + status.request_budget.waiting[priority], 0);
}

/** Refusals in a row that are no chance any more: one comes where the bucket was counted too full. */
const REFUSED_AT = 3;

/** Whether the service takes no reads, though there were credits for them as far as is known here. */
export function areReadsRefused({ request_budget }: Pick<SessionStatus, 'request_budget'>): boolean {
  return request_budget.refused_as_too_many >= REFUSED_AT;
}
