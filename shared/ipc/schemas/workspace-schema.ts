import { z } from 'zod';
import { OWN_WINDOW_ID } from '../window-id.ts';
import { preferencesSchema } from './preferences-schema.ts';

/** A layout in the docking library's own JSON: opaque to the back end, checked by the window that opens it. */
const layoutText = z.string().max(200_000);

/** Characters of what is kept of one grid: every view that it can keep, with nothing in it as it came. */
export const SAVED_GRID_CHARACTERS = 200_000;

/** How a grid of a workspace is shown, in the grid's own JSON: opaque to the back end, migrated by the window. */
export const savedGridSchema = z.strictObject({
  version: z.number().int().min(1),
  state: z.string().max(SAVED_GRID_CHARACTERS),
});
export type SavedGrid = z.infer<typeof savedGridSchema>;

/** One arrangement of panels. `layout` is null while it is as it came. */
export const workspaceSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(40),
  layout: layoutText.nullable(),
  /** By the grid's id; nothing for grids that are as they came. */
  grids: z.record(z.string().min(1).max(64), savedGridSchema).optional(),
  /** The panel that it begins with as it came; standard ones begin with their own. */
  panel: z.string().max(64).optional(),
  /** The panel's link colour; the window's first one when missing. */
  link: z.string().max(16).optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** The trader's workspaces, in the order of their tabs. */
export const workspacesSchema = z.strictObject({
  version: z.literal(1),
  active: z.string().max(64),
  items: z.array(workspaceSchema).max(24),
  /** The columns that the trader chose, by grid. */
  columns: z.record(z.string().max(64), z.array(z.string().max(64)).max(64)).optional(),
  /** Other choices in panels, by workspace and panel, as short texts. */
  panels: z.record(z.string().max(192), z.record(z.string().max(32), z.string().max(128))).optional(),
  /** Kept here by versions that had them for each profile: the first that is opened gives them to all. */
  preferences: preferencesSchema.optional(),
});
export type Workspaces = z.infer<typeof workspacesSchema>;

/**
 * Unsent input by the window's own names, as JSON that only the window reads. Kept while the profile is open, and after
 * a crash.
 */
export const draftsSchema = z
  .record(z.string().max(192), z.string().max(100_000))
  .refine((drafts) => Object.keys(drafts).length <= 64, { error: 'must be 64 drafts at most' });
export type Drafts = z.infer<typeof draftsSchema>;

/**
 * What one window keeps; `window_id` null: the main one. `workspaces` null: the window was closed for good. Where
 * `drafts` are given, they alone are replaced.
 */
export const saveWorkspacesSchema = z.strictObject({
  window_id: z.string().regex(OWN_WINDOW_ID).nullable(),
  workspaces: workspacesSchema.nullable(),
  drafts: draftsSchema.optional(),
});

/** A window of its own, and what it holds. */
export const ownWindowSchema = z.strictObject({
  id: z.string().regex(OWN_WINDOW_ID),
  name: z.string(),
  workspaces: workspacesSchema,
});
export type OwnWindow = z.infer<typeof ownWindowSchema>;

/** A stored part that this version can't read: `field` of `of`, of the whole (`of` null), or all (`field` null). */
export const leftOutSchema = z.strictObject({ of: z.string().nullable(), field: z.string().nullable() });
export type LeftOut = z.infer<typeof leftOutSchema>;
