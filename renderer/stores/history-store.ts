import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Walk } from '../../shared/history/view.ts';

export interface HistoryState {
  /** The latest walk through the account's trades; null before one was heard of. */
  readonly walk: Walk | null;
}

export const historyStore = createStore<HistoryState>(() => ({ walk: null }));

export function receiveWalk(walk: Walk | null): void {
  if (walk !== null) historyStore.setState({ walk });
}

export function useWalk(): Walk | null {
  return useStore(historyStore, (state) => state.walk);
}
