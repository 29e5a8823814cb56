import { useMemo } from 'react';
import { DENSITIES, THEMES } from '../shared/ipc/preferences-schema.ts';
import type { Action } from './actions/action.ts';
import { runPanelCommand } from './actions/panel-commands.ts';
import { useBackend } from './api/backend.ts';
import { PANELS } from './panels.ts';
import { openDialog, showNews } from './stores/dialog-store.ts';
import { stopTrading } from './stores/stop-trading.ts';
import { useSession } from './stores/session-store.ts';
import { startTour } from './stores/tour-store.ts';
import { keepPreferences, usePreferences } from './stores/preferences-store.ts';
import { DENSITY_WORDS, THEME_WORDS } from './ui/theme-words.ts';
import { revealPanel } from './workspace/reveal-panel.ts';
import { useWorkspaceActions } from './workspace-actions.ts';

/** Opens a panel of the workspace in front, and has it do something. */
function inPanel(panelId: string, command?: string): () => void {
  return () => {
    const definition = PANELS.find(({ id }) => id === panelId);
    const revealed = definition === undefined ? null : revealPanel(definition);
    if (revealed !== null && command !== undefined) runPanelCommand(revealed.key, command);
  };
}

const PANEL_ACTIONS: readonly Action[] = [
  {
    id: 'ticket.amount',
    title: 'Go to the ticket',
    group: 'Ticket',
    explanation: 'Brings the sell ticket to the front, with the amount to be typed.',
    key: 'Alt+T',
    isTypedAfter: true,
    run: inPanel('sell-ticket', 'ticket.amount'),
  },
  {
    id: 'ticket.clear',
    title: 'Clear the ticket',
    group: 'Ticket',
    explanation: 'Empties every field of the sell ticket, for the same instrument. Sends nothing.',
    key: 'Alt+X',
    run: inPanel('sell-ticket', 'ticket.clear'),
  },
  {
    id: 'ticket.arm',
    title: 'Arm the sell button',
    group: 'Ticket',
    explanation: 'Arms it for 4 seconds, or shows the order to be confirmed, as the ladder says. Sends nothing.',
    key: 'Alt+A',
    isGrave: true,
    run: inPanel('sell-ticket', 'ticket.arm'),
  },
  {
    id: 'ticket.sell',
    title: 'Sell what is armed',
    group: 'Ticket',
    explanation: 'Sends the order of an armed button. While nothing is armed it does nothing.',
    key: 'Alt+S',
    isGrave: true,
    isKeyOnly: true,
    run: inPanel('sell-ticket', 'ticket.sell'),
  },
  {
    id: 'ticket.ladder',
    title: 'What a press does…',
    group: 'Ticket',
    explanation: 'How much stands between a press and a sell: confirm each, arm and fire, or one click.',
    words: 'ladder confirmation rung arm',
    key: null,
    run: inPanel('sell-ticket', 'ticket.ladder'),
  },
  {
    id: 'ticket.guards',
    title: 'Guards of this profile…',
    group: 'Ticket',
    explanation: 'Limits against slips of the hand: amounts, worth, distance from the market.',
    words: 'limits',
    key: null,
    run: inPanel('sell-ticket', 'ticket.guards'),
  },
  {
    id: 'ticket.presets',
    title: 'Presets…',
    group: 'Ticket',
    explanation: 'What the ticket is filled with for an instrument, a currency or a kind.',
    key: null,
    run: inPanel('sell-ticket', 'ticket.presets'),
  },
  {
    id: 'alerts.new',
    title: 'New alert',
    group: 'Records',
    explanation: 'Opens the alerts, with the line of a new one to be typed.',
    key: null,
    run: inPanel('alerts', 'alerts.new'),
  },
  {
    id: 'journal.verify',
    title: 'Verify the journal',
    group: 'Records',
    explanation: 'Computes the journal’s chain anew and says whether every entry is as it was written.',
    words: 'audit proof hash',
    key: null,
    run: inPanel('journal', 'journal.verify'),
  },
  {
    id: 'watchlist.export',
    title: 'Export the watchlist as CSV',
    group: 'Records',
    explanation: 'Saves the list in front with its prices of now.',
    words: 'save file download',
    key: null,
    run: inPanel('watchlist', 'watchlist.export'),
  },
  {
    id: 'watchlist.import',
    title: 'Import a CSV into the watchlist…',
    group: 'Records',
    explanation: 'Adds the instruments of a file to the list in front.',
    words: 'open file',
    key: null,
    run: inPanel('watchlist', 'watchlist.import'),
  },
  ...PANELS.map(({ id, name }): Action => ({
    id: `panel.${id}`,
    title: `Open ${name}`,
    group: 'Panels',
    explanation: 'Brings the panel to the front of this workspace, and adds it where it is not there.',
    words: 'show panel',
    key: null,
    run: inPanel(id),
  })),
];

