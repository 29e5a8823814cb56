/**
 * Verbs a window may call, by subject; the channel is `subject.verb`. Alone here as texts, so that the preload stays
 * small.
 */
export const REQUEST_VERBS = {
  session: 'open latencies',
  market: 'watch instrument instruments find history chain',
  watchlist: 'save',
  workspaces: 'save',
  account: 'read follow history held',
  alerts: 'save',
  orders: 'check margin arm place list recheck confirm cancel cancel_resting cancel_account follow steps',
  amends: 'check send list settle report',
  plans: 'preview rest start stop dismiss list',
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
  | 'plans'
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

const REQUESTS = Object.entries(REQUEST_VERBS).flatMap(([subject, verbs]) =>
  verbs.split(' ').map((verb) => `${subject}.${verb}`),
);

export function isRequest(name: string): boolean {
  return REQUESTS.includes(name);
}

/** Also for subjects that never change: nothing is announced there. */
export function isEvent(name: string): boolean {
  return Object.keys(REQUEST_VERBS).some((subject) => name === `${subject}.changed`);
}
