import { z } from 'zod';
import { workspaceSchema } from '../../shared/ipc/workspace-schema.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { showForeign } from '../ui/foreign-text.ts';

const FORMAT = 'strikedesk-workspace';
const VERSION = 1;
/** A workspace is a few kilobytes. */
export const MOST_FILE_BYTES = 512 * 1024;

const fileSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: workspaceSchema.shape.name,
  layout: workspaceSchema.shape.layout,
  panel: workspaceSchema.shape.panel,
  settings: z.record(z.string().max(64), z.record(z.string().max(32), z.string().max(128))),
});

/** A workspace as a file holds it; `settings` are those of its panels, by panel. */
export type WorkspaceFile = Omit<z.infer<typeof fileSchema>, 'format' | 'version'>;

const layoutSchema = z.looseObject({
  grid: z.looseObject({}),
  panels: z.record(z.string(), z.looseObject({ contentComponent: z.string() })),
  // Windows of the docking library's own are never opened, whatever a file asks for.
  popoutGroups: z.array(z.unknown()).max(0).optional(),
});

export function writeWorkspaceFile(file: WorkspaceFile): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...file }, null, 2)}\n`;
}

/** What a file holds, or in a sentence why it is no workspace that this terminal can open. */
export function readWorkspaceFile(text: string, knownPanels: readonly string[]): Result<WorkspaceFile, string> {
  const content = parseJson(text);
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== FORMAT) {
    return fail('This is no workspace: a file that “Export” wrote begins with "format": "strikedesk-workspace".');
  }
  const version = 'version' in content ? content.version : undefined;
  if (version !== VERSION) {
    return fail(
      typeof version === 'number' && version > VERSION
        ? `The file is of version ${version}, from a newer terminal; this one reads version ${VERSION}.`
        : `The file’s “version” must be ${VERSION}.`,
    );
  }
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join('.') ?? '';
    return fail(`The file’s ${field === '' ? 'content' : `“${showForeign(field)}”`} is wrong: ${issue?.message}.`);
  }
  const { format: _format, version: _version, ...file } = parsed.data;
  const problem = findLayoutProblem(file, knownPanels);
  return problem === null ? ok(file) : fail(problem);
}

function findLayoutProblem({ layout, panel }: WorkspaceFile, knownPanels: readonly string[]): string | null {
  const used = panel === undefined ? [] : [panel];
  if (layout !== null) {
    const parsed = layoutSchema.safeParse(parseJson(layout));
    if (!parsed.success) return 'The file’s “layout” is wrong: it is no arrangement of panels.';
    used.push(...Object.values(parsed.data.panels).map(({ contentComponent }) => contentComponent));
  }
  const unknown = used.find((id) => !knownPanels.includes(id));
  return unknown === undefined ? null : `The file has a panel that this terminal has not: “${showForeign(unknown)}”.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
