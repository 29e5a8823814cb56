import { compare, type DecimalString } from '../../shared/decimal.ts';
import type { CellStanding, Chain, ChainCell } from '../../shared/ipc/schemas/chain-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { familyOf, writeOptionName } from '../../shared/service/option-name.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { type Catalog, REFRESH_AFTER_MS } from './catalog.ts';
import { createChainProber } from './chain-prober.ts';
import { type KnownExpiry, listExpiries, readKnown } from './chain-search.ts';
import { isProbeOld, type ProbeCache } from './probe-cache.ts';
import type { Quotes } from './quotes.ts';

/** Families that services of this kind offer options of; tried where nothing lists them (facts, sections 4 and 10). */
const FAMILIES = ['BTC', 'ETH', 'BTC_USDC', 'ETH_USDC', 'SOL_USDC', 'XRP_USDC'];
/** The list is read every ten minutes; unnamed for longer may be delisted. */
const LISTED_FOR_MS = 15 * 60_000;
/** States after which a book takes nothing any more (contract, "Instrument state"). */
const ENDED = new Set<string>(['delivered', 'archivized']);

export interface ChainsOptions {
  readonly catalog: Catalog;
  readonly cache: ProbeCache;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  /** The price around which strikes lie; null when unknown. */
  readonly priceOf: (family: string) => Promise<DecimalString | null>;
}

/** The index under a family's options, from its perpetual's ticker; null when unknown. */
export async function readIndexPrice(quotes: Pick<Quotes, 'latest' | 'fetch'>, family: string) {
  const perpetual = `${family}-PERPETUAL`;
  const known = quotes.latest(perpetual) ?? (await quotes.fetch(perpetual));
  return known?.ticker.index_price ?? null;
}

export interface Chains {
  /** What is known now. Where the service lists nothing, it also keeps the search for names going. */
  readonly read: (windowId: string, family: string, expiryMs: number | null) => Chain;
  readonly forgetWindow: (windowId: string) => void;
  readonly close: () => void;
}

