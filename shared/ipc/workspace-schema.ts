import { z } from 'zod';
import { preferencesSchema } from './preferences-schema.ts';

/** A layout in the docking library's own JSON: opaque to the back end, checked by the window that opens it. */
const layoutText = z.string().max(200_000);

/** One arrangement of panels. `layout` is null while it is as it came. */
export const workspaceSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(40),
  layout: layoutText.nullable(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** The trader's workspaces, in the order of their tabs. */
export const workspacesSchema = z.strictObject({
  version: z.literal(1),
  active: z.string().max(64),
  items: z.array(workspaceSchema).max(24),
  /** The columns that the trader chose, by grid. */
  columns: z.record(z.string().max(64), z.array(z.string().max(64)).max(64)).optional(),
  /** What else the trader chose in a panel, by workspace and panel, as short texts by name. */
  panels: z.record(z.string().max(192), z.record(z.string().max(32), z.string().max(128))).optional(),
  /** Missing while everything is as it came. */
  preferences: preferencesSchema.optional(),
});
export type Workspaces = z.infer<typeof workspacesSchema>;
