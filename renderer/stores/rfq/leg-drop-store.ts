import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** A place that takes legs as text, one a line: `buy 25 BTC-27MAR27-90000-P`. */
export interface LegDrop {
  readonly element: HTMLElement;
  readonly take: (text: string) => void;
}

/** The composers of this window, for grids that drag rows by themselves. */
export const legDropStore = createStore<readonly LegDrop[]>(() => []);

/** Offers the element as such a place, for as long as it is there. */
export function useLegDrop(element: HTMLElement | null, take: (text: string) => void): void {
  useEffect(() => {
    if (element === null) return undefined;
    const place: LegDrop = { element, take };
    legDropStore.setState((places) => [...places, place], true);
    return () => legDropStore.setState((places) => places.filter((other) => other !== place), true);
  }, [element, take]);
}

/** What a leg is dragged as; an instrument alone is bought, as one that is picked. */
export function writeLeg(
  instrumentName: string,
  direction: 'buy' | 'sell' = 'buy',
  amount: string | null = null,
): string {
  return [direction, ...(amount === null ? [] : [amount]), instrumentName].join(' ');
}
