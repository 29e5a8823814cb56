import { z } from 'zod';
import { workspaceSchema } from '../../shared/ipc/schemas/workspace-schema.ts';
import { findUnseen } from '../../shared/names.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { listNames, quote } from '../ui/words/name-list.ts';
import { parseJson, readOwnFile, writeOwnFile } from '../ui/own-file.ts';
import { renameInWorkspace, renamePanelKeys } from '../stores/workspace/former-names.ts';
import { readKnownPanels } from './known-layout.ts';

const FORMAT = 'strikedesk-workspace';
const VERSION = 1;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: workspaceSchema.shape.name,
  layout: workspaceSchema.shape.layout,
  panel: workspaceSchema.shape.panel,
  link: workspaceSchema.shape.link,
  grids: workspaceSchema.shape.grids,
  settings: z.record(z.string().max(64), z.record(z.string().max(32), z.string().max(128))),
});

/** A workspace as a file holds it; `settings` are those of its panels, by panel. */
export type WorkspaceFile = Omit<z.infer<typeof fileSchema>, 'format' | 'version'>;

/** What this terminal can open of a file. */
export interface ReadWorkspace {
  readonly file: WorkspaceFile;
  /** What another version wrote that this one has not: panels and fields. */
  readonly leftOut: readonly string[];
}

const WORKSPACE_FILE = { format: FORMAT, version: VERSION, noun: 'workspace', schema: fileSchema } as const;

export function writeWorkspaceFile(file: WorkspaceFile): string {
  return writeOwnFile(WORKSPACE_FILE, file);
}

/** What a file holds, or in a sentence why it is no workspace that this terminal can open. */
export function readWorkspaceFile(text: string, knownPanels: readonly string[]): Result<ReadWorkspace, string> {
  const read = readOwnFile(text, WORKSPACE_FILE);
  if (!read.ok) return read;
  const { format: _format, version: _version, ...file } = read.value.value;
  const unseen = findUnseen(file.name);
  if (unseen !== null) return fail(`The file’s “name” is wrong. ${unseen}`);
  const fields = read.value.members.filter((key) => !Object.hasOwn(fileSchema.shape, key));
  const named = { ...renameInWorkspace(file), settings: renamePanelKeys(file.settings) };
  const panels = takeKnown(named, knownPanels);
  if (!panels.ok) return panels;
  return ok({ file: panels.value.file, leftOut: [...panels.value.leftOut, ...fields] });
}

function takeKnown(file: WorkspaceFile, knownPanels: readonly string[]): Result<ReadWorkspace, string> {
  const { layout, panel, ...others } = file;
  const isKnown = (component: string): boolean => knownPanels.includes(component);
  const first = panel !== undefined && isKnown(panel) ? { panel } : {};
  const unknownFirst = panel === undefined || isKnown(panel) ? [] : [panel];
  if (layout === null) {
    if (unknownFirst.length > 0) return failWithoutPanels(unknownFirst);
    return ok({ file: { ...others, layout, ...first }, leftOut: [] });
  }
  const known = readKnownPanels(parseJson(layout), isKnown);
  if (!known.ok) return fail(`The file’s “layout” is wrong: ${known.error}.`);
  if (known.value.layout === null) return failWithoutPanels([...known.value.leftOut, ...unknownFirst]);
  const leftOut = [...new Set([...known.value.leftOut, ...unknownFirst])];
  return ok({ file: { ...others, layout: JSON.stringify(known.value.layout), ...first }, leftOut });
}

function failWithoutPanels(unknown: readonly string[]): Result<never, string> {
  if (unknown.length === 0) return fail('The file’s “layout” has no panel.');
  return fail(`The file has no panel known here, only ${listNames([...new Set(unknown)].map(quote))}.`);
}
