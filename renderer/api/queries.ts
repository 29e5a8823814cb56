import { useSyncExternalStore } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { AccountSnapshot } from '../../shared/ipc/account-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Backend } from './backend.ts';
import { useBackend } from './backend.ts';

/** How long metadata is shown before it is read again; the back end has its own limit before it sells. */
const INSTRUMENT_FRESH_MS = 5 * 60 * 1000;

/** An account snapshot and the moment it came, by `performance.now()`. */
export interface ReceivedAccount {
  readonly snapshot: AccountSnapshot;
  readonly receivedAtMs: number;
}

/** Whether the back end can be asked; a read waits for it instead of failing. */
function useIsConnected(): boolean {
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
