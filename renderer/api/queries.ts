import { useEffect, useSyncExternalStore } from 'react';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { AccountHistory, AccountSnapshot } from '../../shared/ipc/schemas/account-schema.ts';
import type { Chain } from '../../shared/ipc/schemas/chain-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { isPaused } from '../../shared/service/instrument-state.ts';
import type { Backend } from './backend.ts';
import { useBackend } from './backend.ts';
import { readFailure } from './failure-text.ts';

/** How long metadata is shown before it is read again; the back end has its own limit before it sells. */
const INSTRUMENT_FRESH_MS = 5 * 60 * 1000;
/** The same of one that could not be traded as it was read, as in settlement. */
const PAUSED_REFETCH_MS = 5000;

/** After a failure metadata is read again this often. */
const INSTRUMENT_AGAIN_MS = 5000;

/** An account snapshot and the moment it came, by `performance.now()`. */
export interface ReceivedAccount {
  readonly snapshot: AccountSnapshot;
  readonly receivedAtMs: number;
}

/** Whether the back end can be asked; a read waits for it instead of failing. */
export function useIsConnected(): boolean {
  const { link } = useBackend();
  return useSyncExternalStore(link.listen, () => link.read() === 'connected');
}

export const ACCOUNT_KEY = ['account'] as const;

