import { roundPlaces } from '../fixed.ts';
import type { Random } from '../random.ts';
import { HOUR_MS, revert, type Reversion } from './process.ts';

const FUNDING_MS = 8 * HOUR_MS;
/** Premiums within this of zero cost nothing: 0.025 % (facts, "Funding"). */
const DEAD_BAND = 0.00025;
const RATE_CAP = 0.005;
const KEPT_EVERY_MS = HOUR_MS / 12;

const FAST: Reversion = { mean: 0, spread: 0.00012, halfLifeMs: 600_000 };
const SLOW: Reversion = { mean: 0.00015, spread: 0.00025, halfLifeMs: 6 * HOUR_MS };

/** Funding as the ticker gives it: fractions of the position's value, for eight hours. */
export interface Funding {
  /** Rate of this moment. */
  readonly current: number;
  /** Realised over the last eight hours. */
  readonly last8h: number;
  /** Realised since the market began: what a position held from one time to another pays is the difference. */
  readonly interest: number;
}

/** A perpetual's premium over its index, and the funding that follows from it (facts, section 10, "Funding"). */
export class PerpetualPath {
  readonly #random: Random;
  #fast = 0;
  #slow = SLOW.mean;
  #interest = 0;
  /** `interest` every five minutes of the last eight hours, oldest first. */
  readonly #kept: { readonly atMs: number; readonly interest: number }[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Above zero when the perpetual is dearer than its index; a fraction. */
  get premium(): number {
    return this.#fast + this.#slow;
  }

  get #rate(): number {
    const rate = Math.max(DEAD_BAND, this.premium) + Math.min(-DEAD_BAND, this.premium);
    return Math.max(-RATE_CAP, Math.min(RATE_CAP, rate));
  }

  move(dtMs: number, nowMs: number): void {
    const rate = this.#rate;
    this.#interest += (rate * dtMs) / FUNDING_MS;
    this.#fast = revert(this.#fast, FAST, dtMs, this.#random);
    this.#slow = revert(this.#slow, SLOW, dtMs, this.#random);
    if (nowMs - (this.#kept.at(-1)?.atMs ?? -Infinity) < KEPT_EVERY_MS) return;
    this.#kept.push({ atMs: nowMs, interest: this.#interest });
    while (this.#kept.length > 1 && (this.#kept[1]?.atMs ?? nowMs) <= nowMs - FUNDING_MS) this.#kept.shift();
  }

  funding(): Funding {
    const since = this.#kept[0]?.interest ?? this.#interest;
    return {
      current: roundPlaces(this.#rate, 8),
      last8h: roundPlaces(this.#interest - since, 8),
      interest: this.#interest,
    };
  }
}
