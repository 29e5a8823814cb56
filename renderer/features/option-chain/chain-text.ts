import type { Chain } from '../../../shared/ipc/schemas/chain-schema.ts';
import { writeExpiry } from '../../../shared/service/option-name.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A family in a trader's words: `BTC`, `BTC · USDC`. */
export function nameFamily(family: string): string {
  return family.replace('_', ' · ');
}

/** Time to expiry: `126 d`, under two days `31 h`, under two hours `48 min`. */
export function describeTimeLeft(expiryMs: number, nowMs: number): string {
  const left = Math.max(0, expiryMs - nowMs);
  if (left >= 2 * DAY_MS) return `${Math.floor(left / DAY_MS)} d`;
  return left >= 2 * HOUR_MS ? `${Math.floor(left / HOUR_MS)} h` : `${Math.floor(left / MINUTE_MS)} min`;
}

/** An expiry as names write it, spaced: `27 MAR 27`. */
export function nameExpiry(expiryMs: number): string {
  return writeExpiry(expiryMs).replace(/^(\d+)([A-Z]+)(\d+)$/, '$1 $2 $3');
}

/** The search for names in a sentence; null without one. */
export function describeSearch({ probing, failure }: Chain): string | null {
  if (probing === null) return null;
  const found = `${probing.live} found, ${probing.dead} names absent`;
  if (probing.is_complete) return found;
  return failure === null ? `${found}; searching…` : `${found}; the search waits`;
}
