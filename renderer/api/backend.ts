import { createContext, useContext } from 'react';
import { QueryClient } from '@tanstack/react-query';
import type { EventChannel } from '../../shared/ipc/channels.ts';
import type { RequestParams } from '../../shared/ipc/contract.ts';
import { createIpcClient, type IpcClient, type ReadContract } from '../../shared/ipc/client.ts';
import { assertDefined } from '../../shared/result.ts';
import type { HostPort, Link } from './host-port.ts';

/** The back end as the window sees it: typed calls and events, whether it can be reached, and cached snapshots. */
export interface Backend {
  readonly client: IpcClient;
  readonly link: Link;
  readonly queries: QueryClient;
  /** Of a window that holds what was moved out of the main one; null: the main one. */
  readonly windowId: string | null;
  /** What the session is opened with. */
  readonly opening: RequestParams<'session.open'>;
}

/** Reports an event that doesn't parse to the back end's log once per channel, not once per event. */
export function createBackend(
  port: HostPort,
  readContract: ReadContract,
  windowId: string | null = null,
  opening: Backend['opening'] = null,
): Backend {
  const reported = new Set<string>();
  function reportBadEvent(channel: EventChannel, reason: string): void {
    if (reported.has(channel)) return;
    reported.add(channel);
    const message = `unreadable event on ${channel}: ${reason}`.slice(0, 4000);
    client.request('window.error', { message, stack: null }).catch(() => undefined);
  }
  const client: IpcClient = createIpcClient(port, {
    reportBadEvent,
    readContract,
    nextTask: () => new Promise((resolve) => void setTimeout(resolve, 0)),
    now: () => performance.now(),
  });
  // The back end is in this machine: being offline must not pause a read, and it retries by itself.
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  return { client, link: port.link, queries, windowId, opening };
}

export const BackendContext = createContext<Backend | null>(null);

/** The window's back end. Throws outside of `BackendContext`. */
export function useBackend(): Backend {
  return assertDefined(useContext(BackendContext), 'the app provides the back end');
}
