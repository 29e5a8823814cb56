import type { LeftOut } from '../../../shared/ipc/schemas/workspace-schema.ts';
import type { WorkspaceLeftOut } from '../../stores/workspace/left-out-store.ts';
import { listNames, quote } from '../../ui/words/name-list.ts';

/** What a workspace is shown without. */
export function describeWorkspaceLeftOut({ name, panels }: WorkspaceLeftOut): string {
  if (panels.length === 0) {
    return `The stored arrangement of ${quote(name)} can’t be read. You see the standard one. Yours stays stored until you change this one.`;
  }
  const gone = panels.length === 1 ? 'This version has no such panel' : 'This version has no such panels';
  return `${quote(name)} is shown without ${listNames(panels.map(quote))}. ${gone}. The stored one stays until you arrange the workspace.`;
}

/** What of workspaces and windows this version could not read; null: nothing. */
export function describeLayoutsLeftOut(parts: readonly LeftOut[]): string | null {
  if (parts.length === 0) return null;
  if (parts.some(({ of, field }) => of === null && field === null)) {
    return 'This version can’t read the stored workspaces or windows. You see the standard ones. The stored ones stay in the profile’s settings file.';
  }
  const names = parts.map(({ of, field }) => {
    if (field === null) return `all of ${quote(of ?? '')}`;
    return of === null ? quote(field) : `${quote(field)} of ${quote(of)}`;
  });
  return `This version can’t read ${listNames(names)} of the stored workspaces and windows. It is left out but stays in the profile’s settings file.`;
}
