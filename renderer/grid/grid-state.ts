import { z } from 'zod';
import type { SavedGrid } from '../../shared/ipc/workspace-schema.ts';

/** Views that one grid can keep. */
export const MOST_VIEWS = 20;

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

const storedSchema = z.strictObject({
  current: gridViewSchema,
  views: z.array(z.strictObject({ name: z.string().min(1).max(40), view: gridViewSchema })).max(MOST_VIEWS),
});
export type GridMemory = z.infer<typeof storedSchema>;

/** What a grid's memory is read against. */
export interface GridShape {
  /** Goes up when a column's id changes. */
  readonly version: number;
  /** Ids of its columns as they come, and whether each is hidden then. */
  readonly columns: readonly { readonly id: string; readonly isHidden: boolean }[];
  /** By version, old ids to new ones: what the step to the next version renames. */
  readonly renames: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

/** The text to keep of a grid. */
export function writeMemory(memory: GridMemory, shape: Pick<GridShape, 'version'>): SavedGrid {
  return { version: shape.version, state: JSON.stringify(memory) };
}

/**
 * What was kept of a grid, brought to its present columns: renamed ones keep their place and filter, new ones stand
 * behind the column that they come behind, ones that are gone are dropped. Null for nothing, for text that can't be
 * read, and for what a newer version wrote.
 */
export function readMemory(saved: SavedGrid | undefined, shape: GridShape): GridMemory | null {
  if (saved === undefined || saved.version > shape.version) return null;
  const parsed = storedSchema.safeParse(parseJson(saved.state));
  if (!parsed.success) return null;
  const fit = (view: GridView): GridView => fitView(rename(view, saved.version, shape), shape);
  return {
    current: fit(parsed.data.current),
    views: parsed.data.views.map(({ name, view }) => ({ name, view: fit(view) })),
  };
}

function rename(view: GridView, from: number, { version, renames }: GridShape): GridView {
  let { columns, filters } = view;
  for (let step = from; step < version; step += 1) {
    const names = new Map(Object.entries(renames[step] ?? {}));
    columns = columns.map((column) => ({ ...column, id: names.get(column.id) ?? column.id }));
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
