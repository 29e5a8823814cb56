import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_LISTED, MOST_LISTS, oneList, watchlistsSchema } from '../../../../shared/ipc/schemas/watchlist-schema.ts';
import {
  addToWatchlist,
  adoptChangedWatchlists,
  adoptWatchlists,
  createList,
  deleteList,
  findListLimit,
  findNameProblem,
  moveInWatchlist,
  removeFromWatchlist,
  renameList,
  setHiddenColumns,
  setListSort,
  showList,
  shownList,
  suggestListName,
  undoRemoval,
  watchlistStore,
} from '../../../../renderer/stores/watchlist-store.ts';

const listed = () => shownList(watchlistStore.getState()).instruments;
const names = () => watchlistStore.getState().watchlists.lists.map(({ name }) => name);
const active = () => watchlistStore.getState().watchlists.active;

beforeEach(() => {
  watchlistStore.setState(watchlistStore.getInitialState(), true);
  adoptWatchlists(oneList(['A', 'B', 'C']));
});

describe('the lists', () => {
  it('take an instrument once, and move it within their ends', () => {
    expect(addToWatchlist('B', 'D', 'D')).toEqual(['D']);
    moveInWatchlist('D', 0);
    moveInWatchlist('A', 99);
    expect(listed()).toEqual(['D', 'B', 'C', 'A']);
    moveInWatchlist('A', -1);
    expect(listed()).toEqual(['A', 'D', 'B', 'C']);
  });

  it('give back what was removed where it was, in the list it was in', () => {
    removeFromWatchlist('B');
    createList('Other');
    undoRemoval();
    expect([active(), listed()]).toEqual(['Main', ['A', 'B', 'C']]);
    expect(watchlistStore.getState().removal).toBeNull();
  });

  it('give back a deleted list at its place, under another name where its own was taken', () => {
    createList('Two');
    createList('Three');
    showList('Main');
    deleteList('Main');
    expect([names(), active()]).toEqual([['Two', 'Three'], 'Two']);
    createList('Main');
    undoRemoval();
    expect(names()).toEqual(['List 4', 'Two', 'Three', 'Main']);
    expect(listed()).toEqual(['A', 'B', 'C']);
  });

  it('are never none, and have names of their own', () => {
    deleteList('Main');
    expect(names()).toEqual(['Main']);
    expect(findNameProblem(' main ')).toContain('“Main” already');
    expect(findNameProblem('main', 'Main')).toBeNull();
    expect(findNameProblem('  ')).not.toBeNull();
    expect(findNameProblem('x'.repeat(41))).not.toBeNull();
    expect(findNameProblem('x\u202eevil')).toContain(
      'The name has an invisible character. Use letters, digits and signs.',
    );
    renameList('Main', ' Core ');
    expect([names(), active()]).toEqual([['Core'], 'Core']);
  });

  it('fit into the contract, whatever is done with them', () => {
    const steps: readonly ((text: string, number: number) => void)[] = [
      (text) => void addToWatchlist(text === '' ? 'X' : text),
      (_text, number) => void addToWatchlist(...Array.from({ length: 300 }, (_, index) => `I${number}-${index}`)),
      (_text, number) => removeFromWatchlist(listed()[number] ?? ''),
      (_text, number) => moveInWatchlist(listed()[number % 3] ?? '', number - 2),
      (text) => {
        if (findNameProblem(text) === null && findListLimit() === null) createList(text);
      },
      () => {
        if (findListLimit() === null) createList(suggestListName());
      },
      (text) => {
        if (findNameProblem(text, active()) === null) renameList(active(), text);
      },
      (_text, number) => deleteList(names()[number] ?? ''),
      (_text, number) => showList(names()[number] ?? active()),
      () => undoRemoval(),
      (_text, number) => setListSort(number % 2 === 0 ? null : { column: 'bid', direction: 'asc' }),
      (_text, number) => setHiddenColumns(number % 2 === 0 ? [] : ['age']),
    ];
    const step = fc.tuple(fc.nat(steps.length - 1), fc.string({ maxLength: 42 }), fc.nat(20));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (run) => {
        watchlistStore.setState(watchlistStore.getInitialState(), true);
        for (const [index, text, number] of run) steps[index]?.(text, number);
        const { watchlists } = watchlistStore.getState();
        expect(watchlistsSchema.safeParse(watchlists).error).toBeUndefined();
        for (const { instruments } of watchlists.lists) expect(new Set(instruments).size).toBe(instruments.length);
      }),
    );
    expect(MOST_LISTS * MOST_LISTED).toBeLessThanOrEqual(8000);
  });

  it('that were changed here are not overwritten by what was saved before', () => {
    addToWatchlist('D');
    adoptWatchlists(oneList(['Z']));
    expect(listed()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('that another window changed are taken, with the list in front that stands there', () => {
    createList('Other');
    watchlistStore.setState({ isUnsaved: false });
    expect(active()).toBe('Other');
    const changed = {
      ...oneList(['A', 'Z']),
      lists: [...oneList(['A', 'Z']).lists, { name: 'Other', instruments: ['Y'], sort: null }],
    };
    adoptChangedWatchlists(changed);
    expect([active(), listed()]).toEqual(['Other', ['Y']]);
    adoptChangedWatchlists(oneList(['A', 'Z']));
    expect([active(), listed()]).toEqual(['Main', ['A', 'Z']]);
    addToWatchlist('D');
    adoptChangedWatchlists(oneList(['X']));
    expect(listed()).toEqual(['A', 'Z', 'D']);
  });
});
