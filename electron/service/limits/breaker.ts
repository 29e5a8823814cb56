import type { BreakerState } from '../../../shared/ipc/schemas/session-schema.ts';

/** Reads in a row that found nobody there before the others are held back. */
const FAILURES_TO_OPEN = 5;
/** While the service is away it is tried this often: the closest look there is, so recovery is seen within it. */
export const PROBE_EVERY_MS = 250;
/** How long most probes wait for an answer. One at a time waits as long as its call does: the service may be slow. */
export const QUICK_PROBE_MS = 500;

/** What a read that was let through came to. `undecided`: it proves neither that the service is there nor that it isn't. */
export type PassageEnd = 'answered' | 'nobody' | 'undecided';

/** A read on its way. */
export interface Passage {
  /** Null for a read of a service that is there. */
  readonly probe: Probe | null;
  readonly end: (how: PassageEnd) => void;
}

/** How long a read of a service that was away may wait. */
export interface Probe {
  /** Milliseconds; null where the call's own deadline rules. */
  readonly limitMs: number | null;
  /** Runs when another probe was answered: this one was asked of nobody, and waiting on would only keep its place. */
  readonly onOvertaken: (action: () => void) => void;
}

/**
 * Stops reads to a service that is down. Orders don't pass through it. States are drawn in docs/design/rate-limits.md.
 */
export interface Breaker {
  readonly state: () => BreakerState;
  /** Whether a read may be written now. */
  readonly mayPass: () => boolean;
  /** Lets one read through; only when it may pass. */
  readonly pass: () => Passage;
  /** The service answered a call that did not pass here, such as an order: it is there. */
  readonly noteAnswer: () => void;
  /** Milliseconds until a read may pass. */
  readonly waitMs: () => number;
}

/** `now` is monotonic milliseconds; `onChange` hears of every change of state. */
export function createBreaker(
  now: () => number,
  onChange: (from: BreakerState, to: BreakerState) => void = () => undefined,
): Breaker {
  let state: BreakerState = 'closed';
  let failures = 0;
  let triedAt = 0;
  let probes = 0;
  let hasPatientProbe = false;
  const overtaken = new Set<() => void>();
  /** Counts openings and closings: what began before the last one says nothing about now, unless it is an answer. */
  let era = 0;

  function become(next: BreakerState): void {
    if (next === state) return;
    const from = state;
    state = next;
    onChange(from, next);
  }

  function close(): void {
    failures = 0;
    if (state === 'closed') return;
    era += 1;
    become('closed');
    for (const action of overtaken) action();
    overtaken.clear();
  }

  function open(): void {
    era += 1;
    probes = 0;
    hasPatientProbe = false;
    overtaken.clear();
    triedAt = now();
    become('open');
  }

  function waitMs(): number {
    return state === 'closed' ? 0 : Math.max(0, triedAt + PROBE_EVERY_MS - now());
  }

  function passClosed(): Passage {
    const begun = era;
    return {
      probe: null,
      end: once((how) => {
        if (how === 'answered') return close();
        if (how === 'undecided' || begun !== era) return;
        failures += 1;
        if (failures >= FAILURES_TO_OPEN) open();
      }),
    };
  }

  function passProbe(): Passage {
    const begun = era;
    const isPatient = !hasPatientProbe;
    hasPatientProbe = true;
    probes += 1;
    triedAt = now();
    become('half_open');
    let stopListening: () => void = () => undefined;
    const listen = (action: () => void): void => {
      overtaken.add(action);
      stopListening = () => void overtaken.delete(action);
    };
    return {
      probe: { limitMs: isPatient ? null : QUICK_PROBE_MS, onOvertaken: listen },
      end: once((how) => {
        stopListening();
        if (how === 'answered') return close();
        if (begun !== era) return;
        probes -= 1;
        if (isPatient) hasPatientProbe = false;
        if (probes === 0) become('open');
      }),
    };
  }

  return {
    state: () => state,
    mayPass: () => waitMs() === 0,
    pass: () => (state === 'closed' ? passClosed() : passProbe()),
    noteAnswer: close,
    waitMs,
  };
}

function once(end: (how: PassageEnd) => void): (how: PassageEnd) => void {
  let hasEnded = false;
  return (how) => {
    if (hasEnded) return;
    hasEnded = true;
    end(how);
  };
}
