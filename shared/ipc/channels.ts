/** Verbs of the calls a window may make, by subject: one of `orders` is `orders.place`. So written, the preload stays small. */
const REQUESTS = {
  session: 'open',
  market: 'watch instrument find history chain',
  watchlist: 'save',
  workspaces: 'save',
  account: 'read follow history',
  alerts: 'save',
  orders: 'check arm place list recheck confirm_two cancel cancel_resting cancel_account follow journey',
  presets: 'read save',
  guards: 'read save',
  trading: 'stop ladder',
  journal: 'read',
  history: 'walk read',
  rfq: 'board send',
  files: 'save',
  window: 'error',
} as const;

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;
type Subject = keyof typeof REQUESTS;
export type RequestChannel = { [S in Subject]: `${S}.${Words<(typeof REQUESTS)[S]>}` }[Subject];

/** Names of the calls a window may make. Alone in this file with the events, for the preload. */
export const REQUEST_CHANNELS = Object.entries(REQUESTS).flatMap(([subject, verbs]) =>
  verbs.split(' ').map((verb) => `${subject}.${verb}`),
) as RequestChannel[];

/** Names of what the back end tells its windows. */
export const EVENT_CHANNELS = [
  'session.changed',
  'market.quotes',
  'account.changed',
  'alerts.changed',
  'orders.changed',
  'presets.changed',
  'journal.appended',
  'history.changed',
  'rfq.changed',
] as const;

export type EventChannel = (typeof EVENT_CHANNELS)[number];
