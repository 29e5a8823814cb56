import type { IpcClient } from '../../../shared/ipc/client.ts';
import type { IpcError } from '../../../shared/ipc/error.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useStore } from 'zustand';
import { sessionStore } from '../session-store.ts';
import { createStopHold } from './stop-hold.ts';
import { showToast } from '../toast-store.ts';

const stopHold = createStopHold({
  now: () => performance.now(),
  after: (milliseconds, action) => void setTimeout(action, milliseconds),
});

/** Whether trading was stopped so lately that a press would not lift it. */
export function useJustStopped(): boolean {
  return useStore(stopHold.store, ({ isHeld }) => isHeld);
}

/** Notices each stop, whichever window or key made it. Gives back the function that ends it. */
export function followStops(): () => void {
  return sessionStore.subscribe(({ status }, before) => {
    if (status?.trading_stopped === true && before.status?.trading_stopped === false) stopHold.hold();
  });
}

/** Stops trading in every window, or allows it again, but not in the breath of a stop; tells where that failed. */
export function stopTrading(client: IpcClient, stopped: boolean): void {
  if (stopped) stopHold.hold();
  else if (!stopHold.mayLift()) return tellJustStopped();
  client.request('trading.stop', { stopped }).catch((error: unknown) => {
    const { title, detail } = describeStopFailure(readFailure(error), stopped);
    showToast({ subject: 'trading_stopped', tone: 'bad', title, detail, isSticky: true });
  });
}

function tellJustStopped(): void {
  const detail = 'A press right after a stop does nothing. Wait a moment, then press to allow trading.';
  showToast({ subject: 'trading_stopped', tone: 'attention', title: 'Stopped just now', detail, isSticky: false });
}

/** What holds after a stop, or its lifting, of which something failed. */
export function describeStopFailure(
  failure: IpcError,
  stopped: boolean,
): { readonly title: string; readonly detail: string } {
  const why = describeFailure(failure);
  if (!stopped) return { title: 'Trading is still stopped', detail: why };
  if (failure.params['in_force'] === undefined) return { title: 'Trading could not be stopped', detail: why };
  const detail = `It holds until the terminal ends. After a restart trading is possible again: stop it anew. ${why}`;
  return { title: 'Trading is stopped, but this could not be stored', detail };
}
