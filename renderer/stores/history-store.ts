import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Walk } from '../../shared/history/view.ts';

export interface HistoryState {
  /** The latest walk through the account's trades; null before one was heard of. */
  readonly walk: Walk | null;
  /** How often trades came without a walk: this terminal's own fills. */
  readonly arrivals: number;
}

export const historyStore = createStore<HistoryState>(() => ({ walk: null, arrivals: 0 }));

/** Takes what was heard of a walk. One that is over goes on in nothing that comes later: that was said before. */
export function receiveWalk(walk: Walk | null): void {
  const { walk: known } = historyStore.getState();
  const isOver = known !== null && known.state !== 'running' && known.started_at === walk?.started_at;
  if (walk === null || (isOver && walk.state === 'running')) return;
  historyStore.setState({ walk });
}

/** Takes news of stored trades; null: some came without a walk. */
export function receiveHistory(walk: Walk | null): void {
  if (walk !== null) return receiveWalk(walk);
  historyStore.setState(({ arrivals }) => ({ arrivals: arrivals + 1 }));
}

export function useWalk(): Walk | null {
  return useStore(historyStore, (state) => state.walk);
}
