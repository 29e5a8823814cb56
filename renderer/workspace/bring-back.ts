import { closedPanelsStore } from '../stores/workspace/closed-panels-store.ts';
import { showToast } from '../stores/toast-store.ts';
import { showWorkspace, workspaceStore } from '../stores/workspace/workspace-store.ts';
import { listNames, quote } from '../ui/words/name-list.ts';
import { openPanel } from './closed-panels.ts';
import { dockOf } from './docks.ts';
import type { PanelDefinition } from './panel-definition.ts';

/** Longer than something that is not asked for stands. */
const SHOWN_MS = 30_000;

/** The panels that a window of its own has. */
export function listOwnPanels(): readonly string[] {
  const [own] = workspaceStore.getState().workspaces?.items ?? [];
  return own === undefined ? [] : (dockOf(own.id)?.panels.map(({ id }) => id) ?? []);
}

/** Says that panels went with their window, with the way to have them back where they were. */
export function offerBack(panelIds: readonly string[], panels: readonly PanelDefinition[]): void {
  const gone = panels.filter(({ id }) => panelIds.includes(id));
  if (gone.length === 0) return;
  showToast({
    subject: 'own window',
    tone: 'attention',
    title: `${listNames(gone.map(({ name }) => quote(name)))} went with the closed window`,
    detail: 'Bring it back here, or open it later from “Panels”.',
    isSticky: true,
    passesAfterMs: SHOWN_MS,
    action: { label: 'Bring it back', run: () => gone.forEach(bringBack) },
  });
}

function bringBack(definition: PanelDefinition): void {
  const closed = closedPanelsStore.getState().findLast(({ panelId }) => panelId === definition.id);
  const workspaceId = closed?.workspaceId ?? workspaceStore.getState().workspaces?.active;
  if (workspaceId === undefined) return;
  showWorkspace(workspaceId);
  openPanel(workspaceId, definition);
}
