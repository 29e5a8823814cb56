import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { DecimalString } from '../../../shared/decimal.ts';
import { type LinkColour, usePanelLink } from '../../ui/panel-frame.ts';

/** A price that was clicked, for the ticket. `count` tells two clicks on the same price apart. */
export interface PickedPrice {
  readonly instrumentName: string;
  readonly price: DecimalString;
  readonly count: number;
}

/** What the panels of one colour share. */
export interface Selection {
  /** What the linked panels show and the ticket sells. */
  readonly instrumentName: string | null;
  readonly pickedPrice: PickedPrice | null;
}

const NOTHING: Selection = { instrumentName: null, pickedPrice: null };

export type SelectionState = Readonly<Record<LinkColour, Selection>>;

/** What the trader is looking at; panels of a colour share it and know nothing of each other. */
export const selectionStore = createStore<SelectionState>(() => ({
  blue: NOTHING,
  green: NOTHING,
  amber: NOTHING,
  violet: NOTHING,
}));

/** What the panels of a colour look at. */
export function readSelection(link: LinkColour = 'blue'): Selection {
  return selectionStore.getState()[link];
}

export function selectInstrument(instrumentName: string | null, link: LinkColour = 'blue'): void {
  selectionStore.setState({ [link]: { ...readSelection(link), instrumentName } });
}

/** Selects the instrument and offers the price to the ticket. */
export function pickPrice(instrumentName: string, price: DecimalString, link: LinkColour = 'blue'): void {
  const count = (readSelection(link).pickedPrice?.count ?? 0) + 1;
  selectionStore.setState({ [link]: { instrumentName, pickedPrice: { instrumentName, price, count } } });
}

/** Part of what the panels of this panel's colour look at. */
export function useSelection<T>(select: (selection: Selection) => T): T {
  const link = usePanelLink();
  return useStore(selectionStore, (state) => select(state[link]));
}
