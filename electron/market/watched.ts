import type { Attention } from '../../shared/ipc/contract.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import { isUnknownName } from './catalog.ts';

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
  /** Whether the last clear answer said that the instrument ended or doesn't exist. */
  isOver: boolean;
  wasStale: boolean;
  /** Whether it was asked for again before its time, since it last advanced. */
  wasAskedAgain: boolean;
  /** What a price was judged by before it was looked at more closely, ms, until it was asked for since; else 0. */
  formerLimitMs: number;
  /** When it was due, where it is asked for a little earlier with a focused instrument; else null. */
  dueByItselfAt: number | null;
  /** From then on it may be. */
  alongFrom: number;
}

const CLOSENESS: Record<Attention | 'bulk', number> = { bulk: 0, background: 1, visible: 2, focused: 3 };

/** The closer of two looks. */
export function closer(a: Attention | undefined, b: Attention): Attention {
  return a !== undefined && CLOSENESS[a] >= CLOSENESS[b] ? a : b;
}

/**
 * The priority of its polls. Expired instruments come due together, so one that nobody focuses takes what the rest
 * leave.
 */
export function priorityOf({ attention, isOver }: Watched): Attention | 'bulk' {
  return isOver && attention !== 'focused' ? 'bulk' : attention;
}

/** The closer watch first, then the one due longer. */
export function isMoreUrgent(a: Watched, b: Watched): boolean {
  const closeness = CLOSENESS[priorityOf(a)] - CLOSENESS[priorityOf(b)];
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
    isOver: false,
    wasStale: false,
    wasAskedAgain: false,
    formerLimitMs: 0,
    dueByItselfAt: null,
    alongFrom: now,
  };
}

/** Whether a ticker is of a book that trades no more, ever (contract, "Instrument (order book) state"). */
export function isLast({ state }: Ticker): boolean {
  return state === 'delivered' || state === 'archivized';
}

/** Whether an answer without a ticker says that there is no such instrument, or none any more. */
export function tellsOver({ code, params }: IpcError): boolean {
  return code === 'NotFound' || isUnknownName(params);
}

/** Whether a new window can be answered: a price, or why none. */
export function isKnown(entry: Watched | undefined): boolean {
  return entry !== undefined && (entry.ticker !== null || entry.failure !== null);
}
