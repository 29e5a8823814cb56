import { useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { usePanelFrame } from '../../ui/panel-frame.ts';

/** How often the back end is asked what it knows; it asks the service at its own pace. */
const ASK_MS = 1000;

const KEY = ['followed'] as const;

/** Orders that were placed elsewhere, as last seen; null before the first answer. */
export function useFollowed(): Followed | null {
  const { client, link } = useBackend();
  const isConnected = useSyncExternalStore(link.listen, () => link.read() === 'connected');
  const isShown = usePanelFrame()?.isShown ?? true;
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.request('orders.follow', { labels: null }),
    enabled: isConnected && isShown,
    refetchInterval: ASK_MS,
  });
  return query.data ?? null;
}

/** Replaces the labels that the profile follows; `base`: as they were shown. Rejects with `IpcFailure`. */
export function useFollowLabels(): (labels: readonly string[], base: readonly string[]) => Promise<void> {
  const { client } = useBackend();
  const queries = useQueryClient();
  return async (labels, base) => {
    queries.setQueryData(KEY, await client.request('orders.follow', { labels: [...labels], base: [...base] }));
  };
}
