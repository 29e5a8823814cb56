import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { findUnseen } from '../../shared/names.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import {
  listInFront,
  LIST_NAME_MAX_CHARACTERS,
  MOST_LISTED,
  MOST_LISTS,
  oneList,
  type WatchedList,
  type Watchlists,
} from '../../shared/ipc/schemas/watchlist-schema.ts';

/** What was taken away last and can be put back where it was. */
export type Removal =
  | { readonly kind: 'list'; readonly list: WatchedList; readonly index: number }
  | { readonly kind: 'instrument'; readonly list: string; readonly instrumentName: string; readonly index: number };

export interface WatchlistState {
  readonly watchlists: Watchlists;
  readonly removal: Removal | null;
  /** Whether the back end doesn't have the newest lists yet. */
  readonly isUnsaved: boolean;
  /** Why the last save failed; null otherwise. */
  readonly failure: IpcError | null;
}

/** The instruments the trader watches: named lists, each in the trader's order. */
export const watchlistStore = createStore<WatchlistState>(() => ({
  watchlists: oneList([]),
  removal: null,
  isUnsaved: false,
  failure: null,
}));

/** The list in front. */
export function shownList({ watchlists }: Pick<WatchlistState, 'watchlists'>): WatchedList {
  return listInFront(watchlists);
}

/** Takes the saved lists, unless this window holds some that were not saved yet. */
export function adoptWatchlists(watchlists: Watchlists): void {
  if (!watchlistStore.getState().isUnsaved) watchlistStore.setState({ watchlists });
}

/** Takes what another window has changed. The list in front stays in front, where it is still there. */
export function adoptChangedWatchlists(changed: Watchlists): void {
  const { active } = watchlistStore.getState().watchlists;
  const isThere = changed.lists.some(({ name }) => name === active);
  adoptWatchlists(isThere ? { ...changed, active } : changed);
}

function change(edit: (watchlists: Watchlists) => Watchlists, removal?: Removal | null): void {
  watchlistStore.setState((state) => {
    const watchlists = edit(state.watchlists);
    if (watchlists === state.watchlists) return state;
    return { watchlists, isUnsaved: true, removal: removal === undefined ? state.removal : removal };
  });
}

function changeList(name: string, edit: (list: WatchedList) => WatchedList, removal?: Removal | null): void {
  change((all) => ({ ...all, lists: all.lists.map((list) => (list.name === name ? edit(list) : list)) }), removal);
}

function activeName(): string {
  return watchlistStore.getState().watchlists.active;
}

/** Puts instruments last in the list in front; gives those it took: not those listed already, nor those it has no room for. */
export function addToWatchlist(...instrumentNames: readonly string[]): readonly string[] {
  const { name, instruments } = shownList(watchlistStore.getState());
  const added = [...new Set(instrumentNames)]
    .filter((instrumentName) => !instruments.includes(instrumentName))
    .slice(0, MOST_LISTED - instruments.length);
  if (added.length > 0) changeList(name, (list) => ({ ...list, instruments: [...instruments, ...added] }));
  return added;
}

export function removeFromWatchlist(instrumentName: string): void {
  const { name, instruments } = shownList(watchlistStore.getState());
  const index = instruments.indexOf(instrumentName);
  if (index < 0) return;
  changeList(name, (list) => ({ ...list, instruments: instruments.toSpliced(index, 1) }), {
    kind: 'instrument',
    list: name,
    instrumentName,
    index,
  });
}

/** Moves an instrument of the list in front to a place; a place past an end is that end. */
export function moveInWatchlist(instrumentName: string, index: number): void {
  const { name, instruments } = shownList(watchlistStore.getState());
  const from = instruments.indexOf(instrumentName);
  const to = Math.min(Math.max(index, 0), instruments.length - 1);
  if (from < 0 || from === to) return;
  const moved = instruments.toSpliced(from, 1).toSpliced(to, 0, instrumentName);
  changeList(name, (list) => ({ ...list, instruments: moved }));
}

