import type { MeterView, Priority, SessionStatus } from '../../shared/ipc/session-schema.ts';
import { PRIORITIES } from '../../shared/ipc/session-schema.ts';

/** One bucket of the account's limits, in whole requests. */
export interface BudgetRow {
  readonly name: string;
  readonly left: number;
  readonly used: number;
  readonly burst: number;
  /** Requests a second that come back. */
  readonly rate: number;
}

const NAMES: Readonly<Record<string, string>> = { spot: 'Spot orders' };

/** Every bucket that the account has, reads first; empty until its limits are known. */
export function listBuckets(status: SessionStatus): readonly BudgetRow[] {
  const rows: BudgetRow[] = [];
  if (status.read_meter !== null) rows.push(rowOf('Reads', status.read_meter));
  if (status.order_meter !== null) rows.push(rowOf('Orders', status.order_meter));
  for (const meter of status.request_budget.own_order_meters) {
    rows.push(rowOf(NAMES[meter.name] ?? `${meter.name.toUpperCase()} orders`, meter));
  }
  return rows;
}

function rowOf(name: string, { available, burst, rate }: MeterView): BudgetRow {
  const left = Math.max(0, Math.floor(available + 1e-6));
  return { name, left, used: Math.max(0, burst - left), burst, rate };
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
