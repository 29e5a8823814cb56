import { useQueries, useQuery } from '@tanstack/react-query';
import type { Instrument } from '../../shared/service/instrument.ts';
import { useBackend } from './backend.ts';
import { instrumentQuery } from './queries.ts';

export const RFQ_BOARD_KEY = ['rfq-board'] as const;

/** The Block RFQs of this terminal: read once, then replaced by the events that `startSync` listens to. */
export function useRfqBoard() {
  const { client } = useBackend();
  return useQuery({
    queryKey: RFQ_BOARD_KEY,
    queryFn: () => client.request('rfq.board', { statement: null }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** How many Block RFQs of this terminal have no outcome; none while the board was not read. Asks for nothing. */
export function useUnknownRfqs(): number {
  const { client } = useBackend();
  const { data = 0 } = useQuery({
    queryKey: RFQ_BOARD_KEY,
    queryFn: () => client.request('rfq.board', { statement: null }),
    enabled: false,
    select: ({ rows }) => rows.filter(({ outcome }) => outcome === 'unknown').length,
  });
  return data;
}

/** Metadata of several instruments by name; null for one that is not known or not read yet. */
export function useInstruments(names: readonly string[]): ReadonlyMap<string, Instrument | null> {
  const backend = useBackend();
  return useQueries({
    queries: names.map((name) => instrumentQuery(backend, name)),
    combine: (results) => new Map(names.map((name, at) => [name, results[at]?.data ?? null])),
  });
}

/** Names of every call option of a pair such as `BTC`. */
export function useCallNames(pair: string) {
  const { client } = useBackend();
  return useQuery({
    queryKey: ['rfq-calls', pair],
    queryFn: async () => {
      const found = await client.request('market.find', { text: `${pair}- -C`, limit: 2000 });
      const isCall = new RegExp(`^${pair}-\\d{1,2}[A-Z]{3}\\d{2}-\\w+-C$`);
      return found.map(({ instrument_name }) => instrument_name).filter((name) => isCall.test(name));
    },
    staleTime: 60_000,
  });
}

/** Names of every future and perpetual of a pair. */
export function useFutureNames(pair: string) {
  const { client } = useBackend();
  return useQuery({
    queryKey: ['rfq-futures', pair],
    queryFn: async () => {
      const found = await client.request('market.find', { text: `${pair}-`, limit: 2000 });
      const isOwn = new RegExp(`^${pair}-(?:PERPETUAL|\\d{1,2}[A-Z]{3}\\d{2})$`);
      return found.map(({ instrument_name }) => instrument_name).filter((name) => isOwn.test(name));
    },
    enabled: pair !== '',
    staleTime: 60_000,
  });
}