export function showList(name: string): void {
  change((all) => (all.active === name ? all : { ...all, active: name }));
}

/** Why a list can't have this name, in a sentence; null when it can. `own` is the list's name as it is. */
export function findNameProblem(name: string, own: string | null = null): string | null {
  const { lists } = watchlistStore.getState().watchlists;
  const trimmed = name.trim();
  if (trimmed === '') return 'A list needs a name.';
  if (trimmed.length > LIST_NAME_MAX_CHARACTERS) return `A name has ${LIST_NAME_MAX_CHARACTERS} characters at most.`;
  const unseen = findUnseen(trimmed);
  if (unseen !== null) return unseen;
  const taken = lists.find((list) => list.name.toLowerCase() === trimmed.toLowerCase() && list.name !== own);
  return taken === undefined ? null : `There is a list “${taken.name}” already.`;
}

/** Why no list can be added; null when one can. */
export function findListLimit(): string | null {
  return watchlistStore.getState().watchlists.lists.length < MOST_LISTS ? null : `${MOST_LISTS} lists are the most.`;
}

/** A name that no list has. */
export function suggestListName(): string {
  for (let number = watchlistStore.getState().watchlists.lists.length + 1; ; number += 1) {
    if (findNameProblem(`List ${number}`) === null) return `List ${number}`;
  }
}

/** Adds an empty list at the end and shows it. The caller has asked `findNameProblem` and `findListLimit`. */
export function createList(name: string): void {
  const list: WatchedList = { name: name.trim(), instruments: [], sort: null };
  change((all) => ({ ...all, active: list.name, lists: [...all.lists, list] }));
}

/** The caller has asked `findNameProblem`. */
export function renameList(from: string, to: string): void {
  const name = to.trim();
  if (name === from) return;
  change((all) => ({
    ...all,
    active: all.active === from ? name : all.active,
    lists: all.lists.map((list) => (list.name === from ? { ...list, name } : list)),
  }));
}

/** Deletes a list, which `undoRemoval` brings back; the last one stays. Its neighbour is shown. */
export function deleteList(name: string): void {
  const { lists } = watchlistStore.getState().watchlists;
  const index = lists.findIndex((list) => list.name === name);
  const list = lists[index];
  const neighbour = lists[index + 1] ?? lists[index - 1];
  if (list === undefined || neighbour === undefined) return;
  change(
    (all) => ({
      ...all,
      active: all.active === name ? neighbour.name : all.active,
      lists: all.lists.toSpliced(index, 1),
    }),
    { kind: 'list', list, index },
  );
}

/** Puts back what was taken away last, where it was, and shows it. A list whose name was given anew gets another. */
export function undoRemoval(): void {
  const { removal, watchlists } = watchlistStore.getState();
  if (removal === null) return;
  if (removal.kind === 'list') {
    if (findListLimit() !== null) return;
    const name = findNameProblem(removal.list.name) === null ? removal.list.name : suggestListName();
    const list = { ...removal.list, name };
    change((all) => ({ ...all, active: name, lists: all.lists.toSpliced(removal.index, 0, list) }), null);
    return;
  }
  const list = watchlists.lists.find(({ name }) => name === removal.list);
  const isPossible = list !== undefined && list.instruments.length < MOST_LISTED;
  if (!isPossible || list.instruments.includes(removal.instrumentName)) return dismissRemoval();
  changeList(
    list.name,
    () => ({ ...list, instruments: list.instruments.toSpliced(removal.index, 0, removal.instrumentName) }),
    null,
  );
  return showList(list.name);
}

export function dismissRemoval(): void {
  watchlistStore.setState({ removal: null });
}

/** How the list in front is sorted; null shows the trader's own order. */
export function setListSort(sort: WatchedList['sort']): void {
  changeList(activeName(), (list) => ({ ...list, sort }));
}

export function setHiddenColumns(hidden: readonly string[]): void {
  change((all) => ({ ...all, hidden_columns: [...hidden] }));
}

export function useWatchlist<T>(select: (state: WatchlistState) => T): T {
  return useStore(watchlistStore, select);
}
