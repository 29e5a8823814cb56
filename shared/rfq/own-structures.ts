import { z } from 'zod';
import { greatestCommonDivisor, toNumber } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Direction } from '../service/fields.ts';
import { NO_EXPIRY_MS } from '../service/instrument.ts';
import { parseExpiry, parseOptionName } from '../service/option-name.ts';
import type { PricedLeg } from './analysis/position.ts';
import { coinSize } from './analysis/totals.ts';
import { opposite } from './structure.ts';
import {
  type Chain,
  type ChainStrike,
  optionLeg,
  pickRising,
  type TemplateLeg,
  type TemplateProblem,
} from './templates.ts';

const DAY_MS = 86_400_000;
/** More expiries than these are watched for no structure. */
export const MOST_OWN_EXPIRIES = 4;

const optionType = z.enum(['call', 'put']);
const ratio = z.number().refine((value) => value !== 0, 'must not be zero');

/** A structure of the trader's own: legs by days to expiry and by delta, so that it fits any day and any pair. */
export const ownStructureSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Nearest first. */
  expiries: z
    .array(
      z.strictObject({
        /** From the day it was saved. */
        days: z.number().nonnegative(),
        /** Lowest first; the delta of the call there, between 0 and 1. */
        callDeltas: z.array(z.number().min(0).max(1)).min(1).max(20),
      }),
    )
    .max(MOST_OWN_EXPIRIES),
  options: z
    .array(
      z.strictObject({
        type: optionType,
        expiry: z.number().int().nonnegative(),
        strike: z.number().int().nonnegative(),
        /** Above zero when bought. */
        ratio,
      }),
    )
    .max(20),
  /** `days` null: the perpetual. */
  futures: z.array(z.strictObject({ days: z.number().nonnegative().nullable(), ratio })).max(4),
});
export type OwnStructure = z.infer<typeof ownStructureSchema>;

/** A leg of the composer with what its ticker says. */
export interface SavedLeg {
  readonly instrumentName: string;
  readonly direction: Direction;
  readonly ratio: number;
  /** Black-Scholes, of the option itself; null where no ticker says. */
  readonly delta: number | null;
}

/**
 * `no_delta`: an option's ticker says none. `no_price`: a future's says no mark. `not_read`: a name is of no option or
 * future.
 */
export type SaveProblem =
  | { readonly code: 'no_delta' | 'no_price' | 'not_read'; readonly instrumentName: string }
  | { readonly code: 'too_many_expiries' };

/** Share of a future's coins beside options that is rounding to contracts. */
const RATIO_PLACES = 3;

/** The composer's legs as saved. A USD future beside coin legs is saved in coins, by its mark (`legAmount`). */
export function savedLegs(legs: readonly PricedLeg[]): Result<readonly SavedLeg[], SaveProblem> {
  const inCoins = legs.filter(({ instrument }) => instrument.kind !== 'future' || !isInverse(instrument));
  const isMixed = inCoins.length > 0;
  const unit = toNumber(greatestCommonDivisor((isMixed ? inCoins : legs).map(({ amount }) => amount)));
  const saved: SavedLeg[] = [];
  for (const { instrument, direction, amount, ticker } of legs) {
    const { instrument_name: instrumentName } = instrument;
    const size = isMixed ? coinSize(instrument, amount, ticker) : toNumber(amount);
    if (size === null) return fail({ code: 'no_price', instrumentName });
    const exact = size / unit;
    const delta = ticker?.greeks?.delta ?? null;
    const rounded = Number(exact.toFixed(RATIO_PLACES));
    saved.push({
      instrumentName,
      direction,
      ratio: rounded === 0 ? exact : rounded,
      delta: delta === null ? null : toNumber(delta),
    });
  }
  return ok(saved);
}

interface ReadLeg {
  readonly leg: SavedLeg;
  readonly ratio: number;
  /** Null of a future. */
  readonly option: ReturnType<typeof parseOptionName>;
  readonly expiryMs: number;
}