/** Option chains: from the service's list, or from names asked for one by one where it has none. */
export function createChains(options: ChainsOptions): Chains {
  const { catalog, cache, serviceClock } = options;
  const prober = createChainProber(options);

  // By a slow wall clock old names pass for new: they are read again.
  const leastAgeMs = serviceClock.isKnown() ? 0 : REFRESH_AFTER_MS;
  for (const { probe } of cache.all()) {
    if (probe.instrument === null) continue;
    catalog.adopt(probe.instrument, Math.max(leastAgeMs, serviceClock.now() - probe.checkedAt));
  }

  function listed(): { instrument: Instrument; family: string; expiryMs: number }[] {
    const now = serviceClock.now();
    return catalog.all().flatMap((instrument) => {
      const expiryMs = instrument.expiration_timestamp ?? 0;
      if (instrument.kind !== 'option' || expiryMs <= now || ENDED.has(instrument.state ?? '')) return [];
      return [{ instrument, family: familyOf(instrument.instrument_name), expiryMs }];
    });
  }

  function readListed(family: string, wanted: number | null): Chain {
    const all = listed();
    const ofFamily = all.filter((item) => item.family === family);
    const expiries = [...new Set(ofFamily.map(({ expiryMs }) => expiryMs))].toSorted((a, b) => a - b);
    const expiryMs = wanted !== null && expiries.includes(wanted) ? wanted : (expiries[0] ?? null);
    const ofExpiry = ofFamily.filter((item) => item.expiryMs === expiryMs).map(({ instrument }) => instrument);
    return {
      ...describe(family, expiryMs),
      source: 'list',
      families: sortFamilies(all.map((item) => item.family)),
      expirations: expiries.map((expiration_timestamp) => ({ expiration_timestamp, standing: 'live' })),
      cells: ofExpiry.flatMap((instrument) => listedCell(instrument)).toSorted(byStrike),
      instrument: ofExpiry[0] ?? null,
      failure: catalog.list().failure,
    };
  }

  function listedCell(instrument: Instrument): ChainCell[] {
    const { instrument_name, strike, option_type } = instrument;
    const type = option_type === 'call' ? 'call' : option_type === 'put' ? 'put' : null;
    if (strike === undefined || type === null) return [];
    const ageMs = catalog.peek(instrument_name)?.ageMs ?? 0;
    const checked_at = serviceClock.now() - Math.round(ageMs);
    const standing = ageMs > LISTED_FOR_MS ? 'stale' : 'live';
    return [{ instrument_name, strike, option_type: type, standing, checked_at }];
  }

  function readProbed(family: string, wanted: number | null): Chain {
    const now = serviceClock.now();
    const known = readKnown(cache, family);
    const isComplete = (expiryMs: number): boolean => prober.isComplete(family, expiryMs, known);
    const expiries = listExpiries(known, now).map((expiration_timestamp) => ({
      expiration_timestamp,
      standing: standingOfExpiry(known.get(expiration_timestamp), () => isComplete(expiration_timestamp)),
    }));
    const chosen =
      expiries.find(({ expiration_timestamp }) => expiration_timestamp === wanted) ??
      expiries.find(({ standing }) => standing === 'live') ??
      expiries[0];
    const expiryMs = chosen?.expiration_timestamp ?? null;
    const asked = known.get(expiryMs ?? 0) ?? { live: 0, dead: 0, newestAt: 0, options: [] };
    return {
      ...describe(family, expiryMs),
      source: 'probes',
      families: sortFamilies([...FAMILIES, ...listed().map((item) => item.family)]),
      expirations: expiries,
      cells: withMissingPuts(asked, now).toSorted(byStrike),
      instrument: asked.options.find(({ probe }) => probe.instrument !== null)?.probe.instrument ?? null,
      probing: { live: asked.live, dead: asked.dead, is_complete: expiryMs === null || isComplete(expiryMs) },
      failure: prober.failure(),
    };
  }

  function describe(family: string, expiration_timestamp: number | null): Chain {
    return {
      family,
      families: [],
      source: 'waiting',
      expirations: [],
      expiration_timestamp,
      cells: [],
      instrument: null,
      probing: null,
      failure: catalog.list().failure,
      service_time: serviceClock.now(),
    };
  }

  return {
    read: (windowId, family, expiryMs) => {
      const { state } = catalog.list();
      if (state === 'waiting') return { ...describe(family, null), families: [family] };
      if (state === 'listed') return readListed(family, expiryMs);
      const chain = readProbed(family, expiryMs);
      prober.want(windowId, family, chain.expiration_timestamp);
      return chain;
    },
    forgetWindow: prober.forgetWindow,
    close: prober.close,
  };
}

function standingOfExpiry(known: KnownExpiry | undefined, isComplete: () => boolean): CellStanding {
  if (known === undefined) return 'unprobed';
  if (known.live > 0) return 'live';
  return isComplete() ? 'dead' : 'unprobed';
}

/** Every name that was asked for, and the puts that come next. */
function withMissingPuts({ options }: KnownExpiry, serviceNowMs: number): ChainCell[] {
  const cells = options.map(({ name, option, probe }): ChainCell => {
    const known = probe.instrument === null ? 'dead' : isProbeOld(probe, serviceNowMs) ? 'stale' : 'live';
    return {
      instrument_name: name,
      strike: option.strike,
      option_type: option.type,
      standing: known,
      checked_at: Math.round(probe.checkedAt),
    };
  });
  const names = new Set(cells.map(({ instrument_name }) => instrument_name));
  const puts = options.flatMap(({ option, probe }): ChainCell[] => {
    const put = { ...option, type: 'put' as const };
    const instrument_name = writeOptionName(put);
    if (probe.instrument === null || names.has(instrument_name)) return [];
    return [{ instrument_name, strike: put.strike, option_type: 'put', standing: 'unprobed', checked_at: null }];
  });
  return [...cells, ...puts];
}

function byStrike(a: ChainCell, b: ChainCell): number {
  return compare(a.strike, b.strike) || a.option_type.localeCompare(b.option_type);
}

/** Known families first, in their usual order. */
function sortFamilies(families: readonly string[]): string[] {
  const rank = (family: string): number => {
    const at = FAMILIES.indexOf(family);
    return at === -1 ? FAMILIES.length : at;
  };
  return [...new Set(families)].toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}
