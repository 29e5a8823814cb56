import type { Action } from '../actions/action.ts';
import { findRaised, findSnoozed, SNOOZES } from '../features/alerts/snoozes.ts';
import { GRID_ACTIONS } from './grid-actions.ts';
import { type PanelId, PANELS } from '../panels.ts';
import { RFQ_ACTIONS } from './rfq-actions.ts';
import { showPanel } from './show-panel.ts';
import { alertsStore } from '../stores/alerts-store.ts';
import { findListLimit, watchlistStore } from '../stores/watchlist-store.ts';

/** What else some panels are looked for by. */
const PANEL_WORDS: Partial<Record<PanelId, string>> = { diagnostics: 'latency ping connection clock limits' };

const inPanel = (panelId: PanelId, command?: string) => () => showPanel(panelId, command);

/** What panels can be asked to do from anywhere. */
export const PANEL_ACTIONS: readonly Action[] = [
  {
    id: 'ticket.amount',
    title: 'Go to the ticket',
    group: 'Ticket',
    explanation: 'Brings the sell ticket to the front, with the amount in focus.',
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
    explanation: 'Arms it for 4 seconds, or shows the order to confirm. Sends nothing.',
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
    explanation: 'What follows a press: confirm each, arm and fire, or one click.',
    words: 'ladder confirmation rung arm',
    key: null,
    run: inPanel('sell-ticket', 'ticket.ladder'),
  },
  {
    id: 'ticket.guards',
    title: 'Guards of this profile…',
    group: 'Ticket',
    explanation: 'Limits against slips: amounts, worth, distance from the market.',
    words: 'limits',
    key: null,
    run: inPanel('sell-ticket', 'ticket.guards'),
  },
  {
    id: 'ticket.presets',
    title: 'Presets…',
    group: 'Ticket',
    explanation: 'What fills the ticket for an instrument, currency or kind.',
    key: null,
    run: inPanel('sell-ticket', 'ticket.presets'),
  },
  {
    id: 'alerts.new',
    title: 'New alert',
    group: 'Records',
    explanation: 'Opens the alerts, with a new line in focus.',
    key: null,
    run: inPanel('alerts', 'alerts.new'),
  },
  ...SNOOZES.map(({ text, minutes }): Action => ({
    id: `alerts.snooze.${minutes}`,
    title: `Snooze what is raised for ${text}`,
    group: 'Records',
    explanation: 'Silences every raised alert for that long. They are still checked.',
    words: 'alerts mute quiet',
    key: null,
    whyNot: () => (findRaised(alertsStore.getState(), Date.now()).length === 0 ? 'No alert is raised.' : null),
    run: inPanel('alerts', `alerts.snooze.${minutes}`),
  })),
  {
    id: 'alerts.wake',
    title: 'Wake every snoozed alert',
    group: 'Records',
    explanation: 'Snoozed alerts are shown again.',
    words: 'unsnooze resume',
    key: null,
    whyNot: () => (findSnoozed(alertsStore.getState(), Date.now()).length === 0 ? 'No alert is snoozed.' : null),
    run: inPanel('alerts', 'alerts.wake'),
  },
  {
    id: 'journal.verify',
    title: 'Verify the journal',
    group: 'Records',
    explanation: 'Checks whether every entry of the journal is as written.',
    words: 'audit proof hash',
    key: null,
    run: inPanel('journal', 'journal.verify'),
  },
  {
    id: 'watchlist.new',
    title: 'New list…',
    group: 'Records',
    explanation: 'Adds a list to the watchlist, under your name.',
    words: 'watchlist add create',
    key: null,
    whyNot: findListLimit,
    run: inPanel('watchlist', 'watchlist.new'),
  },
  {
    id: 'watchlist.rename',
    title: 'Rename the list in front…',
    group: 'Records',
    explanation: 'Renames the list shown in the watchlist.',
    words: 'watchlist',
    key: null,
    run: inPanel('watchlist', 'watchlist.rename'),
  },
  {
    id: 'watchlist.delete',
    title: 'Delete the list in front',
    group: 'Records',
    explanation: 'Removes the list shown in the watchlist. Undo in the panel brings it back.',
    words: 'watchlist drop',
    key: null,
    whyNot: () => (watchlistStore.getState().watchlists.lists.length === 1 ? 'The only list stays.' : null),
    run: inPanel('watchlist', 'watchlist.delete'),
  },
  {
    id: 'watchlist.export',
    title: 'Export the watchlist as CSV',
    group: 'Records',
    explanation: 'Saves the list in front with its current prices.',
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
  ...GRID_ACTIONS,
  ...RFQ_ACTIONS,
  ...PANELS.map(({ id, name }): Action => ({
    id: `panel.${id}`,
    title: `Open ${name}`,
    group: 'Panels',
    explanation: 'Brings the panel to the front of this workspace, added if missing.',
    words: `show panel ${PANEL_WORDS[id] ?? ''}`,
    key: null,
    run: inPanel(id),
  })),
];
