import { useCallback, useMemo, useRef, useState } from 'react';
import type { ColDef, GridApi } from 'ag-grid-community';
import { keepGrid, readGrid } from '../stores/workspace/workspace-store.ts';
import { usePanelFrame } from '../ui/panel-frame.ts';
import { showToast } from '../stores/toast-store.ts';
import {
  findViewProblem,
  type GridMemory,
  type GridShape,
  type GridView,
  readMemory,
  writeMemory,
} from './grid-state.ts';

/** A grid of a panel: its columns as they come, and what is kept of it. */
export interface GridDefinition<Row> {
  /** Kept in saved workspaces: never given to another grid. */
  readonly id: string;
  /** Of its file names and sheets. */
  readonly title: string;
  /** Goes up when a column's id changes; the renaming is a line of `renames`. */
  readonly version: number;
  readonly renames: GridShape['renames'];
  /** Each with a `colId`. */
  readonly columns: readonly ColDef<Row>[];
  /** Ways to put rows together, and the key of a row. */
  readonly groups: readonly GridGroup<Row>[];
  /** The rows' source looks for the search's words, in more than what is shown: the grid doesn't. */
  readonly isSearchedBySource?: boolean;
}

export interface GridGroup<Row> {
  readonly id: string;
  readonly name: string;
  readonly keyOf: (row: Row) => string;
}

/** Column that shows what rows are put together by. */
export const GROUP_COLUMN = 'group';

/** A grid as its panel holds it: the tools and the rows both work on it. */
export interface Grid<Row> {
  readonly definition: GridDefinition<Row>;
  readonly api: GridApi<Row> | null;
  /** Null when the grid goes away. */
  readonly setApi: (api: GridApi<Row> | null) => void;
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly group: GridGroup<Row> | null;
  readonly setGroup: (id: string | null) => void;
  readonly views: GridMemory['views'];
  /** Stores the grid's look; called after the trader's change. */
  readonly keep: () => void;
  /** Does nothing where `findViewProblem` says why not. A view of the name is replaced. */
  readonly saveView: (name: string) => void;
  readonly showView: (name: string) => void;
  readonly removeView: (name: string) => void;
  /** As it came; saved views stay. */
  readonly reset: () => void;
}

function shapeOf<Row>({ columns, version, renames }: GridDefinition<Row>): GridShape {
  const known = columns.flatMap(({ colId, hide, width, flex }) =>
    colId === undefined ? [] : { id: colId, isHidden: hide === true, width: width ?? null, flex: flex ?? null },
  );
  return { version, renames, columns: known };
}

/** The grid's state, as kept for this workspace. */
export function useGrid<Row>(definition: GridDefinition<Row>): Grid<Row> {
  const workspaceId = usePanelFrame()?.workspaceId ?? 'alone';
  const shape = useMemo(() => shapeOf(definition), [definition]);
  const kept = useMemo(() => readMemory(readGrid(workspaceId, definition.id), shape), [workspaceId, definition, shape]);
  const [api, setApiState] = useState<GridApi<Row> | null>(null);
  const [search, setSearchState] = useState(kept?.current.search ?? '');
  const [groupId, setGroupId] = useState(kept?.current.group ?? null);
  const [views, setViews] = useState<GridMemory['views']>(kept?.views ?? []);
  const now = useRef({ search, groupId, views });

  const read = useCallback(
    (from: GridApi<Row>): GridView => ({
      columns: from.getColumnState().map(({ colId, width, flex, hide, sort, sortIndex }) => ({
        id: colId,
        width: width ?? null,
        flex: flex ?? null,
        isHidden: hide === true,
        sort: sort ?? null,
        sortIndex: sortIndex ?? null,
      })),
      filters: from.getFilterModel(),
      search: now.current.search,
      group: now.current.groupId,
    }),
    [],
  );
  const keep = useCallback(() => {
    if (api === null || api.isDestroyed()) return;
    const saved = writeMemory({ current: read(api), views: now.current.views }, shape);
    if (saved !== null) return keepGrid(workspaceId, definition.id, saved);
    const title = `${definition.title}: its filters and views are too long to store`;
    const detail = 'Shorten a filter or remove a view. Until then a restart brings back the old ones.';
    showToast({ subject: `grid ${definition.id}`, tone: 'attention', title, detail, isSticky: true });
  }, [api, workspaceId, definition.id, definition.title, read, shape]);

  function change(next: Partial<(typeof now)['current']>): void {
    now.current = { ...now.current, ...next };
    if (next.search !== undefined) setSearchState(next.search);
    if (next.groupId !== undefined) setGroupId(next.groupId);
    if (next.views !== undefined) setViews(next.views);
  }

  function show(view: GridView): void {
    if (api === null) return;
    apply(api, view);
    change({ search: view.search, groupId: view.group });
    keep();
  }

  const setApi = useCallback(
    (ready: GridApi<Row> | null) => {
      // As it was left, in this window or an earlier one.
      const left = readMemory(readGrid(workspaceId, definition.id), shape);
      if (ready !== null && left !== null) apply(ready, left.current);
      setApiState(ready);
    },
    [workspaceId, definition.id, shape],
  );

  return {
    definition,
    api,
    setApi,
    search,
    setSearch: (text) => {
      change({ search: text.slice(0, 200) });
      keep();
    },
    group: definition.groups.find(({ id }) => id === groupId) ?? null,
    setGroup: (id) => {
      change({ groupId: id });
      api?.setColumnsVisible([GROUP_COLUMN], id !== null);
      keep();
    },
    views,
    keep,
    saveView: (name) => {
      const title = name.trim().slice(0, 40);
      if (api === null || findViewProblem(now.current.views, title) !== null) return;
      const others = now.current.views.filter((view) => view.name !== title);
      change({ views: [...others, { name: title, view: read(api) }] });
      keep();
    },
    showView: (name) => {
      const found = now.current.views.find((view) => view.name === name);
      if (found !== undefined) show(found.view);
    },
    removeView: (name) => {
      change({ views: now.current.views.filter((view) => view.name !== name) });
      keep();
    },
    reset: () => {
      if (api === null) return;
      api.resetColumnState();
      api.setFilterModel(null);
      change({ search: '', groupId: null });
      keep();
    },
  };
}

function apply<Row>(api: GridApi<Row>, view: GridView): void {
  api.applyColumnState({
    state: view.columns.map(({ id, width, flex, isHidden, sort, sortIndex }) => ({
      colId: id,
      hide: isHidden,
      sort,
      sortIndex,
      // Neither was ever said of a column that came later: it keeps its own.
      ...(width === null && flex === null ? {} : { flex }),
      ...(width === null ? {} : { width }),
    })),
    applyOrder: true,
  });
  api.setFilterModel(view.filters);
}
