import { type IpcError, IpcFailure } from '../../shared/ipc/error.ts';
import { ERROR_CODE, isNotOffered } from '../../shared/service/error-codes.ts';
import { nextSettlement } from '../../shared/service/calendar.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { isPaused } from '../../shared/service/instrument-state.ts';
import { unreadableOf } from '../../shared/service/page.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { createKnownInstruments, type KnownInstrument, type KnownInstruments } from './known-instruments.ts';
import { ofAnother } from './of-another.ts';

/** Metadata older than this is read again when it is next needed. */
export const REFRESH_AFTER_MS = 10 * 60_000;
/** The same while it can't be traded, as during daily settlement. */
const PAUSED_REFRESH_AFTER_MS = 2000;
/** So long after each settlement what it ended and what it listed is in the list; facts: "a few seconds each day". */
const SETTLED_AFTER_MS = 10_000;
const LIST_DEADLINE_MS = 15_000;
const LIST_AGAIN_MS = 5000;
/** The same where the service refused it, and has the method. */
const REFUSED_AGAIN_MS = 60_000;
/** Polling may leave no more than a tenth of the reads to a bulk. */
const BULK_DEADLINE_MS = 30_000;

/** `waiting`: no answer yet. `not_offered`: the service has no such method. */
export interface InstrumentList {
  readonly state: 'waiting' | 'listed' | 'not_offered';
  readonly failure: IpcError | null;
}

interface AskOptions {
  /** Whether the read is one of many, behind prices. */
  readonly isInBulk?: boolean;
}

/** The instruments this terminal knows: from the service's list where it offers one, else one by one. */
export interface Catalog extends Pick<KnownInstruments, 'peek' | 'adopt' | 'all'> {
  /**
   * Loads the service's list until it answers, then again at intervals. Resolves after the first try. Without a list,
   * names fill the catalog.
   */
  readonly load: () => Promise<void>;
  readonly close: () => void;
  /** Whether the service lists its instruments, and why the list didn't come. */
  readonly list: () => InstrumentList;
  /** Hears, once, that the service listed its instruments for the first time. */
  readonly onListed: (hear: () => void) => void;
  /** The instrument, asked for when unknown or old. Throws `IpcFailure`: `NotFound` where there is none. */
  readonly get: (instrumentName: string, options?: AskOptions) => Promise<KnownInstrument>;
  /** Names of what has not expired that contain every word of the text, those that start with it first. */
  readonly find: (text: string, limit: number) => Instrument[];
}

