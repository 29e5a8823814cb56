import type { FeeSchedule } from './fees.ts';
import type { RateLimits } from './limits.ts';

/** Forms of replies where the service's documents and its servers disagree, and how far look-ups lag behind. */
export interface ReplySettings {
  /** Spelling of the limits object: of real replies, of the documentation, or with a part for each currency. */
  readonly limits: 'real' | 'documented' | 'per_currency';
  /** Fees as a map from index to kind, or as the list that some servers send. */
  readonly fees: 'map' | 'list';
  /** Time until a trade is in the historical store, and until then only in the recent one; ms. */
  readonly indexingDelayMs: number;
  /** Time until a new order is found by look-ups, ms. */
  readonly lookupLagMs: number;
  /** Time for which look-ups go on showing a working order as it was before an edit, ms. */
  readonly editLagMs: number;
}

/** As real servers reply. The facts say "a short indexing delay": five seconds here. */
export const DEFAULT_REPLY_SETTINGS: ReplySettings = {
  limits: 'real',
  fees: 'map',
  indexingDelayMs: 5000,
  lookupLagMs: 0,
  editLagMs: 0,
};

type WireObject = Readonly<Record<string, unknown>>;

/** The `limits` object (facts, section 4, "Limits object"; section 7). */
export function limitsRecord(limits: RateLimits, form: ReplySettings['limits']): WireObject {
  const real = limits.record();
  const { trading, spot, cancel_all, maximum_quotes, maximum_mass_quotes, guaranteed_mass_quotes, block_rfq_maker } =
    real.matching_engine;
  if (form === 'real') return real;
  if (form === 'documented') {
    return {
      ...real,
      matching_engine: {
        trading,
        spot,
        quotes: maximum_quotes,
        max_quotes: maximum_mass_quotes,
        guaranteed_quotes: guaranteed_mass_quotes,
        cancel_all,
      },
    };
  }
  const each = { trading, maximum_quotes, maximum_mass_quotes, guaranteed_mass_quotes };
  return {
    limits_per_currency: true,
    non_matching_engine: real.non_matching_engine,
    matching_engine: { btc: each, eth: each, usdc: each, spot, cancel_all, block_rfq_maker },
  };
}

/** The `fees` of a currency's indices; undefined when the account has no discount there. */
export function feesRecord(schedule: FeeSchedule, currency: string, form: ReplySettings['fees']): unknown {
  const own = Object.entries(schedule).filter(([index]) => isIndexOf(index, currency));
  if (own.length === 0) return undefined;
  if (form === 'map') return Object.fromEntries(own);
  return own.flatMap(([index_name, kinds]) =>
    Object.entries(kinds).map(([kind, value]) => ({ index_name, kind, value })),
  );
}

/** Instruments on `btc_usd` settle in BTC, those on `btc_usdc` in USDC. */
function isIndexOf(index: string, currency: string): boolean {
  return currency === 'USDC' ? index.endsWith('_usdc') : index === `${currency.toLowerCase()}_usd`;
}
