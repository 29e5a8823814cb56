import type { Log } from '../log.ts';

/** Hears of a rejected request: a code for why, and its subject. */
export type NoteRefusal = (reason: string, about?: string) => void;

const AGAIN_MS = 60_000;

/** Logs refusals, each reason once a minute at most, with the count since. `monotonicMs` only goes forward. */
export function createRefusalLog(log: Log, monotonicMs: () => number): NoteRefusal {
  const reasons = new Map<string, { count: number; toldAtMs: number }>();
  return (reason, about) => {
    const nowMs = monotonicMs();
    const known = reasons.get(reason) ?? { count: 0, toldAtMs: Number.NEGATIVE_INFINITY };
    reasons.set(reason, known);
    known.count += 1;
    if (nowMs - known.toldAtMs < AGAIN_MS) return;
    log('warn', 'request_refused', { reason, message: about ?? null, count: known.count });
    known.count = 0;
    known.toldAtMs = nowMs;
  };
}
