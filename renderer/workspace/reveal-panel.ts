import type { LinkColour } from '../ui/panel-frame.ts';
import { workspaceStore } from '../stores/workspace/workspace-store.ts';
import { openPanel } from './closed-panels.ts';
import { readLink } from './dock-parts.tsx';
import type { PanelDefinition } from './panel-definition.ts';
import { dockOf } from './docks.ts';

/** A panel of the workspace in front. */
export interface Revealed {
  /** Of the panel's frame. */
  readonly key: string;
  readonly link: LinkColour;
}

function activeWorkspace(): string | null {
  return workspaceStore.getState().workspaces?.active ?? null;
}

/** Whether the workspace in front has the panel. */
export function hasPanel(id: string): boolean {
  const workspaceId = activeWorkspace();
  return workspaceId !== null && dockOf(workspaceId)?.getPanel(id) !== undefined;
}

/** Brings a panel of the workspace in front to the front, opening it where it is not there; null before there is one. */
export function revealPanel(definition: PanelDefinition): Revealed | null {
  const workspaceId = activeWorkspace();
  const dock = workspaceId === null ? undefined : dockOf(workspaceId);
  if (workspaceId === null || dock === undefined) return null;
  // One that was closed comes back where it was, with its colour: a ticket is never linked otherwise unasked.
  if (dock.getPanel(definition.id) === undefined) openPanel(workspaceId, definition);
  const panel = dock.getPanel(definition.id);
  if (panel === undefined) return null;
  // What is in front already would be put there anew, and lose the focus.
  if (!(panel.api.isActive && panel.api.isGroupActive)) panel.api.setActive();
  return { key: `${workspaceId}/${definition.id}`, link: readLink(panel.api) };
}

/** The element of a panel with its tab bar, brought to the front; null before there is one. */
export function revealElement(definition: PanelDefinition): HTMLElement | null {
  const workspaceId = activeWorkspace();
  if (workspaceId === null || revealPanel(definition) === null) return null;
  return dockOf(workspaceId)?.getPanel(definition.id)?.group.element ?? null;
}

/** The colour of the panel that was last worked in. */
export function activeLink(): LinkColour {
  const workspaceId = activeWorkspace();
  const panel = workspaceId === null ? undefined : dockOf(workspaceId)?.activePanel;
  return panel === undefined ? 'blue' : readLink(panel.api);
}