export const OPEN_PALETTE: Action = {
  id: 'window.palette',
  title: 'Commands',
  group: 'Window',
  explanation: 'Everything that can be done or found, and orders written as one line.',
  key: 'Ctrl+K',
  reach: 'fields',
  isKeyOnly: true,
  isTypedAfter: true,
  run: () => openDialog('palette'),
};

const WINDOW_ACTIONS: readonly Action[] = [
  OPEN_PALETTE,
  {
    id: 'window.cheat_sheet',
    title: 'Keys',
    group: 'Window',
    explanation: 'Every key and what it does.',
    words: 'shortcuts hotkeys cheat sheet help',
    key: '?',
    run: () => openDialog('cheat_sheet'),
  },
  {
    id: 'window.keys',
    title: 'Change keys…',
    group: 'Window',
    explanation: 'Gives actions other keys.',
    words: 'shortcuts hotkeys rebind',
    key: null,
    run: () => openDialog('keys'),
  },
  {
    id: 'window.settings',
    title: 'Settings…',
    group: 'Window',
    explanation: 'Theme, density, times, numbers and sounds of every window.',
    words: 'preferences options',
    key: 'Ctrl+,',
    run: () => openDialog('settings'),
  },
  {
    id: 'window.news',
    title: 'Latest news',
    group: 'Window',
    explanation: 'What was told last: fills, refusals, unknown outcomes, alerts.',
    words: 'notifications history toasts',
    key: null,
    run: () => showNews(true),
  },
  ...THEMES.map((theme): Action => ({
    id: `theme.${theme}`,
    title: `Theme: ${THEME_WORDS[theme].name}`,
    group: 'Window',
    explanation: THEME_WORDS[theme].explanation,
    words: 'colours dark light',
    key: null,
    run: () => keepPreferences({ theme }),
  })),
  ...DENSITIES.map((density): Action => ({
    id: `density.${density}`,
    title: `Density: ${DENSITY_WORDS[density].name}`,
    group: 'Window',
    explanation: DENSITY_WORDS[density].explanation,
    words: 'size rows',
    key: null,
    run: () => keepPreferences({ density }),
  })),
];

/** Every action of the window, for the palette and the keys. */
export function useDeskActions(): readonly Action[] {
  const { client } = useBackend();
  const isStopped = useSession((state) => state.status?.trading_stopped ?? null);
  const isSounding = usePreferences(({ is_sounding }) => is_sounding);
  const ofWorkspaces = useWorkspaceActions();
  const isPractice = useSession((state) => state.session?.profile.kind === 'simulator');
  return useMemo(() => {
    const unknown = isStopped === null ? 'The session is not open yet.' : null;
    return [
      {
        id: 'trading.stop',
        title: 'Stop trading',
        group: 'Trading',
        explanation: 'No window sells anything until it is allowed again. Orders at the service stay.',
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
        explanation: 'Sells are possible again in every window.',
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
        explanation: 'Every order of this terminal that rests at the service, each with its cancel.',
        words: 'cancel open orders',
        key: null,
        whyNot: unknown,
        run: () => openDialog('resting'),
      },
      ...ofWorkspaces,
      ...PANEL_ACTIONS,
      ...WINDOW_ACTIONS,
      {
        id: 'window.sounds',
        title: isSounding ? 'Sounds off' : 'Sounds on',
        group: 'Window',
        explanation: 'Whether fills, refusals, unknown outcomes and alerts are heard. Remembered.',
        words: 'mute tone quiet',
        key: null,
        run: () => keepPreferences({ is_sounding: !isSounding }),
      },
      {
        id: 'window.tour',
        title: 'Guided tour',
        group: 'Window',
        explanation: 'Shows the way from prices to an order’s end, and lets you sell one on the simulator.',
        words: 'help introduction learn practice first steps',
        key: null,
        whyNot: isPractice ? null : 'It ends with a practice sell: open the simulator’s profile first.',
        run: startTour,
      },
    ];
  }, [client, isStopped, ofWorkspaces, isSounding, isPractice]);
}
