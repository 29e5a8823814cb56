import type { LeftOut } from '../../../shared/ipc/schemas/workspace-schema.ts';
import type { WorkspaceLeftOut } from '../../stores/workspace/left-out-store.ts';
import { listNames, quote } from '../../ui/words/name-list.ts';

/** What a workspace is shown without. */
export function describeWorkspaceLeftOut({ name, panels }: WorkspaceLeftOut): string {
  if (panels.length === 0) {
    return `The arrangement kept of ${quote(name)} can’t be read: the standard one is shown. Yours stays kept until you arrange this one.`;
  }
  const gone = panels.length === 1 ? 'This version has no such panel' : 'This version has no such panels';
  return `${quote(name)} is shown without ${listNames(panels.map(quote))}. ${gone}; what was kept stays until you arrange the workspace.`;
}

/** What of workspaces and windows this version could not read; null: nothing. */
export function describeLayoutsLeftOut(parts: readonly LeftOut[]): string | null {
  if (parts.length === 0) return null;
  if (parts.some(({ of, field }) => of === null && field === null)) {
    return 'The workspaces or windows that were kept can’t be read by this version: the standard ones are shown. What was kept stays in the profile’s settings file.';
  }
  const names = parts.map(({ of, field }) => {
    if (field === null) return `all of ${quote(of ?? '')}`;
    return of === null ? quote(field) : `${quote(field)} of ${quote(of)}`;
  });
  return `This version can’t read ${listNames(names)} of the workspaces and windows that were kept, and left it out. It stays in the profile’s settings file.`;
}
