import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TapeCurrency } from '../../shared/ipc/schemas/tape-schema.ts';
import { useBackend } from './backend.ts';

export const TAPE_KEY = ['tape'] as const;
/** Asking is what keeps the tape's newest prints coming; the back end decides when the service is asked. */
const ASK_EVERY_MS = 5000;

/** The public tape as far as it is stored, newest first; asked again when the back end says there is more. */
export function useTape(currency: TapeCurrency, limit: number, askEveryMs = ASK_EVERY_MS) {
  const { client } = useBackend();
  return useQuery({
    queryKey: [...TAPE_KEY, currency, limit],
    queryFn: () => client.request('tape.read', { currency, limit, fetch: null }),
    refetchInterval: askEveryMs,
    placeholderData: keepPreviousData,
    staleTime: 1000,
  });
}

/** Starts a walk back to a moment of the service's time, or stops the one that runs. */
export function useTapeFetch() {
  const { client, queries } = useBackend();
  return async (fetch: number | 'stop'): Promise<void> => {
    await client.request('tape.read', { currency: 'any', limit: 1, fetch });
    await queries.invalidateQueries({ queryKey: TAPE_KEY });
  };
}
