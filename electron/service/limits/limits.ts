import { toNumber } from '../../../shared/decimal.ts';
import {
  type CurrencySummary,
  type Limits,
  matchingEngineSchema,
  rateLimitSchema,
} from '../../../shared/service/account.ts';
import type { BucketLimit } from './bucket.ts';

/** Limits of an account that has none told (facts, section 7): lowest tier. */
export const DOCUMENTED_LIMITS = { reads: { rate: 20, burst: 100 }, orders: { rate: 5, burst: 20 } } as const;

/** The limits that the terminal's calls meet, from one `limits` object. */
export interface KnownLimits {
  readonly reads: BucketLimit | null;
  /** Orders of a currency (lower case) and, under the empty name, of all that have no limit of their own. */
  readonly trading: ReadonlyMap<string, BucketLimit>;
  readonly spot: BucketLimit | null;
}

/**
 * One `limits` object from the account's summaries, or null. Each may hold all currencies by key (facts, section 4) or
 * its own alone.
 */
export function joinLimits(summaries: readonly Pick<CurrencySummary, 'currency' | 'limits'>[]): Limits | null {
  const told = summaries.flatMap(({ currency, limits }) => (limits === undefined ? [] : [nameOwn(currency, limits)]));
  // What one summary tells in a way that can't be read, another may tell.
  const first = told.find((limits) => readLimits(limits).trading.size > 0) ?? told[0] ?? null;
  if (first === null) return null;
  const reads = told.find(({ non_matching_engine }) => non_matching_engine !== undefined)?.non_matching_engine;
  const joined = reads === undefined ? first : { ...first, non_matching_engine: reads };
  if (first.limits_per_currency !== true) return joined;
  const groups = told.toReversed().map(({ matching_engine }) => matching_engine);
  return { ...joined, matching_engine: Object.assign({}, ...groups) as Limits['matching_engine'] };
}

/** The limits with the summary's currency as a key, where they are its own. */
function nameOwn(currency: string, limits: Limits): Limits {
  const groups = limits.matching_engine;
  const { trading = groups, ...others } = groups ?? {};
  const isKeyed = [...readLimits(limits).trading.keys()].some((name) => name !== '');
  if (limits.limits_per_currency !== true || isKeyed || trading === undefined) return limits;
  return { ...limits, matching_engine: { ...others, [currency.toLowerCase()]: { trading } } };
}

/**
 * Reads a `limits` object: one trading limit, or one a currency, under `trading.total` or flat (facts, section 4). The
 * unreadable counts as missing.
 */
export function readLimits(limits: Limits): KnownLimits {
  const { matching_engine: groups } = limits;
  const trading = new Map<string, BucketLimit>();
  const total = readTotal(groups);
  if (total !== null) trading.set('', total);
  if (limits.limits_per_currency === true) {
    for (const [name, group] of Object.entries(groups ?? {})) {
      const own = GROUPS.includes(name) ? null : readTotal(group);
      if (own !== null) trading.set(name.toLowerCase(), own);
    }
  }
  return { reads: readLimit(limits.non_matching_engine), trading, spot: readLimit(groups?.spot) };
}

/** Keys of `matching_engine` that are no currency's. */
const GROUPS: readonly string[] = Object.keys(matchingEngineSchema.shape);

/** The limit of orders under `trading.total`, or told flat: as `trading`, or as the whole group. */
function readTotal(group: unknown): BucketLimit | null {
  const trading = field(group, 'trading');
  return readLimit(field(trading, 'total')) ?? readLimit(trading) ?? readLimit(group);
}

function readLimit(told: unknown): BucketLimit | null {
  const { data } = rateLimitSchema.safeParse(told);
  if (data === undefined) return null;
  const limit = { rate: toNumber(data.rate), burst: toNumber(data.burst) };
  return limit.rate < 0 || limit.burst < 0 ? null : limit;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
