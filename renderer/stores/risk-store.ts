import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** The currency that the panels about risk show; null before one was chosen. */
export const riskStore = createStore<{ readonly currency: string | null }>(() => ({ currency: null }));

export function showRiskOf(currency: string): void {
  riskStore.setState({ currency });
}

export function useRiskCurrency(): string | null {
  return useStore(riskStore, (state) => state.currency);
}
