import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { SoundName } from '../../shared/ipc/schemas/preferences-schema.ts';
import { playSound } from '../ui/tone.ts';
import { readServiceNow } from './session-store.ts';
import { readPreferences } from './preferences-store.ts';

export interface Toast {
  readonly id: number;
  /** What it is about: newer news of the same subject replaces it. */
  readonly subject: string;
  readonly tone: 'good' | 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
  /** Whether it stays until it is dismissed. */
  readonly isSticky: boolean;
  /** Milliseconds after which one that stays passes all the same: something else goes on showing it. */
  readonly passesAfterMs?: number;
  /** What can be done about it while it is shown. */
  readonly action?: ToastAction;
  /** What it tells together: the subjects that news of each would have had. */
  readonly of?: readonly string[];
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A toast as it is kept in the list of the last ones. */
export interface News extends Toast {
  /** Local time, milliseconds since the epoch. */
  readonly at: number;
  /** How many things it tells of. */
  readonly count: number;
}

/** `isListedOnly`: it is in sight elsewhere, and only joins the list of the last ones. */
type Told = Omit<Toast, 'id'> & { readonly isListedOnly?: boolean };

/** News that several things of one kind make together. */
export interface Merging {
  /** Things of one kind have one. */
  readonly subject: string;
  /** Things that come within this time of the last one are told together. */
  readonly withinMs: number;
  /** From so many on; the first ones are told singly. */
  readonly from: number;
  readonly tell: (count: number) => Omit<Told, 'subject'>;
}

/** Of those that pass by themselves: more than this and the oldest goes. */
const MOST_PASSING = 3;
const MOST_NEWS = 100;
/** Between two sounds of one kind. */
const QUIET_MS = 2000;

interface ToastState {
  readonly toasts: readonly Toast[];
  /** The last ones, newest first. */
  readonly news: readonly News[];
}

/** Short news that passes, and the list of what was told last. */
export const toastStore = createStore<ToastState>(() => ({ toasts: [], news: [] }));

let lastId = 0;
const soundedAt = new Map<SoundName, number>();
/** News of one kind that comes fast: told singly at first, by their ids, then together. */
interface Run {
  readonly at: number;
  readonly of: readonly string[];
  readonly singles: readonly number[];
}

const runs = new Map<string, Run>();

let isOwnWindow = false;
let isShared = false;

/** Says that this window was moved out of the main one, which tells what all of them hear of. */
export function leaveSharedNews(): void {
  isOwnWindow = true;
}

/** Tells what every window hears of: the main one shows it, those that were moved out of it list it. */
export function tellShared(tell: () => void): void {
  isShared = true;
  try {
    tell();
  } finally {
    isShared = false;
  }
}

export function showToast(toast: Told): void {
  show(toast, 1, null);
}

/** Tells one more thing of a kind: by itself, or, while they come fast, together with those before. */
export function showMerged(single: Told, merging: Merging): void {
  const at = Date.now();
  const last = runs.get(merging.subject);
  const run = last !== undefined && at - last.at <= merging.withinMs ? last : null;
  const of = [...(run?.of ?? []), single.subject];
  const count = of.length;
  if (count < merging.from) {
    runs.set(merging.subject, { at, of, singles: [...(run?.singles ?? []), show(single, 1, null)] });
    return;
  }
  // Told together they are told once.
  for (const id of run?.singles ?? []) dismissToast(id);
  runs.set(merging.subject, { at, of, singles: [] });
  const instead = count > merging.from ? merging.subject : null;
  show({ ...merging.tell(count), subject: merging.subject, of }, count, instead);
}

/** Gives the toast's id. `instead`: the subject of the news that this one goes on from. */
function show({ isListedOnly = false, ...toast }: Told, count: number, instead: string | null): number {
  lastId += 1;
  const { toasts, news } = toastStore.getState();
  const others = toasts.filter(({ subject }) => subject !== toast.subject);
  const goesOn = instead === null ? -1 : news.findIndex(({ subject }) => subject === instead);
  const listed: News = { ...toast, id: lastId, at: readServiceNow(), count };
  toastStore.setState({
    toasts: isListedOnly || (isShared && isOwnWindow) ? others : dropOldest([...others, { ...toast, id: lastId }]),
    news: [listed, ...news.filter((_, index) => index !== goesOn)].slice(0, MOST_NEWS),
  });
  return lastId;
}

/** What stays until it is dismissed is never pushed out by what passes. */
function dropOldest(toasts: readonly Toast[]): readonly Toast[] {
  const kept = new Set(toasts.filter(({ isSticky }) => !isSticky).slice(-MOST_PASSING));
  return toasts.filter((toast) => toast.isSticky || kept.has(toast));
}

/** Sounds for news, unless the trader chose otherwise or one of its kind was heard just now: no kind hides another. `times`: see `playSound`. */
export function soundFor(name: SoundName, times = 1): void {
  const now = Date.now();
  if (!soundsFor(name) || now - (soundedAt.get(name) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
  if (playSound(name, times)) soundedAt.set(name, now);
}

/** Whether windows sound for this, as the trader chose it. */
function soundsFor(name: SoundName): boolean {
  const { is_sounding: isSounding, muted } = readPreferences();
  return isSounding && !muted.includes(name);
}

/** What is shown is told otherwise, where it stands. The list of the last ones keeps what was told. */
export function retellToast(id: number, text: Pick<Toast, 'title' | 'detail'>): void {
  const { toasts } = toastStore.getState();
  toastStore.setState({ toasts: toasts.map((toast) => (toast.id === id ? { ...toast, ...text } : toast)) });
}

export function dismissToast(id: number): void {
  toastStore.setState({ toasts: toastStore.getState().toasts.filter((toast) => toast.id !== id) });
}

/** What is shown of a subject goes: it is over. */
export function dismissAbout(...subjects: readonly string[]): void {
  const toasts = toastStore.getState().toasts.filter(({ subject }) => !subjects.includes(subject));
  toastStore.setState({ toasts });
}

/** Empties the list of the last ones. */
export function clearNews(): void {
  toastStore.setState({ news: [] });
}

export function useToasts(): readonly Toast[] {
  return useStore(toastStore, (state) => state.toasts);
}

export function useNews(): readonly News[] {
  return useStore(toastStore, (state) => state.news);
}
