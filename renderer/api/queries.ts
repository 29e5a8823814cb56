import { useSyncExternalStore } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Chain } from '../../shared/ipc/chain-schema.ts';
import type { AccountSnapshot } from '../../shared/ipc/contract.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Backend } from './backend.ts';
import { useBackend } from './backend.ts';
import { readFailure } from './failure-text.ts';

/** How long metadata is shown before it is read again; the back end has its own limit before it sells. */
const INSTRUMENT_FRESH_MS = 5 * 60 * 1000;

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

/** The account's latest snapshot: read once, then replaced by the events that `startSync` listens to. */
export function useAccount() {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: async (): Promise<ReceivedAccount> => {
      const snapshot = await client.request('account.read', null);
      return { snapshot, receivedAtMs: performance.now() };
    },
    enabled: isConnected,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export const PRESETS_KEY = ['presets'] as const;

/** The profile's presets: read once, then replaced by the events that `startSync` listens to. */
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

/** Metadata of one instrument. */
export function instrumentQuery(backend: Backend, instrumentName: string) {
  return queryOptions({
    queryKey: ['instrument', instrumentName] as const,
    queryFn: () => backend.client.request('market.instrument', { instrument_name: instrumentName }),
    staleTime: INSTRUMENT_FRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
  });
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
    // A service that comes back is asked again; a name that it doesn't have is not.
    refetchInterval: ({ state }) =>
      state.error !== null && readFailure(state.error).code !== 'NotFound' ? INSTRUMENT_AGAIN_MS : false,
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
