import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** The sell that somebody is about to say something of, by its intent id; null: none. */
export const settleStore = createStore<{ readonly intentId: string | null }>(() => ({ intentId: null }));

export function beginSettling(intentId: string): void {
  settleStore.setState({ intentId });
}

export function endSettling(): void {
  settleStore.setState({ intentId: null });
}

export function useSettling(): string | null {
  return useStore(settleStore, (state) => state.intentId);
}
