/**
 * Calls a window may make, verbs by subject: the channel is `subject.verb`. Alone in this file, and as texts,
 * so that the preload, which has them all, stays small.
 */
export const REQUEST_VERBS = {
  session: 'open',
  market: 'watch instrument find history chain',
  watchlist: 'save',
  workspaces: 'save',
  account: 'read follow history',
  alerts: 'save',
  orders: 'check arm place list recheck confirm cancel cancel_resting cancel_account',
  presets: 'read save',
  guards: 'read save',
  trading: 'stop ladder',
  journal: 'read',
  history: 'walk read',
  rfq: 'board send',
  tape: 'read',
  profiles: 'read save',
  window: 'error',
} as const;

/** What changes without being asked for: the back end tells its windows as `subject.changed`. */
export const CHANGING = 'session market account alerts orders presets journal history rfq tape';

type Groups = Readonly<Record<string, string>>;
type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | WordsOf<Rest> : Text;
type NamesOf<G extends Groups> = { [Subject in keyof G & string]: `${Subject}.${WordsOf<G[Subject]>}` }[keyof G &
  string];

export type RequestChannel = NamesOf<typeof REQUEST_VERBS>;
export type EventChannel = `${WordsOf<typeof CHANGING>}.changed`;

export function isRequest(name: string): boolean {
  return Object.entries(REQUEST_VERBS).some(([subject, verbs]) => hasWord(verbs, (verb) => `${subject}.${verb}`, name));
}

export function isEvent(name: string): boolean {
  return hasWord(CHANGING, (subject) => `${subject}.changed`, name);
}

function hasWord(words: string, spell: (word: string) => string, name: string): boolean {
  return words.split(' ').some((word) => spell(word) === name);
}
