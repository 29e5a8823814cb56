import type { DockviewApi } from 'dockview-react';
import { forgetClosed } from '../stores/workspace/closed-panels-store.ts';
import { keepLayout, workspaceStore } from '../stores/workspace/workspace-store.ts';

const docks = new Map<string, DockviewApi>();

/** Workspaces that the trader has changed in this window. */
const arranged = new Set<string>();

/** Workspaces in which the trader has brought another panel to the front. */
const looked = new Set<string>();

export function registerDock(id: string, api: DockviewApi | null): void {
  if (api === null) docks.delete(id);
  else docks.set(id, api);
  forgetClosed(({ workspaceId }) => workspaceId === id);
}

/** The dock of a workspace that is open; undefined otherwise. */
export function dockOf(id: string): DockviewApi | undefined {
  return docks.get(id);
}

/** Says that the trader changes a workspace, so that it is kept. */
export function markArranged(id: string): void {
  arranged.add(id);
}

/** Says that the trader brings a panel to the front: that is kept, and the arrangement stays what it was. */
export function markLooked(id: string): void {
  looked.add(id);
}

/** A dock that is built anew is as it was kept. */
export function forgetArranged(id: string): void {
  arranged.delete(id);
  looked.delete(id);
}

export function isArranged(id: string): boolean {
  return arranged.has(id);
}

/** Whether the trader has changed in this window what is kept of a workspace. */
export function isTouched(id: string): boolean {
  return arranged.has(id) || looked.has(id);
}

function readLayout(id: string): string | null {
  return workspaceStore.getState().workspaces?.items.find((item) => item.id === id)?.layout ?? null;
}

export function hasLayout(id: string): boolean {
  return readLayout(id) !== null;
}

/** Whether nobody has arranged a workspace, so that it goes on fitting its window. */
export function isUnarranged(id: string): boolean {
  if (arranged.has(id)) return false;
  const layout = readLayout(id);
  return layout === null || isOfStandard(layout);
}

/** Whether what was kept is the standard arrangement, with other panels in front. */
export function isOfStandard(layout: string): boolean {
  try {
    return (JSON.parse(layout) as { readonly is_standard?: unknown }).is_standard === true;
  } catch {
    return false;
  }
}

/** A dock as it is kept. */
export function writeLayout(id: string, dock: DockviewApi): string {
  return JSON.stringify({ ...dock.toJSON(), ...(isUnarranged(id) ? { is_standard: true } : {}) });
}

/** Keeps at once what was arranged a moment ago. */
export function keepArrangement(id: string): void {
  const dock = dockOf(id);
  if (dock !== undefined && isTouched(id)) keepLayout(id, writeLayout(id, dock));
}

/** Tells panels that were made from a kept layout what they were given there: the library tells them changes alone. */
export function tellParameters(dock: DockviewApi): void {
  for (const { api, params } of dock.panels) {
    if (params !== undefined && api.getParameters() !== params) api.updateParameters(params);
  }
}
