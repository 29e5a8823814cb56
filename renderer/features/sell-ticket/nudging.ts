import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** One step, ten with Shift, a hundred with Ctrl. */
function countSteps({ shiftKey, ctrlKey, metaKey }: Modifiers): number {
  if (ctrlKey || metaKey) return 100;
  return shiftKey ? 10 : 1;
}

/** The steps that a key asks for: up and down arrows; null for any other. */
export function readKeyNudge(event: Pick<KeyboardEvent, 'key'> & Modifiers): number | null {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return null;
  return event.key === 'ArrowUp' ? countSteps(event) : -countSteps(event);
}

/** The steps that a turn of the wheel asks for. Shift turns it sideways on most systems. */
export function readWheelNudge(event: Pick<WheelEvent, 'deltaX' | 'deltaY'> & Modifiers): number | null {
  const turn = event.deltaY === 0 ? event.deltaX : event.deltaY;
  return turn === 0 ? null : -Math.sign(turn) * countSteps(event);
}

/**
 * Nudges a field by the wheel while it has the focus; without it the wheel scrolls as ever. React listens to
 * the wheel passively, where the page can't be kept from scrolling.
 */
export function useWheelNudge(field: RefObject<HTMLInputElement | null>, nudge: ((steps: number) => void) | undefined) {
  const latest = useRef(nudge);
  useEffect(() => {
    latest.current = nudge;
  });
  useEffect(() => {
    const input = field.current;
    if (input === null) return undefined;
    const turn = (event: WheelEvent): void => {
      const steps = readWheelNudge(event);
      if (latest.current === undefined || steps === null || document.activeElement !== input) return;
      event.preventDefault();
      latest.current(steps);
    };
    input.addEventListener('wheel', turn, { passive: false });
    return () => input.removeEventListener('wheel', turn);
  }, [field]);
}
