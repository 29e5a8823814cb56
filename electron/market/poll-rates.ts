import type { Attention } from '../../shared/ipc/contract.ts';

/** How often an instrument is asked for, by how closely it is looked at, milliseconds. */
export const POLL_INTERVAL_MS: Readonly<Record<Attention, number>> = { focused: 250, visible: 1000, background: 5000 };

/** An instrument that is over is asked for this often, however closely it is looked at: hardly any comes back. Milliseconds. */
export const OVER_INTERVAL_MS = 60_000;

/** Part of the account's rate of reads that polling takes in the long run; the rest is for account and orders. */
const POLL_SHARE = 0.9;
/** Share that each less close watch keeps. */
const LEAST_SHARE = 0.1;
/** An account without a rate is not polled; its intervals stay finite all the same. */
const LEAST_RATE = 0.1;

const CLOSEST_FIRST = ['focused', 'visible', 'background'] as const satisfies readonly Attention[];

/**
 * Factors by which poll intervals grow where the rate (reads a second) doesn't suffice. Closer attention is served
 * first; none is left out.
 */
export function shareOut(watched: Readonly<Record<Attention, number>>, rate: number): Record<Attention, number> {
  const all = Math.max(LEAST_RATE, rate * POLL_SHARE);
  const stretch: Record<Attention, number> = { focused: 1, visible: 1, background: 1 };
  let left = all;
  for (const [index, attention] of CLOSEST_FIRST.entries()) {
    const wanted = (watched[attention] * 1000) / POLL_INTERVAL_MS[attention];
    if (wanted === 0) continue;
    const others = CLOSEST_FIRST.slice(index + 1).filter((other) => watched[other] > 0).length;
    const given = Math.min(wanted, left - others * all * LEAST_SHARE);
    stretch[attention] = wanted / given;
    left -= given;
  }
  return stretch;
}
