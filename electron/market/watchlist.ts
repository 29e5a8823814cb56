import { z } from 'zod';
import type { Publish } from '../../shared/ipc/contract.ts';
import { oneList, type Watchlists, watchlistsSchema } from '../../shared/ipc/schemas/watchlist-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { isEnded } from '../../shared/service/instrument-state.ts';
import { contractType } from '../../shared/service/unknown-terms.ts';
import type { Settings } from '../storage/settings.ts';
import type { Catalog } from './catalog.ts';

const KEY = 'watchlists';
/** Where a single list without a name was kept before there were several. Left as it is: an older version reads it. */
const SINGLE_KEY = 'watchlist';
const singleSchema = z.array(z.string().min(1).max(128));

/** On every service of this kind; what a watchlist starts with where no list of instruments is offered, or none came yet. */
const PERPETUALS = ['BTC-PERPETUAL', 'ETH-PERPETUAL'];

/** A week. */
const STAYS_MS = 7 * 86_400_000;

export interface Watchlist {
  readonly read: () => Watchlists;
  /** Throws `IpcFailure` when the lists can't be kept; they hold until the end of the run all the same. */
  readonly save: (watchlists: Watchlists) => void;
}

/**
 * The trader's watchlists; windows hear every change. Before the first, a list with a few instruments of each kind.
 * `serviceNow` is in ms.
 */
export function createWatchlist(
  settings: Settings | null,
  catalog: Catalog,
  publish: Publish,
  serviceNow: () => number,
): Watchlist {
  let isEarly = false;
  let unsaved: Watchlists | null = null;

  function readSingle(): Watchlists | null {
    const instruments = settings?.read(SINGLE_KEY, singleSchema) ?? null;
    return instruments === null ? null : oneList(instruments);
  }

  const readKept = () => unsaved ?? settings?.read(KEY, watchlistsSchema) ?? readSingle();

  catalog.onListed(() => {
    if (isEarly && readKept() === null)
      publish('watchlist.changed', oneList(suggest(catalog.all(), serviceNow())), null);
  });

  return {
    read: () => {
      const kept = readKept();
      if (kept !== null) return kept;
      const { state } = catalog.list();
      // One that was refused may come yet.
      isEarly = state !== 'listed';
      return oneList(state === 'waiting' ? PERPETUALS : suggest(catalog.all(), serviceNow()));
    },
    save: (watchlists) => {
      unsaved = {
        ...watchlists,
        lists: watchlists.lists.map((list) => ({ ...list, instruments: [...new Set(list.instruments)] })),
      };
      // Kept in memory despite the disk: another window would undo the change.
      publish('watchlist.changed', unsaved, null);
      settings?.write(KEY, unsaved);
    },
  };
}

/** For each base: its perpetual, its first dated future, and the middle call and put of its first month, of what stays; in settlement too. */
function suggest(instruments: readonly Instrument[], nowMs: number): string[] {
  if (instruments.length === 0) return PERPETUALS;
  const bases = ['BTC', 'ETH'];
  return bases.flatMap((base) => {
    const ofBase = instruments.filter(
      (instrument) =>
        instrument.base_currency === base && contractType(instrument) !== 'linear' && !isEnded(instrument),
    );
    const isStaying = (instrument: Instrument) => stays(instrument, nowMs);
    const futures = ofBase.filter(({ kind }) => kind === 'future').toSorted(byExpiry);
    const perpetual = futures.find(({ settlement_period }) => settlement_period === 'perpetual');
    const dated = futures.find(isStaying) ?? futures.find((future) => future !== perpetual);
    const names = [perpetual, dated].flatMap((instrument) => instrument?.instrument_name ?? []);
    return [
      ...names,
      ...middleOptions(
        ofBase.filter(({ kind }) => kind === 'option'),
        isStaying,
      ),
    ];
  });
}

function middleOptions(options: readonly Instrument[], isStaying: (option: Instrument) => boolean): string[] {
  const sorted = options.toSorted(byExpiry);
  const expiry = (sorted.find(isStaying) ?? sorted[0])?.expiration_timestamp;
  const strikes = options
    .filter(({ expiration_timestamp }) => expiration_timestamp === expiry)
    .toSorted((a, b) => Number(a.strike) - Number(b.strike));
  return ['call', 'put'].flatMap((type) => {
    const ofType = strikes.filter(({ option_type }) => option_type === type);
    return ofType[Math.floor(ofType.length / 2)]?.instrument_name ?? [];
  });
}

/** Days and weeks come and go, and a month in its last days with them: what a list starts with should be there tomorrow. */
function stays({ settlement_period, expiration_timestamp }: Instrument, nowMs: number): boolean {
  return settlement_period === 'month' && (expiration_timestamp ?? 0) >= nowMs + STAYS_MS;
}

function byExpiry(a: Instrument, b: Instrument): number {
  return (a.expiration_timestamp ?? Number.POSITIVE_INFINITY) - (b.expiration_timestamp ?? Number.POSITIVE_INFINITY);
}
