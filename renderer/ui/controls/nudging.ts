import {
  add,
  compare,
  type DecimalString,
  decimal,
  isMultipleOf,
  largest,
  multiply,
  roundToStep,
} from '../../../shared/decimal.ts';
import { followScrolls } from '../scroll-origin.ts';
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

/** What a turn of the wheel says, as the browser tells it. */
export type WheelTurn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'timeStamp'> & Modifiers;

/** A swipe that rests so long is over: what it left short of a notch is forgotten. */
const SWIPE_ENDS_MS = 300;

/** Of a mouse's wheel, in pixels; some systems tell 120. */
const NOTCH_PX = 100;
const NOTCH_LINES = 3;

const PIXELS = 0;
const LINES = 1;

/** How far the wheel was turned towards the trader, as it is told. Only Shift turns it sideways: a sideways swipe is no step. */
function readTurn({ deltaX, deltaY, shiftKey }: WheelTurn): number {
  return shiftKey && Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
}

/** In notches of a mouse's wheel. What tells lines or pages has notches, of as many lines as its owner chose. */
function countNotches(turn: number, deltaMode: number): number {
  if (deltaMode === PIXELS) return turn / (turn % 120 === 0 ? 120 : NOTCH_PX);
  const whole = Math.max(1, Math.round(Math.abs(turn) / (deltaMode === LINES ? NOTCH_LINES : 1)));
  return Math.sign(turn) * whole;
}

/**
 * Reads the steps that turns of the wheel ask for: one for each notch, whether it comes at once or in the many small
 * turns of a trackpad. 0: not a whole notch yet; null: nothing that is for the field.
 */
export function createWheelNudge(): (event: WheelTurn) => number | null {
  let collected = 0;
  let last: { readonly at: number; readonly steps: number; readonly isAway: boolean } | null = null;
  return (event) => {
    const turn = readTurn(event);
    if (turn === 0) return null;
    const now = { at: event.timeStamp, steps: countSteps(event), isAway: turn < 0 };
    const goesOn = last?.isAway === now.isAway && last.steps === now.steps && now.at - last.at < SWIPE_ENDS_MS;
    collected = (goesOn ? collected : 0) + countNotches(turn, event.deltaMode);
    last = now;
    // Parts of a notch don't add up exactly.
    const whole = Math.trunc(collected + Math.sign(collected) * 1e-6);
    collected -= whole;
    return whole === 0 ? 0 : -whole * now.steps;
  };
}

/**
 * Nudges a field by the wheel while it has the focus; without it the wheel scrolls as ever, and so does a scroll that began
 * elsewhere and comes over the field. React listens to
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
    const scrolls = followScrolls();
    const read = createWheelNudge();
    const turn = (event: WheelEvent): void => {
      if (latest.current === undefined || document.activeElement !== input || !scrolls.beganOver(input)) return;
      const steps = read(event);
      if (steps === null) return;
      event.preventDefault();
      if (steps !== 0) latest.current(steps);
    };
    input.addEventListener('wheel', turn, { passive: false });
    return () => input.removeEventListener('wheel', turn);
  }, [field]);
}

/**
 * The number so many steps up, or down when negative, never below `least`: from below that, down leads nowhere. What lies between
 * two steps lands on the next.
 */
export function moveByStep(value: DecimalString, steps: number, step: DecimalString, least = step): DecimalString {
  const isOn = isMultipleOf(value, step);
  const start = isOn ? value : roundToStep(value, step, steps > 0 ? 'up' : 'down');
  const left = isOn ? steps : steps - Math.sign(steps);
  const moved = largest(add(start, multiply(step, decimal(left))), least);
  return steps < 0 && compare(moved, value) > 0 ? value : moved;
}
