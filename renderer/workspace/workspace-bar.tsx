import { DropdownMenu } from 'radix-ui';
import { panelOptions } from './default-layouts.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { dockOf, markArranged } from './workspace.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';
import { resetWorkspace, showWorkspace, useWorkspaces } from '../stores/workspace-store.ts';
import { MenuCheck } from '../ui/menu-check.tsx';

/** The tabs of the workspaces, and the menu of the panels that the one in front holds. */
export function WorkspaceBar({ panels }: { readonly panels: readonly PanelDefinition[] }) {
  const workspaces = useWorkspaces((state) => state.workspaces);
  if (workspaces === null) return null;
  return (
    <nav className="workspace-bar" aria-label="Workspaces">
      <div className="workspace-tabs">
        {workspaces.items.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="workspace-tab"
            aria-current={id === workspaces.active ? 'page' : undefined}
            onClick={() => showWorkspace(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <PanelMenu workspaceId={workspaces.active} panels={panels} />
      <WorkspaceMenu workspaceId={workspaces.active} panels={panels} />
    </nav>
  );
}

function PanelMenu({ workspaceId, panels }: { workspaceId: string; panels: readonly PanelDefinition[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="workspace-tab">
        Panels <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">Panels of this workspace</DropdownMenu.Label>
          <PanelItems workspaceId={workspaceId} panels={panels} />
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={() => resetWorkspace(workspaceId)}>
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
  markArranged(workspaceId);
  const dock = dockOf(workspaceId);
  const known = dock?.getPanel(panel.id);
  if (!isWanted) known?.api.close();
  else if (known === undefined) dock?.addPanel(panelOptions(panel));
}
