import type { Fate } from './faults.ts';
import type { Plan } from './plan.ts';

/** After this the terminal rightly asks a person: look-ups forget, or say too little. */
const LONG_MS = 19 * 60_000;
/** A terminal that was away for so long knows less: clocks may have been set meanwhile. */
const LONG_DOWN_MS = 14 * 60_000;

/** Clocks differ by less: an order that is older by more is an older one, unless a clock was set. */
const FAR_MS = 5000;

/** Whether look-ups, or the terminal, are away for so long that a sell may be left to a person. */
export function isLongAway({ blackouts, restarts }: Plan): boolean {
  return (
    blackouts.some(({ fromMs, toMs }) => toMs - fromMs > LONG_MS) ||
    restarts.some(({ downMs }) => downMs > LONG_DOWN_MS)
  );
}

/** When the service's clock is set back by more than clocks differ; null: never. */
function farSetBackMs({ clockSteps }: Plan): number | null {
  return clockSteps.find(({ of, byMs }) => of === 'service' && byMs < -FAR_MS)?.atMs ?? null;
}

/**
 * Whether an order made at `madeMs` was unknowable to the verdict: made after an unseen clock change. `toldMs`: when
 * each change was first seen.
 */
export function isBeforeSetBack(
  { clockSteps }: Plan,
  toldMs: ReadonlyMap<number, number>,
  atMs: number,
  madeMs: number,
): boolean {
  return clockSteps.some(
    ({ of, byMs, atMs: setMs }) =>
      of === 'service' && byMs < 0 && madeMs > setMs && atMs <= (toldMs.get(setMs) ?? Infinity),
  );
}

/**
 * Whether proof may leave the sell to a person: look-ups were away, its reply named another's order, or the clock was
 * set.
 */
export function mayBeLeft(plan: Plan, label: string, fate: Fate | undefined): boolean {
  // Only its amount shows that another's order isn't the sell's.
  const isNamed = fate?.name === 'foreign_order' || fate?.stranger === 'larger';
  return isLongAway(plan) || isNamed || (farSetBackMs(plan) !== null && !isMade(label));
}

/** Whether the desk made it, for that sell or what is linked to it: what traders of the campaign type begins otherwise. */
export function isMade(label: string): boolean {
  return /^sd-\w+(\/\d+)?$/u.test(label);
}