/** `onUnreadable` hears how many of a list's instruments could not be read; the others are known. */
export function createCatalog(
  client: ServiceClient,
  clock: Clock,
  serviceClock: ServiceClock,
  onUnreadable: (count: number) => void = () => undefined,
  known: KnownInstruments = createKnownInstruments(clock),
): Catalog {
  const { peek, remember, adopt, all } = known;
  const asking = new Map<string, Promise<KnownInstrument>>();
  let cancelLoad: () => void = () => undefined;
  let isClosed = false;
  let list: InstrumentList = { state: 'waiting', failure: null };
  let hearListed: () => void = () => undefined;

  async function ask(instrumentName: string, isInBulk: boolean): Promise<KnownInstrument> {
    const options = isInBulk ? ({ priority: 'bulk', deadlineMs: BULK_DEADLINE_MS } as const) : {};
    const result = await client.call('public/get_instrument', { instrument_name: instrumentName }, options);
    if (!result.ok) {
      const error = toIpcError(result.error);
      if (isUnknownName(error.params)) throw new IpcFailure({ ...error, code: 'NotFound' });
      throw new IpcFailure(error);
    }
    serviceClock.observe(result.value.times);
    const { instrument_name: answered } = result.value.value;
    if (answered !== instrumentName) throw new IpcFailure(ofAnother(answered));
    return remember(result.value.value);
  }

  /** A settlement ends instruments and lists others. */
  function refreshListAfter(): number {
    const nowMs = serviceClock.now();
    const settledMs = nextSettlement(nowMs - SETTLED_AFTER_MS) + SETTLED_AFTER_MS;
    return Math.min(REFRESH_AFTER_MS, Math.max(LIST_AGAIN_MS, settledMs - nowMs));
  }

  function loadAgain(afterMs: number): void {
    cancelLoad = clock.after(afterMs, () => void load());
  }

  /** A failing service still has its list, the only source of new instruments. */
  function noteFailure(failure: CallFailure): void {
    const refusal = failure.kind === 'service_error' ? failure : null;
    const isMissing = refusal !== null && isNotOffered(refusal.code);
    // Any other refusal may be of this moment; where there was no list yet, names are asked for singly meanwhile.
    const isRefused = refusal?.class === 'refused' || refusal?.class === 'credentials';
    if (isMissing || (isRefused && list.state === 'waiting')) list = { state: 'not_offered', failure: null };
    else if (list.state !== 'not_offered') list = { ...list, failure: toIpcError(failure) };
    if (!isMissing) loadAgain(isRefused ? REFUSED_AGAIN_MS : LIST_AGAIN_MS);
  }

  async function load(): Promise<void> {
    const result = await client.callExtension(
      'public/get_instruments',
      { currency: 'any' },
      { deadlineMs: LIST_DEADLINE_MS },
    );
    if (isClosed) return;
    if (result.ok) {
      for (const instrument of result.value.value) remember(instrument);
      const { length } = unreadableOf(result.value.value);
      if (length > 0) onUnreadable(length);
    }
    if (!result.ok) {
      noteFailure(result.error);
      return;
    }
    const isFirst = list.state !== 'listed';
    list = { state: 'listed', failure: null };
    loadAgain(refreshListAfter());
    if (isFirst) hearListed();
  }

  return {
    load,
    close: () => {
      isClosed = true;
      cancelLoad();
    },
    peek,
    adopt,
    list: () => list,
    onListed: (hear) => {
      hearListed = hear;
    },
    get: (instrumentName, { isInBulk = false } = {}) => {
      const entry = peek(instrumentName);
      const isFresh = entry !== null && (isInBulk ? entry.ageMs < REFRESH_AFTER_MS : !isOld(entry));
      if (isFresh) return Promise.resolve(entry);
      // A single read doesn't wait behind a bulk; a bulk waits for any read.
      const single = `single ${instrumentName}`;
      const key = isInBulk ? `bulk ${instrumentName}` : single;
      const running = asking.get(key) ?? (isInBulk ? asking.get(single) : undefined);
      if (running !== undefined) return running;
      const asked = ask(instrumentName, isInBulk).finally(() => asking.delete(key));
      asking.set(key, asked);
      return asked;
    },
    all,
    find: (text, limit) => {
      const nowMs = serviceClock.now();
      const isToCome = ({ expiration_timestamp }: Instrument) => (expiration_timestamp ?? Infinity) > nowMs;
      return findByWords(all().filter(isToCome), text, limit);
    },
  };
}

/** Whether it is to be read again where it is needed now. */
export function isOld({ instrument, ageMs }: KnownInstrument): boolean {
  return ageMs >= (isPaused(instrument) ? PAUSED_REFRESH_AFTER_MS : REFRESH_AFTER_MS);
}

/** A parameter fault for the instrument: no such name, or not a name. */
export function isUnknownName(params: Record<string, string>): boolean {
  return params['code'] === String(ERROR_CODE.invalidParams) && params['param'] === 'instrument_name';
}

function findByWords(instruments: readonly Instrument[], text: string, limit: number): Instrument[] {
  const words = text
    .toUpperCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const first = words[0] ?? '';
  return instruments
    .filter(({ instrument_name }) => {
      // The point of a strike is a small letter: `0d625`.
      const name = instrument_name.toUpperCase();
      return words.every((word) => name.includes(word));
    })
    .toSorted((a, b) => rank(a, first) - rank(b, first) || a.instrument_name.localeCompare(b.instrument_name))
    .slice(0, limit);
}

function rank(instrument: Instrument, first: string): number {
  if (!instrument.instrument_name.toUpperCase().startsWith(first)) return 2;
  return instrument.settlement_period === 'perpetual' ? 0 : 1;
}
