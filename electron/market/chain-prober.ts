import type { DecimalString } from '../../shared/decimal.ts';
import { type IpcError, IpcFailure } from '../../shared/ipc/error.ts';
import { type OptionName, writeOptionName } from '../../shared/service/option-name.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { Catalog } from './catalog.ts';
import { type KnownExpiry, nextOfExpiry, nextOfGuesses, readKnown } from './chain-search.ts';
import type { ProbeCache } from './probe-cache.ts';

/** How often a window that shows a chain asks; then the search rests. */
const WISH_MS = 5000;
/** Part of the account's rate of reads that the search for names may use in the long run. */
const PROBE_SHARE = 0.3;
const WAIT_MS = 250;
/** How long a finished search waits for old answers or a moved price. */
const IDLE_MS = 5000;
const AFTER_FAILURE_MS = 5000;
/** Strikes are searched around a price of at most this age. */
const PRICE_FOR_MS = 60_000;

interface Wish {
  readonly family: string;
  readonly expiryMs: number | null;
  /** Monotonic, milliseconds. */
  readonly at: number;
}

export interface ChainProberOptions {
  readonly catalog: Catalog;
  readonly cache: ProbeCache;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  /** The price around which strikes lie; null when unknown. */
  readonly priceOf: (family: string) => Promise<DecimalString | null>;
}

export interface ChainProber {
  /** A window shows this chain: search it for five seconds. */
  readonly want: (windowId: string, family: string, expiryMs: number | null) => void;
  readonly forgetWindow: (windowId: string) => void;
  /** Whether all that can be asked of an expiry is known. */
  readonly isComplete: (family: string, expiryMs: number, known: ReadonlyMap<number, KnownExpiry>) => boolean;
  /** Why the last question got no answer; null when it did. */
  readonly failure: () => IpcError | null;
  readonly close: () => void;
}

/**
 * Finds options by asking for names one at a time, with a part of the rate that prices leave. Rests while no window
 * watches.
 */
export function createChainProber(options: ChainProberOptions): ChainProber {
  const { catalog, cache, clock, serviceClock, budget } = options;
  const wishes = new Map<string, Wish>();
  const prices = new Map<string, { price: DecimalString | null; at: number }>();
  /** An expiry's next question, kept while its inputs are unchanged. */
  const nexts = new Map<string, { basis: string; next: OptionName | null }>();
  let failure: IpcError | null = null;
  let isRunning = false;
  /** Nothing is left to ask for what is looked at now. */
  let isIdle = false;
  let cancel: () => void = () => undefined;
  let isClosed = false;

  function later(delayMs: number): void {
    if (isClosed) return;
    cancel = clock.after(delayMs, () => {
      void step().catch((fault: unknown) => {
        // A failed question ends no search; it is reported like any unexpected fault.
        later(AFTER_FAILURE_MS);
        throw fault;
      });
    });
  }

  async function step(): Promise<void> {
    const now = clock.monotonic();
    for (const [windowId, { at }] of wishes) if (now - at > WISH_MS) wishes.delete(windowId);
    if (wishes.size === 0) {
      isRunning = false;
      return;
    }
    if (!budget.mayProbe()) return later(WAIT_MS);
    const next = await chooseNext();
    if (isClosed) return;
    isIdle = next === null;
    if (next === null) return later(IDLE_MS);
    failure = await ask(next);
    later(failure === null ? 1000 / Math.max(0.1, budget.reads.rate() * PROBE_SHARE) : AFTER_FAILURE_MS);
  }

  async function chooseNext(): Promise<OptionName | null> {
    for (const { family, expiryMs } of wishes.values()) {
      await readPrice(family);
      const known = readKnown(cache, family);
      const nextOf = (ms: number): OptionName | null => nextQuestion(family, ms, known);
      const next = (expiryMs === null ? null : nextOf(expiryMs)) ?? nextOfGuesses(known, serviceClock.now(), nextOf);
      if (next !== null) return next;
    }
    return null;
  }

  function nextQuestion(family: string, expiryMs: number, known: ReadonlyMap<number, KnownExpiry>): OptionName | null {
    const price = prices.get(family)?.price ?? null;
    if (price === null) return null;
    const serviceNowMs = serviceClock.now();
    const { live = 0, dead = 0, newestAt = 0 } = known.get(expiryMs) ?? {};
    const basis = [price, live, dead, newestAt, Math.floor(serviceNowMs / PRICE_FOR_MS)].join(' ');
    const key = `${family} ${expiryMs}`;
    const last = nexts.get(key);
    if (last?.basis === basis) return last.next;
    const next = nextOfExpiry({ cache, known, family, price, serviceNowMs }, expiryMs);
    nexts.set(key, { basis, next });
    return next;
  }

  /** The price that a search goes by, read again now and then. */
  async function readPrice(family: string): Promise<void> {
    const known = prices.get(family);
    const forMs = known === undefined ? 0 : known.price === null ? AFTER_FAILURE_MS : PRICE_FOR_MS;
    if (known !== undefined && clock.monotonic() - known.at < forMs) return;
    const price = await options.priceOf(family);
    prices.set(family, { price: price ?? known?.price ?? null, at: clock.monotonic() });
  }

  /** Asks for one name and keeps what the service says of it; a failure says nothing of the name. */
  async function ask(option: OptionName): Promise<IpcError | null> {
    try {
      const { instrument, ageMs } = await catalog.get(writeOptionName(option));
      cache.put(option, { instrument, checkedAt: serviceClock.now() - ageMs });
    } catch (error) {
      if (!(error instanceof IpcFailure)) throw error;
      if (error.detail.code !== 'NotFound') return error.detail;
      cache.put(option, { instrument: null, checkedAt: serviceClock.now() });
    }
    return null;
  }

  return {
    want: (windowId, family, expiryMs) => {
      const last = wishes.get(windowId);
      wishes.set(windowId, { family, expiryMs, at: clock.monotonic() });
      const isNew = last?.family !== family || last.expiryMs !== expiryMs;
      if (isRunning && !(isNew && isIdle)) return;
      cancel();
      isRunning = true;
      isIdle = false;
      later(0);
    },
    forgetWindow: (windowId) => wishes.delete(windowId),
    isComplete: (family, expiryMs, known) =>
      (prices.get(family)?.price ?? null) !== null && nextQuestion(family, expiryMs, known) === null,
    failure: () => failure,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
