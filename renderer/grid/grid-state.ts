import { findUnseen } from '../../shared/names.ts';
import { z } from 'zod';
import { SAVED_GRID_CHARACTERS, type SavedGrid } from '../../shared/ipc/schemas/workspace-schema.ts';

/** Views that one grid can keep. */
const MOST_VIEWS = 20;

const columnSchema = z.strictObject({
  id: z.string(),
  width: z.number().positive().nullable(),
  flex: z.number().nullable(),
  isHidden: z.boolean(),
  sort: z.enum(['asc', 'desc']).nullable(),
  sortIndex: z.number().int().nullable(),
});
export type ColumnView = z.infer<typeof columnSchema>;

/** How a grid is shown: its columns in their order, what is filtered and sought, how rows are grouped. */
export const gridViewSchema = z.strictObject({
  columns: z.array(columnSchema),
  /** The library's filter models, by column. */
  filters: z.record(z.string(), z.unknown()),
  search: z.string().max(200),
  group: z.string().nullable(),
});
export type GridView = z.infer<typeof gridViewSchema>;

/** A grid as it is, and the views of it that have a name. */
export interface GridMemory {
  readonly current: GridView;
  readonly views: readonly { readonly name: string; readonly view: GridView }[];
}

/** A column as it is kept: its id alone where it is as it came, else with what differs. */
const storedColumnSchema = z.union([z.string(), columnSchema.partial().required({ id: true })]);
type StoredColumn = z.infer<typeof storedColumnSchema>;

const storedViewSchema = gridViewSchema.extend({ columns: z.array(storedColumnSchema) });

type StoredView = z.infer<typeof storedViewSchema>;

const storedSchema = z.strictObject({
  current: storedViewSchema,
  views: z.array(z.strictObject({ name: z.string().min(1).max(40), view: storedViewSchema })).max(MOST_VIEWS),
});

/** What a grid's memory is read against. */
export interface GridShape {
  /** Goes up when a column's id changes. */
  readonly version: number;
  /** Its columns as they come; nothing is sorted by then. Widths in pixels, null where it follows from the flex. */
  readonly columns: readonly Pick<ColumnView, 'id' | 'isHidden' | 'width' | 'flex'>[];
  /** By version, old ids to new ones: what the step to the next version renames. */
  readonly renames: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

/** Why a grid's view can't be saved under a name; null when it can. A view of the name is replaced. */
export function findViewProblem(views: GridMemory['views'], name: string): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Give it a name.';
  const unseen = findUnseen(wanted);
  if (unseen !== null) return unseen;
  const others = views.filter((view) => view.name !== wanted);
  return others.length < MOST_VIEWS ? null : `There are ${MOST_VIEWS} views already. Remove one first.`;
}

/** The text to keep of a grid; null where it is longer than can be kept, which long filters make it. */
export function writeMemory({ current, views }: GridMemory, shape: Omit<GridShape, 'renames'>): SavedGrid | null {
  const defaults = new Map(shape.columns.map((column) => [column.id, column]));
  const shorten = (view: GridView) => ({
    ...view,
    columns: view.columns.map((column) => shortenColumn(column, defaults.get(column.id))),
  });
  const state = JSON.stringify({
    current: shorten(current),
    views: views.map(({ name, view }) => ({ name, view: shorten(view) })),
  });
  return state.length > SAVED_GRID_CHARACTERS ? null : { version: shape.version, state };
}

function shortenColumn(column: ColumnView, came: GridShape['columns'][number] | undefined): StoredColumn {
  if (came === undefined) return column;
  const { id, width, flex, isHidden, sort, sortIndex } = column;
  // A width that follows from the flex is another one in every window.
  const isSizedAsItCame = flex === came.flex && (flex !== null || width === came.width);
  const changes = {
    ...(isSizedAsItCame ? {} : { width, flex }),
    ...(isHidden === came.isHidden ? {} : { isHidden }),
    ...(sort === null ? {} : { sort, sortIndex }),
  };
  return Object.keys(changes).length === 0 ? id : { id, ...changes };
}

function lengthenColumn(stored: StoredColumn, { columns }: GridShape): ColumnView {
  const column = typeof stored === 'string' ? { id: stored } : stored;
  const came = columns.find(({ id }) => id === column.id) ?? { isHidden: false, width: null, flex: null };
  const { id, isHidden = came.isHidden, sort = null, sortIndex = null } = column;
  // Its size is said whole or not at all.
  const { width = null, flex = null } = column.width === undefined && column.flex === undefined ? came : column;
  return { id, width, flex, isHidden, sort, sortIndex };
}

/**
 * A grid's stored state for its present columns: renamed ones keep place and filter, new ones follow their neighbour, gone
 * ones are dropped. Null for nothing, unreadable text, or a newer version's.
 */
export function readMemory(saved: SavedGrid | undefined, shape: GridShape): GridMemory | null {
  if (saved === undefined || saved.version > shape.version) return null;
  const parsed = storedSchema.safeParse(parseJson(saved.state));
  if (!parsed.success) return null;
  const fit = (view: StoredView): GridView => {
    const { columns, ...rest } = rename(view, saved.version, shape);
    return fitView({ ...rest, columns: columns.map((column) => lengthenColumn(column, shape)) }, shape);
  };
  return {
    current: fit(parsed.data.current),
    views: parsed.data.views.map(({ name, view }) => ({ name, view: fit(view) })),
  };
}

function rename(view: StoredView, from: number, { version, renames }: GridShape): StoredView {
  let { columns, filters } = view;
  for (let step = from; step < version; step += 1) {
    const names = new Map(Object.entries(renames[step] ?? {}));
    columns = columns.map((column) => {
      if (typeof column === 'string') return names.get(column) ?? column;
      return { ...column, id: names.get(column.id) ?? column.id };
    });
    filters = Object.fromEntries(Object.entries(filters).map(([id, model]) => [names.get(id) ?? id, model]));
  }
  return { ...view, columns, filters };
}

function fitView(view: GridView, shape: GridShape): GridView {
  const known = new Set(shape.columns.map(({ id }) => id));
  const seen = new Set<string>();
  const columns = view.columns.filter(({ id }) => {
    const isFirst = known.has(id) && !seen.has(id);
    seen.add(id);
    return isFirst;
  });
  for (const [index, { id, isHidden }] of shape.columns.entries()) {
    if (columns.some((column) => column.id === id)) continue;
    const before = shape.columns[index - 1]?.id;
    const at = columns.findIndex((column) => column.id === before) + 1;
    columns.splice(at, 0, { id, width: null, flex: null, isHidden, sort: null, sortIndex: null });
  }
  const filters = Object.fromEntries(Object.entries(view.filters).filter(([id]) => known.has(id)));
  return { ...view, columns, filters };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
