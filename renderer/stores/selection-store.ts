import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { DecimalString } from '../../shared/decimal.ts';

/** A price that was clicked, for the ticket. `count` tells two clicks on the same price apart. */
export interface PickedPrice {
  readonly instrumentName: string;
  readonly price: DecimalString;
  readonly count: number;
}

export interface SelectionState {
  /** What the ticker panel shows and the ticket sells. */
  readonly instrumentName: string | null;
  readonly pickedPrice: PickedPrice | null;
}

/** What the trader is looking at; panels share it and know nothing of each other. */
export const selectionStore = createStore<SelectionState>(() => ({ instrumentName: null, pickedPrice: null }));

export function selectInstrument(instrumentName: string | null): void {
  selectionStore.setState({ instrumentName });
}

/** Selects the instrument and offers the price to the ticket. */
export function pickPrice(instrumentName: string, price: DecimalString): void {
  const count = (selectionStore.getState().pickedPrice?.count ?? 0) + 1;
  selectionStore.setState({ instrumentName, pickedPrice: { instrumentName, price, count } });
}

export function useSelection<T>(select: (state: SelectionState) => T): T {
  return useStore(selectionStore, select);
}