/** The legs as a structure that can be found again on any day. */
export function describeOwn(name: string, legs: readonly SavedLeg[], nowMs: number): Result<OwnStructure, SaveProblem> {
  const read: ReadLeg[] = [];
  for (const leg of legs) {
    const option = parseOptionName(leg.instrumentName);
    const expiryMs = option?.expiryMs ?? futureExpiry(leg.instrumentName);
    if (expiryMs === null) return fail({ code: 'not_read', instrumentName: leg.instrumentName });
    if (option !== null && leg.delta === null) return fail({ code: 'no_delta', instrumentName: leg.instrumentName });
    read.push({ leg, option, expiryMs, ratio: leg.direction === 'buy' ? leg.ratio : -leg.ratio });
  }
  const options = read.flatMap(({ option, leg, ratio: signed }) => {
    if (option === null || leg.delta === null) return [];
    const callDelta = Math.min(1, Math.max(0, option.type === 'call' ? leg.delta : 1 + leg.delta));
    return [{ option, callDelta, signed, strike: Number(option.strike) }];
  });
  const expiriesMs = [...new Set(options.map(({ option }) => option.expiryMs))].toSorted((a, b) => a - b);
  if (expiriesMs.length > MOST_OWN_EXPIRIES) return fail({ code: 'too_many_expiries' });
  const strikesOf = expiriesMs.map((expiryMs) =>
    [...new Set(options.filter(({ option }) => option.expiryMs === expiryMs).map(({ strike }) => strike))].toSorted(
      (a, b) => a - b,
    ),
  );
  return ok({
    name,
    expiries: expiriesMs.map((expiryMs, at) => ({
      days: Math.max(0, expiryMs - nowMs) / DAY_MS,
      callDeltas: (strikesOf[at] ?? []).map(
        (strike) =>
          options.find((each) => each.option.expiryMs === expiryMs && each.strike === strike)?.callDelta ?? 0.5,
      ),
    })),
    options: options.map(({ option, signed, strike }) => {
      const expiry = expiriesMs.indexOf(option.expiryMs);
      return { type: option.type, expiry, strike: strikesOf[expiry]?.indexOf(strike) ?? 0, ratio: signed };
    }),
    futures: read
      .filter(({ option }) => option === null)
      .map(({ expiryMs, ratio: signed }) => ({
        days: expiryMs === NO_EXPIRY_MS ? null : Math.max(0, expiryMs - nowMs) / DAY_MS,
        ratio: signed,
      })),
  });
}

/** Of a future's name: 08:00 UTC of its day, or no end for a perpetual; null of what is neither. */
export function futureExpiry(instrumentName: string): number | null {
  const [, expiry = '', ...rest] = instrumentName.split('-');
  if (rest.length > 0) return null;
  return expiry === 'PERPETUAL' ? NO_EXPIRY_MS : parseExpiry(expiry);
}

/** Listed expiries (ms, nearest first), distinct and in order, closest to the saved days in sum; null when too few. */
export function pickExpiries(
  wantedDays: readonly number[],
  listedMs: readonly number[],
  nowMs: number,
): number[] | null {
  const aheadMs = listedMs.filter((ms) => ms > nowMs);
  const picked = pickRising(
    wantedDays.map((days) => aheadMs.map((ms) => Math.abs((ms - nowMs) / DAY_MS - days))),
    aheadMs,
  );
  return picked.ok ? picked.value : null;
}

export interface OwnWish {
  readonly structure: OwnStructure;
  readonly side: Direction;
  /** One for each of its expiries, in the same order. */
  readonly chains: readonly Chain[];
  /** Names of the pair's futures. */
  readonly futures: readonly string[];
  readonly nowMs: number;
}

/** The legs with the listed instruments that come nearest. */
export function solveOwn({
  structure,
  side,
  chains,
  futures,
  nowMs,
}: OwnWish): Result<readonly TemplateLeg[], TemplateProblem> {
  if (chains.length < structure.expiries.length) return fail('expiry_missing');
  const strikes: ChainStrike[][] = [];
  for (const [at, { callDeltas }] of structure.expiries.entries()) {
    const chain = chains[at];
    if (chain === undefined) return fail('expiry_missing');
    // A call's delta falls as the strike rises: lowest strike, highest delta.
    const costs = callDeltas.map((wanted) =>
      chain.strikes.map(({ callDelta }) => (callDelta === null ? null : Math.abs(callDelta - wanted))),
    );
    const picked = pickRising(costs, chain.strikes);
    if (!picked.ok) return picked;
    strikes.push(picked.value);
  }
  const options = structure.options.map((leg) => optionLeg(leg, strikes[leg.expiry]?.[leg.strike]));
  const legs = structure.futures.map(({ days, ratio: signed }): TemplateLeg | null => {
    const instrumentName = nearestFuture(days, futures, nowMs);
    return instrumentName === null
      ? null
      : { instrumentName, direction: signed > 0 ? 'buy' : 'sell', ratio: Math.abs(signed) };
  });
  const found = [...legs.filter((leg) => leg !== null), ...options];
  if (found.length < legs.length + options.length) return fail('future_missing');
  if (new Set(found.map(({ instrumentName }) => instrumentName)).size < found.length) return fail('future_missing');
  return ok(side === 'buy' ? found : found.map((leg) => ({ ...leg, direction: opposite(leg.direction) })));
}

/** Of those that have not expired; null where none is left. */
function nearestFuture(days: number | null, names: readonly string[], nowMs: number): string | null {
  const known = names.map((name) => ({ name, expiryMs: futureExpiry(name) }));
  if (days === null) return known.find(({ expiryMs }) => expiryMs === NO_EXPIRY_MS)?.name ?? null;
  const dated = known.flatMap(({ name, expiryMs }) =>
    expiryMs === null || expiryMs === NO_EXPIRY_MS || expiryMs <= nowMs
      ? []
      : [{ name, off: Math.abs((expiryMs - nowMs) / DAY_MS - days) }],
  );
  return dated.toSorted((a, b) => a.off - b.off)[0]?.name ?? null;
}
