import type { AddPanelOptions, DockviewApi, SerializedDockview } from 'dockview-react';
import {
  type ClosedPanel,
  closedPanelsStore,
  forgetClosed,
  noteClosed,
} from '../stores/workspace/closed-panels-store.ts';
import { panelOptions } from './default-layouts.ts';
import { dockOf, markArranged, markLooked, tellParameters } from './docks.ts';
import { withPresent } from './former-place.ts';
import type { PanelDefinition } from './panel-definition.ts';

type Node = SerializedDockview['grid']['root'];

/** Closes a panel, and notes where it was. */
export function closePanel(workspaceId: string, panelId: string): void {
  const dock = dockOf(workspaceId);
  const panel = dock?.getPanel(panelId);
  if (dock === undefined || panel === undefined) return;
  const { group } = panel;
  const place = { groupId: group.id, index: group.panels.indexOf(panel), before: dock.toJSON() };
  markArranged(workspaceId);
  panel.api.close();
  noteClosed({ workspaceId, panelId, ...place, shapeAfter: shapeOf(dock.toJSON()) });
}

/** Brings back the panel of a workspace that was closed last, where it was, with the link that it had. */
export function reopenClosedPanel(workspaceId: string, panels: readonly PanelDefinition[]): void {
  const closed = closedPanelsStore.getState().findLast((known) => known.workspaceId === workspaceId);
  const definition = panels.find(({ id }) => id === closed?.panelId);
  if (definition !== undefined) openPanel(workspaceId, definition);
}

/** Opens a panel: where it was when it was closed in this window, or at a place of the dock's own choice. */
export function openPanel(workspaceId: string, definition: PanelDefinition): void {
  const dock = dockOf(workspaceId);
  const isIt = (known: ClosedPanel): boolean => known.workspaceId === workspaceId && known.panelId === definition.id;
  const closed = closedPanelsStore.getState().findLast(isIt);
  forgetClosed(isIt);
  if (dock === undefined) return;
  const groups = dock.groups.length;
  if (dock.getPanel(definition.id) === undefined) putBack(dock, definition, closed);
  // Behind others it leaves the arrangement what it was, which goes on fitting its window.
  if (dock.groups.length === groups && closed === undefined) markLooked(workspaceId);
  else markArranged(workspaceId);
  tellParameters(dock);
  dock.getPanel(definition.id)?.api.setActive();
}

function putBack(dock: DockviewApi, definition: PanelDefinition, closed: ClosedPanel | undefined): void {
  const params = closed?.before.panels[definition.id]?.params;
  const options = { ...panelOptions(definition), ...(params === undefined ? {} : { params }) };
  const now = dock.toJSON();
  if (closed === undefined) dock.addPanel({ ...options, ...placeBesideKept(dock) });
  else if (dock.getGroup(closed.groupId) !== undefined) {
    const position = { referenceGroup: closed.groupId, direction: 'within', index: closed.index } as const;
    dock.addPanel({ ...options, position });
  } else if (shapeOf(now) === closed.shapeAfter) {
    // It was alone in its place: nothing that is there says where that is.
    dock.fromJSON(withPresent(closed.before, now), { reuseExistingPanels: true });
  } else dock.addPanel({ ...options, ...placeBesideKept(dock) });
}

/**
 * Where a panel goes that has no place of its own: the group that was last worked in, else the largest; never over what must
 * stay in sight, such as a ticket.
 */
function placeBesideKept(dock: DockviewApi): Pick<AddPanelOptions, 'position'> {
  const isFree = ({ element }: { readonly element: HTMLElement }): boolean =>
    element.querySelector('[data-keep-clear]') === null;
  const { activeGroup } = dock;
  if (activeGroup === undefined || isFree(activeGroup)) return {};
  const [largest] = dock.groups
    .filter((group) => group.api.location.type === 'grid' && isFree(group))
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  return { position: largest === undefined ? { direction: 'left' } : { referenceGroup: largest, direction: 'within' } };
}

/** Which panels stand beside and over which, whatever their sizes. */
function shapeOf({ grid, floatingGroups = [] }: SerializedDockview): string {
  const shape = ({ data }: Node): unknown => (Array.isArray(data) ? data.map(shape) : data.views.toSorted());
  return JSON.stringify([grid.orientation, shape(grid.root), floatingGroups.map(({ data }) => data?.views)]);
}
