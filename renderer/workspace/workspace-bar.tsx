import { DropdownMenu } from 'radix-ui';
import { loadLater } from '../load-later.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { dockOf } from './docks.ts';
import { resetWithUndo } from './undo-workspace.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';
import { WorkspaceTabs } from './workspace-tabs.tsx';
import { useLastClosed } from '../stores/workspace/closed-panels-store.ts';
import { useWorkspaces } from '../stores/workspace/workspace-store.ts';
import { MenuCheck } from '../ui/controls/menu-check.tsx';

/** The tabs of the workspaces, and the menu of the panels that the one in front holds. */
export function WorkspaceBar({ panels }: { readonly panels: readonly PanelDefinition[] }) {
  const active = useWorkspaces((state) => state.workspaces?.active ?? null);
  if (active === null) return null;
  return (
    <nav className="workspace-bar" aria-label="Workspaces">
      <WorkspaceTabs />
      <PanelMenu workspaceId={active} panels={panels} />
      <WorkspaceMenu panels={panels} />
    </nav>
  );
}

function PanelMenu({ workspaceId, panels }: { workspaceId: string; panels: readonly PanelDefinition[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="workspace-tab">
        Panels <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">Panels of this workspace</DropdownMenu.Label>
          <PanelItems workspaceId={workspaceId} panels={panels} />
          <DropdownMenu.Separator className="menu-line" />
          <ReopenItem workspaceId={workspaceId} panels={panels} />
          <DropdownMenu.Item className="menu-item" onSelect={() => resetWithUndo(workspaceId)}>
            Reset this workspace
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Drawn whenever the menu opens: which panels there are is the dock's to say. */
function PanelItems({ workspaceId, panels }: { workspaceId: string; panels: readonly PanelDefinition[] }) {
  return panels.map((panel) => (
    <DropdownMenu.CheckboxItem
      key={panel.id}
      className="menu-item"
      checked={dockOf(workspaceId)?.getPanel(panel.id) !== undefined}
      onCheckedChange={(isWanted) => togglePanel(workspaceId, panel, isWanted)}
    >
      {panel.name}
      <MenuCheck />
    </DropdownMenu.CheckboxItem>
  ));
}

function togglePanel(workspaceId: string, panel: PanelDefinition, isWanted: boolean): void {
  void loadLater().then(({ LATER_ACTS }) => {
    if (isWanted) LATER_ACTS.openPanel(workspaceId, panel);
    else LATER_ACTS.closePanel(workspaceId, panel.id);
  });
}

/** Named after the panel that comes back. */
function ReopenItem({ workspaceId, panels }: { workspaceId: string; panels: readonly PanelDefinition[] }) {
  const closed = useLastClosed(workspaceId);
  const name = panels.find(({ id }) => id === closed)?.name;
  return (
    <DropdownMenu.Item
      className="menu-item"
      disabled={name === undefined}
      onSelect={() => void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.reopenClosedPanel(workspaceId, panels))}
    >
      {name === undefined ? 'No closed panel to reopen' : `Reopen ${name}`}
    </DropdownMenu.Item>
  );
}
