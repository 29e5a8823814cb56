import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GridMemory, type GridShape, readMemory, writeMemory } from '../../../../renderer/grid/grid-state.ts';

const COLUMN = { width: 80, flex: null, isHidden: false, sort: null, sortIndex: null } as const;

function remember(ids: readonly string[], filters: Record<string, unknown> = {}): GridMemory {
  const view = { columns: ids.map((id) => ({ ...COLUMN, id })), filters, search: 'x', group: null };
  return { current: view, views: [{ name: 'mine', view }] };
}

function shape(version: number, ids: readonly string[], renames: GridShape['renames'] = {}): GridShape {
  return { version, renames, columns: ids.map((id) => ({ id, isHidden: id.startsWith('hidden') })) };
}

const idsOf = (memory: GridMemory | null) => memory?.current.columns.map(({ id }) => id);

describe('what is kept of a grid', () => {
  it('comes back as it was', () => {
    const memory = remember(['b', 'a'], { a: { type: 'contains', filter: 'x' } });
    const same = shape(1, ['a', 'b']);
    expect(readMemory(writeMemory(memory, same), same)).toEqual(memory);
  });

  it('follows columns that were renamed, over several versions, in saved views too', () => {
    const saved = writeMemory(remember(['avg', 'a'], { avg: { type: 'equals', filter: 1 } }), { version: 1 });
    const now = shape(3, ['a', 'average_price'], { 1: { avg: 'average' }, 2: { average: 'average_price' } });
    const read = readMemory(saved, now);
    expect(idsOf(read)).toEqual(['average_price', 'a']);
    expect(read?.current.filters).toEqual({ average_price: { type: 'equals', filter: 1 } });
    expect(read?.views[0]?.view.columns.map(({ id }) => id)).toEqual(['average_price', 'a']);
  });

  it('takes a new column behind the one it comes behind, and drops those that are gone with their filters', () => {
    const saved = writeMemory(remember(['b', 'gone', 'a'], { gone: {} }), { version: 1 });
    const read = readMemory(saved, shape(1, ['a', 'hidden-new', 'b', 'last']));
    expect(idsOf(read)).toEqual(['b', 'last', 'a', 'hidden-new']);
    expect(read?.current.columns.at(-1)).toMatchObject({ isHidden: true, width: null });
    expect(read?.current.filters).toEqual({});
  });

  it('is not touched when a newer version wrote it, or when it can’t be read', () => {
    const now = shape(1, ['a']);
    expect(readMemory(writeMemory(remember(['a']), { version: 2 }), now)).toBeNull();
    for (const state of ['', '{', '[]', '{"current":1}', 'null'])
      expect(readMemory({ version: 1, state }, now)).toBeNull();
    expect(readMemory(undefined, now)).toBeNull();
  });

  it('always has each present column once', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const read = readMemory(writeMemory(remember(before), { version: 1 }), shape(1, after));
        expect(idsOf(read)?.toSorted()).toEqual(after.toSorted());
      }),
    );
  });
});
