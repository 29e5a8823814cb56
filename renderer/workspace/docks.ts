import type { DockviewApi } from 'dockview-react';
import { forgetClosed } from '../stores/closed-panels-store.ts';
import { keepLayout, workspaceStore } from '../stores/workspace-store.ts';

const docks = new Map<string, DockviewApi>();

/** Workspaces that the trader has changed in this window. */
const arranged = new Set<string>();

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

/** A dock that is built anew is as it was kept. */
export function forgetArranged(id: string): void {
  arranged.delete(id);
}

export function isArranged(id: string): boolean {
  return arranged.has(id);
}

export function hasLayout(id: string): boolean {
  return workspaceStore.getState().workspaces?.items.find((item) => item.id === id)?.layout != null;
}

/** Keeps at once what was arranged a moment ago. */
export function keepArrangement(id: string): void {
  const dock = dockOf(id);
  if (dock !== undefined && isArranged(id)) keepLayout(id, JSON.stringify(dock.toJSON()));
}

/** Tells panels that were made from a kept layout what they were given there: the library tells them changes alone. */
export function tellParameters(dock: DockviewApi): void {
  for (const { api, params } of dock.panels) {
    if (params !== undefined && api.getParameters() !== params) api.updateParameters(params);
  }
}
