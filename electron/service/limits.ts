import { toNumber } from '../../shared/decimal.ts';
import { type CurrencySummary, type Limits, type RateLimit, rateLimitSchema } from '../../shared/service/account.ts';
import type { BucketLimit } from './bucket.ts';

/** The limits that the terminal's calls meet, from one `limits` object. */
export interface KnownLimits {
  readonly reads: BucketLimit | null;
  /** Orders of a currency (lower case) and, under the empty name, of all that have no limit of their own. */
  readonly trading: ReadonlyMap<string, BucketLimit>;
  readonly spot: BucketLimit | null;
}

/**
 * One `limits` object of an account from those of its summaries; null where none has one. With `limits_per_currency` each
 * may tell of all currencies by their keys (facts, section 4), or of its own alone, as the contract's has no such keys.
 */
export function joinLimits(summaries: readonly Pick<CurrencySummary, 'currency' | 'limits'>[]): Limits | null {
  const told = summaries.flatMap(({ currency, limits }) => (limits === undefined ? [] : [nameOwn(currency, limits)]));
  const [first = null] = told;
  if (first?.limits_per_currency !== true) return first;
  const groups = told.toReversed().map(({ matching_engine }) => matching_engine);
  return { ...first, matching_engine: Object.assign({}, ...groups) as Limits['matching_engine'] };
}

/** The limits with the summary's currency as a key, where they are its own. */
function nameOwn(currency: string, limits: Limits): Limits {
  const { trading, ...others } = limits.matching_engine ?? {};
  const isKeyed = [...readLimits(limits).trading.keys()].some((name) => name !== '');
  if (limits.limits_per_currency !== true || isKeyed || trading === undefined) return limits;
  return { ...limits, matching_engine: { ...others, [currency.toLowerCase()]: { trading } } };
}

/**
 * Reads a `limits` object. Trading has one limit, or with `limits_per_currency` one for each currency key inside
 * `matching_engine`, in either case under `trading.total` (facts, section 4). The quote groups, which have two
 * spellings, are met by no call of the terminal.
 */
export function readLimits(limits: Limits): KnownLimits {
  const { matching_engine: groups } = limits;
  const trading = new Map<string, BucketLimit>();
  const total = toBucketLimit(groups?.trading?.total);
  if (total !== null) trading.set('', total);
  if (limits.limits_per_currency === true) {
    for (const [name, group] of Object.entries(groups ?? {})) {
      const own = toBucketLimit(readTotal(group));
      if (own !== null && name !== 'trading') trading.set(name.toLowerCase(), own);
    }
  }
  return { reads: toBucketLimit(limits.non_matching_engine), trading, spot: toBucketLimit(groups?.spot) };
}

function toBucketLimit(limit: RateLimit | undefined): BucketLimit | null {
  return limit === undefined ? null : { rate: toNumber(limit.rate), burst: toNumber(limit.burst) };
}

/** `trading.total` of a currency's group; undefined where there is none to read. */
function readTotal(group: unknown): RateLimit | undefined {
  const total: unknown = field(field(group, 'trading'), 'total');
  const parsed = rateLimitSchema.safeParse(total);
  return parsed.success ? parsed.data : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
