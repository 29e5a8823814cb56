/**
 * Verbs a window may call, by subject; the channel is `subject.verb`. Alone here as texts, so that the preload stays
 * small.
 */
export const REQUEST_VERBS = {
  session: 'open latencies',
  market: 'watch instrument instruments find history chain',
  watchlist: 'save',
  workspaces: 'save',
  account: 'read follow history position',
  alerts: 'save',
  orders: 'check margin arm place list recheck confirm cancel cancel_resting cancel_account follow steps',
  amends: 'check send list settle evidence',
  presets: 'read save',
  guards: 'read save',
  trading: 'stop ladder',
  journal: 'read',
  history: 'walk read',
  rfq: 'board send',
  tape: 'read',
  preferences: 'save',
  profiles: 'read save',
  window: 'error save',
} as const;

/** Subjects that the back end announces as `subject.changed`. */
type Changing =
  | 'session'
  | 'market'
  | 'watchlist'
  | 'account'
  | 'alerts'
  | 'orders'
  | 'amends'
  | 'presets'
  | 'journal'
  | 'history'
  | 'rfq'
  | 'tape'
  | 'preferences'
  | 'window';

type Groups = Readonly<Record<string, string>>;
type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | WordsOf<Rest> : Text;
type NamesOf<G extends Groups> = { [Subject in keyof G & string]: `${Subject}.${WordsOf<G[Subject]>}` }[keyof G &
  string];

export type RequestChannel = NamesOf<typeof REQUEST_VERBS>;
export type EventChannel = `${Changing & keyof typeof REQUEST_VERBS}.changed`;

const CHANNELS = Object.entries(REQUEST_VERBS).map(([subject, verbs]) => ({
  requests: verbs.split(' ').map((verb) => `${subject}.${verb}`),
  event: `${subject}.changed`,
}));

export function isRequest(name: string): boolean {
  return CHANNELS.some(({ requests }) => requests.includes(name));
}

/** Also for subjects that never change: nothing is announced there. */
export function isEvent(name: string): boolean {
  return CHANNELS.some(({ event }) => event === name);
}