/** The account's latest snapshot: read once, then replaced by events of `startSync`. */
export function useAccount() {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: async (): Promise<ReceivedAccount> => {
      // From when it was asked for: told older by the way, never younger by what the answer waited for.
      const receivedAtMs = performance.now();
      return { snapshot: await client.request('account.read', null), receivedAtMs };
    },
    enabled: isConnected,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export const PRESETS_KEY = ['presets'] as const;

/** The profile's presets: read once, then replaced by events of `startSync`. */
export function usePresets() {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    queryKey: PRESETS_KEY,
    queryFn: () => client.request('presets.read', null),
    enabled: isConnected,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** More points than this and all are read again: those of long ago are kept less densely by then. */
const MOST_KNOWN_POINTS = 3000;

/** A currency's figures over a span, null: since this start; what is new is read after each account snapshot. */
export function useAccountHistory(currency: string | null, spanMs: number | null) {
  const { client, queries } = useBackend();
  const isConnected = useIsConnected();
  const receivedAtMs = useAccount().data?.receivedAtMs;
  const queryKey = ['account-history', currency ?? '', spanMs] as const;
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<AccountHistory> => {
      const known = queries.getQueryData<AccountHistory>(queryKey)?.points ?? [];
      const kept = known.length > MOST_KNOWN_POINTS ? [] : known;
      const newest = kept.at(-1)?.at;
      const news = await client.request('account.history', {
        currency: currency ?? '',
        span_ms: spanMs,
        after_ms: newest === undefined ? 0 : newest + 1,
      });
      const points = [...kept, ...news.points];
      // What was read before has left the span by now.
      const fromMs = spanMs === null ? 0 : (points.at(-1)?.at ?? 0) - spanMs;
      return { ...news, points: points.filter(({ at }) => at >= fromMs) };
    },
    enabled: currency !== null && isConnected,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { refetch } = query;
  useEffect(() => {
    if (currency !== null && isConnected && receivedAtMs !== undefined) void refetch();
  }, [refetch, currency, isConnected, receivedAtMs]);
  return query;
}

/** Of the metadata of every instrument; each has its name behind it. */
export const INSTRUMENT_KEY = ['instrument'] as const;

/** Metadata of one instrument. */
export function instrumentQuery(backend: Backend, instrumentName: string) {
  return queryOptions({
    queryKey: [...INSTRUMENT_KEY, instrumentName] as const,
    queryFn: () => backend.client.request('market.instrument', { instrument_name: instrumentName }),
    staleTime: INSTRUMENT_FRESH_MS,
    refetchInterval: ({ state: { data, error } }) => {
      // A service that comes back is asked again; a name that it doesn't have is not.
      if (error !== null) return readFailure(error).code === 'NotFound' ? false : INSTRUMENT_AGAIN_MS;
      return data !== undefined && isPaused(data) ? PAUSED_REFETCH_MS : false;
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Names of a bulk that are asked for at a time. */
export const MOST_IN_BULK = 4;

/** One of many: prices go before it, and whoever then wants just this one does not wait behind the others. */
export function bulkInstrumentQuery({ client, queries }: Backend, instrumentName: string) {
  return queryOptions({
    queryKey: ['instrument in bulk', instrumentName] as const,
    queryFn: async () => {
      const instrument = await client.request('market.instrument', { instrument_name: instrumentName, in_bulk: true });
      queries.setQueryData([...INSTRUMENT_KEY, instrumentName], instrument);
      return instrument;
    },
    staleTime: INSTRUMENT_FRESH_MS,
  });
}

/** Reads metadata ahead of its use: what the back end knows comes at once and together, the rest is asked for one by one. */
export async function prefetchInstruments(backend: Backend, instrumentNames: readonly string[]): Promise<void> {
  const { client, queries } = backend;
  const isWanted = (name: string): boolean =>
    queries.getQueryData(instrumentQuery(backend, name).queryKey) === undefined;
  const known = await client.request('market.instruments', { instrument_names: instrumentNames.filter(isWanted) });
  for (const instrument of known) {
    queries.setQueryData(instrumentQuery(backend, instrument.instrument_name).queryKey, instrument);
  }
  const waiting = instrumentNames.filter(isWanted);
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await queries.prefetchQuery(bulkInstrumentQuery(backend, name));
  };
  await Promise.all(Array.from({ length: MOST_IN_BULK }, work));
}

/** Metadata already read, or null. */
export function readInstrument(backend: Backend, instrumentName: string): Instrument | null {
  return backend.queries.getQueryData(instrumentQuery(backend, instrumentName).queryKey) ?? null;
}

export function useInstrument(instrumentName: string | null) {
  const backend = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    ...instrumentQuery(backend, instrumentName ?? ''),
    enabled: instrumentName !== null && isConnected,
  });
}

/** Instruments whose name contains the text's words; the last answer stays while a new one is read. */
export function useFoundInstruments(text: string) {
  const { client } = useBackend();
  return useQuery({
    queryKey: ['find', text],
    queryFn: () => client.request('market.find', { text, limit: 40 }),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** While names are searched for, a chain is read this often: being asked for keeps the search going. */
const CHAIN_SEARCHED_MS = 1000;
/** A list of the service changes a few times a day. */
const CHAIN_LISTED_MS = 60_000;

/** The option chain of a family and expiry; null: the nearest. Not read while nobody sees it. */
export function useChain(family: string, expiry: number | null, isShown: boolean) {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    queryKey: ['chain', family, expiry],
    queryFn: () => client.request('market.chain', { family, expiration_timestamp: expiry }),
    enabled: isConnected && isShown,
    refetchInterval: ({ state }) => (state.data?.source === 'list' ? CHAIN_LISTED_MS : CHAIN_SEARCHED_MS),
    refetchOnWindowFocus: false,
    // Other expiries stay to be chosen from; prices of another expiry never stand in for these.
    placeholderData: (last: Chain | undefined): Chain | undefined =>
      last?.family === family ? { ...last, expiration_timestamp: expiry, cells: [], probing: null } : undefined,
    gcTime: CHAIN_LISTED_MS,
  });
}

/** Metadata of several instruments, by name, as far as it is known. */
export function useInstruments(instrumentNames: readonly string[]): ReadonlyMap<string, Instrument> {
  const backend = useBackend();
  const isConnected = useIsConnected();
  const results = useQueries({
    queries: instrumentNames.map((name) => ({ ...instrumentQuery(backend, name), enabled: isConnected })),
  });
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.instrument_name, data] as const])));
}
