import type { LatencyView, SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';

/** Fewer sells than this say little of the next one: then it is the reads that speak. */
const FEWEST_SELLS = 20;

/** How long the service took to answer lately, in short and in a sentence; null before its first answer. */
export function describeAnswerTimes({ sells, reads }: SessionStatus['latency']) {
  if (sells !== null && sells.count >= FEWEST_SELLS) return describe(sells, 'orders');
  return reads === null ? null : describe(reads, 'reads');
}

function describe({ p50, p99, count }: LatencyView, of: string) {
  const [half, most] = [p50, p99].map((ms) => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0)));
  const explanation = `Answer times of the latest ${count} ${of}: half within ${half} ms, 99 in 100 within ${most} ms.`;
  return { text: `p50 ${half} · p99 ${most} ms`, explanation };
}
