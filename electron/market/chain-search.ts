import type { DecimalString } from '../../shared/decimal.ts';
import type { OptionName, OptionType } from '../../shared/service/option-name.ts';
import { guessExpiries } from './expiry-guesses.ts';
import { isProbeOld, type Probe, type ProbeCache, type ProbedOption } from './probe-cache.ts';
import { nextStrike, type StrikeStanding } from './strike-search.ts';

/** What is known of one expiry: every name that was asked for. */
export interface KnownExpiry {
  readonly live: number;
  readonly dead: number;
  /** Service time of the newest answer. */
  readonly newestAt: number;
  readonly options: readonly ProbedOption[];
}

/** What the cache knows of a family, by expiry. */
export function readKnown(cache: ProbeCache, family: string): Map<number, KnownExpiry> {
  const known = new Map<number, { live: number; dead: number; newestAt: number; options: ProbedOption[] }>();
  for (const probed of cache.all()) {
    const { option, probe } = probed;
    if (option.family !== family) continue;
    const expiry = known.get(option.expiryMs) ?? { live: 0, dead: 0, newestAt: 0, options: [] };
    expiry.options.push(probed);
    expiry.newestAt = Math.max(expiry.newestAt, probe.checkedAt);
    if (probe.instrument === null) expiry.dead += 1;
    else expiry.live += 1;
    known.set(option.expiryMs, expiry);
  }
  return known;
}

/** Expiries of a family that have not passed: guessed ones, and others that were found. Nearest first. */
export function listExpiries(known: ReadonlyMap<number, KnownExpiry>, serviceNowMs: number): number[] {
  const found = [...known].filter(([expiryMs, { live }]) => live > 0 && expiryMs > serviceNowMs).map(([ms]) => ms);
  return [...new Set([...guessExpiries(serviceNowMs), ...found])].toSorted((a, b) => a - b);
}

export interface ChainSearch {
  readonly cache: ProbeCache;
  /** Of that family, as `readKnown` gives it. */
  readonly known: ReadonlyMap<number, KnownExpiry>;
  readonly family: string;
  readonly price: DecimalString;
  readonly serviceNowMs: number;
}

/** An expiry's next name to ask for, or null: the put of a known call, the next strike's call, then old answers. */
export function nextOfExpiry(search: ChainSearch, expiryMs: number): OptionName | null {
  const { cache, known, family, price, serviceNowMs } = search;
  const probeOf = (strike: DecimalString, type: OptionType): Probe | undefined =>
    cache.get({ family, expiryMs, strike, type });
  const options = known.get(expiryMs)?.options ?? [];
  const lonely = options.find(
    ({ option, probe }) =>
      option.type === 'call' && probe.instrument !== null && probeOf(option.strike, 'put') === undefined,
  );
  if (lonely !== undefined) return { ...lonely.option, type: 'put' };
  const standingOf = (strike: DecimalString): StrikeStanding => {
    const probe = probeOf(strike, 'call');
    if (probe === undefined) return null;
    if (probe.instrument !== null) return 'live';
    return isProbeOld(probe, serviceNowMs) ? null : 'dead';
  };
  const hasLive = options.some(({ probe }) => probe.instrument !== null);
  const strike = nextStrike(price, standingOf, hasLive);
  if (strike !== null) return { family, expiryMs, strike, type: 'call' };
  const oldest = options
    .filter(
      ({ option, probe }) => isProbeOld(probe, serviceNowMs) && (probe.instrument !== null || option.type === 'put'),
    )
    .toSorted((a, b) => a.probe.checkedAt - b.probe.checkedAt)[0];
  return oldest?.option ?? null;
}

/** The next name that decides a guessed expiry; null when all are. */
export function nextOfGuesses(
  known: ReadonlyMap<number, KnownExpiry>,
  serviceNowMs: number,
  nextOf: (expiryMs: number) => OptionName | null,
): OptionName | null {
  for (const expiryMs of listExpiries(known, serviceNowMs)) {
    if ((known.get(expiryMs)?.live ?? 0) > 0) continue;
    const next = nextOf(expiryMs);
    if (next !== null) return next;
  }
  return null;
}
