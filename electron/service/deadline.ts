import type { Clock } from '../clock.ts';

/** A reply is waited for until the engine can no longer take the request, and so many round trips more, but no less. */
const REPLY_GRACE_MS = 500;
const GRACE_TRIPS = 2;

/** How long the reply of a request is waited for that the engine takes for `validForMs`; milliseconds. */
export function replyDeadlineMs(validForMs: number, roundTripMs: number | null): number {
  return validForMs + Math.max(REPLY_GRACE_MS, GRACE_TRIPS * (roundTripMs ?? 0));
}

/** When a call ends, whatever it is doing. Uses the monotonic clock, so a jump of the wall clock moves nothing. */
export class Deadline {
  readonly limitMs: number;
  readonly #clock: Clock;
  readonly #endMs: number;
  readonly #cancel: () => void;
  readonly #actions: (() => void)[] = [];
  #hasPassed = false;

  constructor(clock: Clock, limitMs: number) {
    this.limitMs = limitMs;
    this.#clock = clock;
    this.#endMs = clock.monotonic() + limitMs;
    this.#cancel = clock.after(limitMs, () => this.pass());
  }

  /** Makes it pass now, before its time. */
  pass(): void {
    this.#hasPassed = true;
    this.#cancel();
    for (const action of this.#actions.splice(0)) action();
  }

  /** Milliseconds left; zero or less when it has passed. */
  remainingMs(): number {
    return this.#endMs - this.#clock.monotonic();
  }

  hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** Runs `action` when the deadline passes, at once when it has. */
  onPass(action: () => void): void {
    if (this.#hasPassed) action();
    else this.#actions.push(action);
  }

  /** Stops the clock of a call that has ended. */
  cancel(): void {
    this.#cancel();
  }
}

/** Waits for `work`, but not past the deadline: null when that comes first. */
export function waitWithin<T>(deadline: Deadline, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    deadline.onPass(() => resolve(null));
    work.then(resolve, reject);
  });
}
