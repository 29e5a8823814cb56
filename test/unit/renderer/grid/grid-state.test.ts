import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findViewProblem,
  type GridMemory,
  type GridShape,
  type GridView,
  readMemory,
  writeMemory,
} from '../../../../renderer/grid/grid-state.ts';
import { buildTradeColumns } from '../../../../renderer/features/trades/trade-columns.ts';
import { savedGridSchema, type SavedGrid } from '../../../../shared/ipc/schemas/workspace-schema.ts';

const COLUMN = { width: 80, flex: null, isHidden: false, sort: null, sortIndex: null } as const;

function remember(ids: readonly string[], filters: Record<string, unknown> = {}): GridMemory {
  const view = { columns: ids.map((id) => ({ ...COLUMN, id })), filters, search: 'x', group: null };
  return { current: view, views: [{ name: 'mine', view }] };
}

function shape(version: number, ids: readonly string[], renames: GridShape['renames'] = {}): GridShape {
  const columns = ids.map((id) => ({ id, isHidden: id.startsWith('hidden'), width: 80, flex: null }));
  return { version, renames, columns };
}

/** What a terminal of before kept: every field of every column. */
function writeWhole(memory: GridMemory, version: number): SavedGrid {
  return { version, state: JSON.stringify(memory) };
}

function write(memory: GridMemory, now: GridShape): SavedGrid | undefined {
  return writeMemory(memory, now) ?? undefined;
}

const idsOf = (memory: GridMemory | null) => memory?.current.columns.map(({ id }) => id);

describe('what is kept of a grid', () => {
  it('comes back as it was', () => {
    const memory = remember(['b', 'a'], { a: { type: 'contains', filter: 'x' } });
    const same = shape(1, ['a', 'b']);
    expect(readMemory(write(memory, same), same)).toEqual(memory);
  });

  it('follows columns that were renamed, over several versions, in saved views too', () => {
    const saved = writeWhole(remember(['avg', 'a'], { avg: { type: 'equals', filter: 1 } }), 1);
    const now = shape(3, ['a', 'average_price'], { 1: { avg: 'average' }, 2: { average: 'average_price' } });
    const read = readMemory(saved, now);
    expect(idsOf(read)).toEqual(['average_price', 'a']);
    expect(read?.current.filters).toEqual({ average_price: { type: 'equals', filter: 1 } });
    expect(read?.views[0]?.view.columns.map(({ id }) => id)).toEqual(['average_price', 'a']);
  });

  it('takes a new column behind the one it comes behind, and drops those that are gone with their filters', () => {
    const saved = writeWhole(remember(['b', 'gone', 'a'], { gone: {} }), 1);
    const read = readMemory(saved, shape(1, ['a', 'hidden-new', 'b', 'last']));
    expect(idsOf(read)).toEqual(['b', 'last', 'a', 'hidden-new']);
    expect(read?.current.columns.at(-1)).toMatchObject({ isHidden: true, width: null });
    expect(read?.current.filters).toEqual({});
  });

  it('is not touched when a newer version wrote it, or when it can’t be read', () => {
    const now = shape(1, ['a']);
    expect(readMemory(writeWhole(remember(['a']), 2), now)).toBeNull();
    for (const state of ['', '{', '[]', '{"current":1}', 'null'])
      expect(readMemory({ version: 1, state }, now)).toBeNull();
    expect(readMemory(undefined, now)).toBeNull();
  });

  it('always has each present column once', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const read = readMemory(write(remember(before), shape(1, before)), shape(1, after));
        expect(idsOf(read)?.toSorted()).toEqual(after.toSorted());
      }),
    );
  });

  it('is what differs from how columns come: short, and the same when it is read', () => {
    const came = [
      { id: 'a', isHidden: false, width: null, flex: 70 },
      { id: 'b', isHidden: true, width: 120, flex: null },
    ];
    const now: GridShape = { version: 1, renames: {}, columns: came };
    const column = fc.record({
      width: fc.constantFrom(null, 120, 300),
      flex: fc.constantFrom(null, 70),
      isHidden: fc.boolean(),
      sort: fc.constantFrom(null, 'asc' as const),
      sortIndex: fc.constant(0),
    });
    fc.assert(
      fc.property(column, column, (a, b) => {
        const columns = [
          { ...b, id: 'b', sortIndex: b.sort === null ? null : 0 },
          { ...a, id: 'a', sortIndex: a.sort === null ? null : 0 },
        ];
        const view: GridView = { columns, filters: {}, search: '', group: null };
        const read = readMemory(write({ current: view, views: [] }, now), now)?.current.columns;
        // The width of a column that shares the room is whatever room there is.
        const sizeOf = ({ width, flex, ...rest }: GridView['columns'][number]) =>
          flex === null ? { ...rest, width } : { ...rest, flex };
        expect(read?.map(sizeOf)).toEqual(columns.map(sizeOf));
      }),
    );
    const plain = came.map(({ id, isHidden, width, flex }) => ({
      id,
      isHidden,
      width: width ?? 91,
      flex,
      sort: null,
      sortIndex: null,
    }));
    const current = { columns: plain, filters: {}, search: '', group: null };
    expect(write({ current, views: [] }, now)?.state).toBe(
      '{"current":{"columns":["a","b"],"filters":{},"search":"","group":null},"views":[]}',
    );
  });

  it('fits with every view that may be saved, of the grid with most columns, nothing in it as it came', () => {
    const now = {
      version: 1,
      columns: buildTradeColumns().map(({ colId = '' }) => ({ id: colId, isHidden: false, width: 1, flex: null })),
    };
    const view: GridView = {
      columns: now.columns.map(({ id }, at) => ({
        id,
        width: 1234.5,
        flex: null,
        isHidden: true,
        sort: 'desc',
        sortIndex: at,
      })),
      filters: Object.fromEntries(now.columns.map(({ id }) => [id, { filterType: 'text', type: 'contains' }])),
      search: 'x'.repeat(200),
      group: 'instrument',
    };
    const views: { name: string; view: GridView }[] = [];
    while (findViewProblem(views, `view ${views.length}`) === null) views.push({ name: `view ${views.length}`, view });
    expect(views).toHaveLength(20);
    expect(savedGridSchema.safeParse(writeMemory({ current: view, views }, now)).success).toBe(true);
    const long = { ...view, filters: { time: { filter: 'x'.repeat(200_000) } } };
    expect(writeMemory({ current: long, views: [] }, now)).toBeNull();
    // A view of a name that is there is replaced.
    expect(findViewProblem(views, ' view 3 ')).toBeNull();
    expect(findViewProblem(views, 'x\u202eevil')).toContain(
      'The name has an invisible character. Use letters, digits and signs.',
    );
    expect(findViewProblem(views, 'one more')).toMatch(/^There are 20 views already/);
    expect(findViewProblem([], ' ')).not.toBeNull();
  });
});
