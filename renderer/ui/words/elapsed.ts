import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { sentAt } from '../../../shared/orders/outcome/sent-at.ts';
import { formatAge } from './format.ts';

/** A moment by each clock that the window has, ms. */
export interface Moment {
  readonly serviceMs: number;
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** The service's clock is known so well: less is no sign that it was set. */
const SURE_MS = 1000;

/** When a row's sell was sent, by the clocks that no service sets. */
const knownSent = new WeakMap<OrderRow, Pick<Moment, 'wallMs' | 'monotonicMs'>>();

/** The moment that goes with the service's time. */
export function readMoment(serviceMs: number): Moment {
  return { serviceMs, wallMs: Date.now(), monotonicMs: performance.now() };
}

/** Takes over when the sell was sent from the row before, or from its stamp as long as the service's clock was not set. */
export function noteSent(row: OrderRow, before: OrderRow | undefined, now: Moment): void {
  const known = before === undefined ? undefined : knownSent.get(before);
  const agoMs = now.serviceMs - sentAt(row);
  if (known !== undefined) knownSent.set(row, known);
  else if (agoMs >= -SURE_MS) {
    knownSent.set(row, { wallMs: now.wallMs - agoMs, monotonicMs: now.monotonicMs - agoMs });
  }
}

/**
 * How long ago the sell was sent, ms, as two of three clocks agree: the service's and the machine's can be set, the
 * monotonic one stops in a sleep. Of an unseen row by its stamp; null if that is in the future.
 */
export function readElapsedMs(row: OrderRow, serviceMs: number, moment = readMoment(serviceMs)): number | null {
  const known = knownSent.get(row);
  const byStampMs = serviceMs - sentAt(row);
  if (known === undefined) return byStampMs < -SURE_MS ? null : Math.max(0, byStampMs);
  const estimates = [byStampMs, moment.wallMs - known.wallMs, moment.monotonicMs - known.monotonicMs];
  return Math.max(0, estimates.toSorted((a, b) => a - b)[1] ?? 0);
}

/** That in words. */
export function formatElapsed(elapsedMs: number | null): string {
  return elapsedMs === null ? 'since when is not known' : formatAge(elapsedMs);
}
