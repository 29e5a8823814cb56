import { createStore } from 'zustand/vanilla';

/** A stroke this soon after a stop, or after the last such stroke, was meant to stop: longer than a slow second stroke. */
export const STOP_HOLD_MS = 1500;

interface HoldClock {
  /** Monotonic, milliseconds. */
  readonly now: () => number;
  readonly after: (milliseconds: number, action: () => void) => void;
}

/** Keeps a second hasty stroke from lifting a stop of trading. */
export function createStopHold({ now, after }: HoldClock) {
  let until: number | null = null;
  /** For what is shown: whether lifting it would do nothing. */
  const store = createStore<{ readonly isHeld: boolean }>(() => ({ isHeld: false }));

  function isHeld(): boolean {
    return until !== null && now() < until;
  }

  function letGo(): void {
    if (until === null) return;
    const left = until - now();
    if (left > 0) return after(left, letGo);
    until = null;
    store.setState({ isHeld: false });
  }

  return {
    store,
    /** Trading was stopped, or somebody goes on pressing: nothing lifts the stop for a while from now on. */
    hold(): void {
      const isWaiting = until !== null;
      until = now() + STOP_HOLD_MS;
      store.setState({ isHeld: true });
      if (!isWaiting) after(STOP_HOLD_MS, letGo);
    },
    /** Whether a stroke that would lift the stop may: one that may not holds it on. */
    mayLift(): boolean {
      if (!isHeld()) return true;
      this.hold();
      return false;
    },
  };
}
