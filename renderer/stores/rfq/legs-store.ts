import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { DecimalString } from '../../../shared/decimal.ts';
import type { Direction } from '../../../shared/service/fields.ts';

/** A leg that was picked for a Block RFQ; without an amount until the composer has one. */
export interface PickedLeg {
  readonly instrumentName: string;
  readonly direction: Direction;
  readonly amount?: DecimalString;
}

/** A Block RFQ has this many legs at most (facts, "Block RFQ rules"). */
export const MOST_LEGS = 20;

/** What became of a pick. */
export type PickOutcome = 'added' | 'turned' | 'removed' | 'full';

/** Legs picked from any panel, in the order of picking; one for each instrument. */
export const legsStore = createStore<{ readonly legs: readonly PickedLeg[] }>(() => ({ legs: [] }));

/** Picks a leg; picked the other way it turns, picked the same way again it goes. */
export function pickLeg(instrumentName: string, direction: Direction): PickOutcome {
  const { legs } = legsStore.getState();
  const known = legs.find((leg) => leg.instrumentName === instrumentName);
  if (known === undefined) {
    if (legs.length >= MOST_LEGS) return 'full';
    legsStore.setState({ legs: [...legs, { instrumentName, direction }] });
    return 'added';
  }
  const isSame = known.direction === direction;
  const rest = legs.flatMap((leg) => (leg !== known ? [leg] : isSame ? [] : [{ ...leg, direction }]));
  legsStore.setState({ legs: rest });
  return isSame ? 'removed' : 'turned';
}

export function clearLegs(): void {
  legsStore.setState({ legs: [] });
}

export function useLegs(): readonly PickedLeg[] {
  return useStore(legsStore, (state) => state.legs);
}
