import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import type { Ignorance } from './seed-report.ts';
import type { Saying } from './truth.ts';

/** One line of what happened, at a virtual time. */
export type Log = (text: string) => void;

/** What the terminal said of each sell as time went on, over all of its lives. */
export class HeardRows {
  readonly #clock: VirtualClock;
  readonly #log: Log | null;
  readonly #sayings = new Map<string, Saying[]>();
  readonly #sentAt = new Map<string, number>();
  readonly #ignorance = new Map<string, Ignorance>();
  #lastDecisionMs = 0;

  constructor(clock: VirtualClock, log: Log | null) {
    this.#clock = clock;
    this.#log = log;
  }

  /** By intent, in the order they were said. */
  get sayings(): ReadonlyMap<string, readonly Saying[]> {
    return this.#sayings;
  }

  /** When it last said something new, monotonic ms. */
  get lastDecisionMs(): number {
    return this.#lastDecisionMs;
  }

  /** For how long sells were unknown that were decided since. */
  ignorance(): readonly Ignorance[] {
    return [...this.#ignorance.values()];
  }

  note(row: OrderRow): void {
    const { intent_id: intentId, outcome, label } = row;
    const orderId = row.order?.order_id ?? null;
    const sayings = this.#sayings.get(intentId) ?? [];
    this.#sayings.set(intentId, sayings);
    const last = sayings.at(-1);
    const atMs = this.#clock.monotonic();
    this.#log?.(`${label} ${outcome} ${orderId ?? ''} ${row.notices.map(({ code }) => code).join(' ')}`.trimEnd());
    if (last?.outcome === outcome && last.orderId === orderId) return;
    this.#lastDecisionMs = atMs;
    sayings.push({ outcome, orderId, atMs });
    if (outcome === 'sending') this.#sentAt.set(intentId, atMs);
    const sentAt = this.#sentAt.get(intentId);
    if (last?.outcome !== 'unknown' || outcome === 'unknown' || sentAt === undefined) return;
    const windowMs = row.valid_until - row.submitted_at;
    this.#ignorance.set(intentId, { windows: (atMs - sentAt) / windowMs, windowMs });
  }
}
