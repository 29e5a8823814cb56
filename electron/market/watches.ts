import type { Attention } from '../../shared/ipc/contract.ts';
import type { Clock } from '../clock.ts';
import { OVER_INTERVAL_MS, POLL_INTERVAL_MS } from './poll-rates.ts';
import { closer, newlyWatched, type Watched } from './watched.ts';

/** What every window watches, and of all of them together each instrument once, by its closest look. */
export interface Watches {
  readonly watched: ReadonlyMap<string, Watched>;
  readonly windows: ReadonlyMap<string, ReadonlyMap<string, Attention>>;
  /** Replaces what a window watches. */
  readonly setWindow: (windowId: string, wanted: readonly { instrument_name: string; attention: Attention }[]) => void;
  readonly forgetWindow: (windowId: string) => void;
  /** Instruments of a kind, by how closely they are looked at. */
  readonly count: (isCounted: (entry: Watched) => boolean) => Record<Attention, number>;
}

/** `staleAfterMs`: time after which a price of the entry is stale. */
export function createWatches(clock: Pick<Clock, 'monotonic'>, staleAfterMs: (entry: Watched) => number): Watches {
  const windows = new Map<string, Map<string, Attention>>();
  const watched = new Map<string, Watched>();

  function rebuild(): void {
    const wanted = new Map<string, Attention>();
    for (const names of windows.values()) {
      for (const [name, attention] of names) wanted.set(name, closer(wanted.get(name), attention));
    }
    for (const name of watched.keys()) if (!wanted.has(name)) watched.delete(name);
    const now = clock.monotonic();
    for (const [name, attention] of wanted) {
      const entry = watched.get(name);
      if (entry === undefined) watched.set(name, newlyWatched(attention, now));
      else {
        const isCloser = POLL_INTERVAL_MS[attention] < POLL_INTERVAL_MS[entry.attention];
        // Nobody promised a price as new as the closer look demands: it is asked for now, and judged by that from then on.
        if (isCloser) entry.formerLimitMs = staleAfterMs(entry);
        entry.attention = attention;
        const latestMs = entry.isOver ? OVER_INTERVAL_MS : POLL_INTERVAL_MS[attention];
        entry.dueAt = isCloser ? now : Math.min(entry.dueAt, now + latestMs);
      }
    }
  }

  return {
    watched,
    windows,
    setWindow: (windowId, wanted) => {
      const names = new Map<string, Attention>();
      for (const { instrument_name, attention } of wanted) {
        names.set(instrument_name, closer(names.get(instrument_name), attention));
      }
      windows.set(windowId, names);
      rebuild();
    },
    forgetWindow: (windowId) => {
      windows.delete(windowId);
      rebuild();
    },
    count: (isCounted) => {
      const counts = { focused: 0, visible: 0, background: 0 };
      for (const entry of watched.values()) if (isCounted(entry)) counts[entry.attention] += 1;
      return counts;
    },
  };
}
