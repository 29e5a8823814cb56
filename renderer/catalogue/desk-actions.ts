import { useMemo } from 'react';
import { type Action, NOT_OPEN } from '../actions/action.ts';
import { useBackend } from '../api/backend.ts';
import { PANEL_ACTIONS } from './panel-actions.ts';
import { PLAN_ACTIONS } from './plan-actions.ts';
import { profileActions } from './profile-actions.ts';
import { openDialog } from '../stores/workspace/dialog-store.ts';
import { stopTrading } from '../stores/orders/stop-trading.ts';
import { useSession } from '../stores/session-store.ts';
import { startTour } from '../stores/workspace/tour-store.ts';
import { keepPreferences, usePreferences } from '../stores/preferences-store.ts';
import { WINDOW_ACTIONS } from './window-actions.ts';
import { useWorkspaceActions } from './workspace-actions.ts';

/** Every action of the window, for the palette and the keys. */
export function useDeskActions(): readonly Action[] {
  const { client } = useBackend();
  const isStopped = useSession((state) => state.status?.trading_stopped ?? null);
  const isSounding = usePreferences(({ is_sounding }) => is_sounding);
  const ofWorkspaces = useWorkspaceActions();
  const kind = useSession((state) => state.session?.profile.kind ?? null);
  const isRefused = useSession((state) => state.failure !== null);
  return useMemo(() => {
    const unknown = isStopped === null ? NOT_OPEN : null;
    return [
      {
        id: 'trading.stop',
        title: 'Stop trading',
        group: 'Trading',
        explanation: 'No window sends orders until it is allowed again. Orders at the service stay.',
        words: 'halt kill switch lock',
        key: 'Ctrl+Shift+X',
        reach: 'anywhere',
        isGrave: true,
        whyNot: unknown ?? (isStopped === true ? 'Trading is stopped.' : null),
        run: () => stopTrading(client, true),
      },
      {
        id: 'trading.allow',
        title: 'Allow trading again',
        group: 'Trading',
        explanation: 'Orders are possible again in every window.',
        words: 'resume unlock',
        key: null,
        isGrave: true,
        whyNot: unknown ?? (isStopped === true ? null : 'Trading is not stopped.'),
        run: () => stopTrading(client, false),
      },
      {
        id: 'trading.resting',
        title: 'Resting orders…',
        group: 'Trading',
        explanation: 'Every resting order of this terminal, each with its cancel.',
        words: 'cancel all every open orders mass',
        key: null,
        whyNot: unknown,
        run: () => openDialog('resting'),
      },
      ...PLAN_ACTIONS,
      // To open comes before to close, also for a hasty Enter.
      ...PANEL_ACTIONS,
      ...ofWorkspaces,
      ...profileActions(kind, isRefused),
      ...WINDOW_ACTIONS,
      {
        id: 'window.sounds',
        title: isSounding ? 'Sounds off' : 'Sounds on',
        group: 'Window',
        explanation: 'Turns sounds on or off: fills, rejections, unknown outcomes, alerts. Remembered.',
        words: 'mute tone quiet silence',
        key: null,
        run: () => keepPreferences({ is_sounding: !isSounding }),
      },
      {
        id: 'window.tour',
        title: 'Guided tour',
        group: 'Window',
        explanation: 'Shows the way from prices to an order’s end, with a practice order on the simulator.',
        words: 'help introduction learn practice first steps',
        key: null,
        whyNot: kind === 'simulator' ? null : 'It ends with a practice order: open the simulator’s profile first.',
        run: startTour,
      },
    ];
  }, [client, isStopped, ofWorkspaces, isSounding, kind, isRefused]);
}
