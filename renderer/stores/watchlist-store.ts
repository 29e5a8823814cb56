import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { IpcError } from '../../shared/ipc/error.ts';

export interface WatchlistState {
  readonly instruments: readonly string[];
  /** Whether the back end doesn't have the newest list yet. */
  readonly isUnsaved: boolean;
  /** Why the last save failed; null otherwise. */
  readonly failure: IpcError | null;
}

/** The instruments the trader watches, in the trader's order. */
export const watchlistStore = createStore<WatchlistState>(() => ({ instruments: [], isUnsaved: false, failure: null }));

/** Takes the saved list, unless this window holds one that was not saved yet. */
export function adoptWatchlist(instruments: readonly string[]): void {
  if (!watchlistStore.getState().isUnsaved) watchlistStore.setState({ instruments });
}

/** Puts the instrument last; nothing happens when it is there already. */
export function addToWatchlist(instrumentName: string): void {
  const { instruments } = watchlistStore.getState();
  if (instruments.includes(instrumentName)) return;
  watchlistStore.setState({ instruments: [...instruments, instrumentName], isUnsaved: true });
}

export function removeFromWatchlist(instrumentName: string): void {
  const { instruments } = watchlistStore.getState();
  if (!instruments.includes(instrumentName)) return;
  watchlistStore.setState({ instruments: instruments.filter((name) => name !== instrumentName), isUnsaved: true });
}

export function useWatchlist<T>(select: (state: WatchlistState) => T): T {
  return useStore(watchlistStore, select);
}
