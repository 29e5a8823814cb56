import type { IpcClient } from '../../shared/ipc/client.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { showToast } from './toast-store.ts';

/** Stops selling in every window, or allows it again; tells where that failed. */
export function stopTrading(client: IpcClient, stopped: boolean): void {
  client.request('trading.stop', { stopped }).catch((error: unknown) => {
    const { title, detail } = describeStopFailure(readFailure(error), stopped);
    showToast({ subject: 'trading_stopped', tone: 'bad', title, detail, isSticky: true });
  });
}

/** What holds after a stop, or its lifting, of which something failed. */
export function describeStopFailure(
  failure: IpcError,
  stopped: boolean,
): { readonly title: string; readonly detail: string } {
  const why = describeFailure(failure);
  if (!stopped) return { title: 'Trading is still stopped', detail: why };
  if (failure.params['in_force'] === undefined) return { title: 'Trading could not be stopped', detail: why };
  const detail = `It holds until the terminal ends. After a restart trading is possible again, unless you stop it anew. ${why}`;
  return { title: 'Trading is stopped, but this could not be stored', detail };
}
