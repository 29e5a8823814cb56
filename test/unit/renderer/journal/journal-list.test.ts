import { describe, expect, it } from 'vitest';
import type { JournalEntry, JournalPage } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { addNewer, addOlder, EMPTY_LIST, startList } from '../../../../renderer/features/journal/journal-list.ts';
import { describeVerification } from '../../../../renderer/features/journal/journal-text.ts';

const ALL = { text: '', kinds: [] };

function entry(sequence: number, kind: JournalEntry['kind'] = 'login'): JournalEntry {
  return { sequence, at: 0, service_at: null, kind, fields: {}, hash: '' };
}

function page(sequences: readonly number[], next_before: number | null): JournalPage {
  return { entries: sequences.map((sequence) => entry(sequence)), next_before, total: 9, verification: null };
}

const sequencesOf = (list: { readonly entries: readonly JournalEntry[] }) =>
  list.entries.map(({ sequence }) => sequence);

describe('the list of the journal', () => {
  it('keeps what events brought while the first page was on its way, each once', () => {
    const list = startList(page([9, 8, 7], 7), [entry(11), entry(10), entry(9)]);
    expect(sequencesOf(list)).toEqual([11, 10, 9, 8, 7]);
    expect(list).toMatchObject({ nextBefore: 7, total: 11 });
  });

  it('puts new ones that fit on top, and counts those that don’t', () => {
    const list = startList(page([9, 8], 8), []);
    const grown = addNewer(list, [entry(9), entry(10), entry(11, 'error')], { text: '', kinds: ['login'] });
    expect(sequencesOf(grown)).toEqual([10, 9, 8]);
    expect(grown.total).toBe(11);
  });

  it('goes on below, without what is there already', () => {
    const list = addOlder(startList(page([9, 8], 8), []), page([8, 7, 6], null), 8);
    expect(sequencesOf(list)).toEqual([9, 8, 7, 6]);
    expect(list.nextBefore).toBeNull();
  });

  it('lets the oldest go past its bound, and asks for them again', () => {
    const many = Array.from({ length: 5003 }, (_item, index) => entry(index + 1));
    const list = addNewer(EMPTY_LIST, many, ALL);
    expect(list.entries).toHaveLength(5000);
    expect(list).toMatchObject({ nextBefore: 4, total: 5003 });
  });

  it('leaves none out between what it has kept and a page that was asked for before', () => {
    const many = Array.from({ length: 5000 }, (_item, index) => entry(index + 101));
    const full = { ...addNewer(EMPTY_LIST, many, ALL), nextBefore: 101 };
    const grown = addNewer(full, [entry(5101)], ALL);
    const list = addOlder(grown, page([100, 99, 98], null), 101);
    const sequences = sequencesOf(list);
    for (const [index, sequence] of sequences.entries()) expect(sequence).toBe(5101 - index);
    expect(list.nextBefore).toBe(sequences.at(-1));
  });
});

describe('a verification in words', () => {
  const at = Date.UTC(2026, 10, 21, 14, 5);

  it('says up to where and when, or what is wrong where', () => {
    expect(describeVerification({ entries: 40, fault: null, cuts: 0, at }).short).toBe(
      'verified up to entry 40 at 14:05 UTC',
    );
    const changed = describeVerification({ entries: 3, fault: { code: 'changed', sequence: 4 }, cuts: 0, at });
    expect(changed).toMatchObject({ tone: 'bad', short: 'not proven from entry 4' });
    expect(describeVerification({ entries: 3, fault: null, cuts: 1, at })).toMatchObject({ tone: 'bad' });
  });
});
