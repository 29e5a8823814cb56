import type { Attention } from '../../shared/ipc/contract.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Ticker } from '../../shared/service/ticker.ts';

/** An instrument that some window watches, and the last word about it. */
export interface Watched {
  attention: Attention;
  /** Monotonic times, milliseconds. */
  dueAt: number;
  isAsked: boolean;
  ticker: Ticker | null;
  /** When a ticker with a newer timestamp last came. */
  advancedAt: number;
  failure: IpcError | null;
  wasStale: boolean;
  /** Whether it was asked for again before its time, since it last advanced. */
  wasAskedAgain: boolean;
  /** What a price was judged by before it was looked at more closely, ms, until it was asked for since; else 0. */
  formerLimitMs: number;
}

const CLOSENESS: Record<Attention, number> = { background: 0, visible: 1, focused: 2 };

/** The closer of two looks. */
export function closer(a: Attention | undefined, b: Attention): Attention {
  return a !== undefined && CLOSENESS[a] >= CLOSENESS[b] ? a : b;
}

/** The closer look first; of two alike, the one that has been due for longer. */
export function isMoreUrgent(a: Watched, b: Watched): boolean {
  const closeness = CLOSENESS[a.attention] - CLOSENESS[b.attention];
  return closeness === 0 ? a.dueAt < b.dueAt : closeness > 0;
}

/** An instrument to be asked for at once; `now` is monotonic. */
export function newlyWatched(attention: Attention, now: number): Watched {
  return {
    attention,
    dueAt: now,
    isAsked: false,
    ticker: null,
    advancedAt: now,
    failure: null,
    wasStale: false,
    wasAskedAgain: false,
    formerLimitMs: 0,
  };
}
