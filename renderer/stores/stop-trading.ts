import type { IpcClient } from '../../shared/ipc/client.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { showToast } from './toast-store.ts';

/** Stops selling in every window, or allows it again; tells where that failed. */
export function stopTrading(client: IpcClient, stopped: boolean): void {
  client.request('trading.stop', { stopped }).catch((error: unknown) =>
    showToast({
      subject: 'trading_stopped',
      tone: 'bad',
      title: stopped ? 'Trading could not be stopped' : 'Trading is still stopped',
      detail: describeFailure(readFailure(error)),
      isSticky: true,
    }),
  );
}
