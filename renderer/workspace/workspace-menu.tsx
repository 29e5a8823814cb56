import { DropdownMenu } from 'radix-ui';
import { type Action, readWhyNot } from '../actions/action.ts';
import { loadLater } from '../load-later.ts';
import { findWorkspaceLimit } from '../stores/workspace/workspace-edits.ts';
import { useWorkspaces } from '../stores/workspace/workspace-store.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { IMPORT_FIELD, useWorkspaceItems, type WorkspaceItems } from './workspace-items.ts';

interface MenuProps {
  readonly panels: readonly PanelDefinition[];
}

/** What can be done with the workspace in front, and with the panels in it. */
export function WorkspaceMenu({ panels }: MenuProps) {
  const { edits, files, moves } = useWorkspaceItems(panels);
  const limit = useWorkspaces(findWorkspaceLimit);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="workspace-tab" aria-label="Workspace" title="Workspace">
          <span aria-hidden="true">⋯</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
            {limit === null ? null : <DropdownMenu.Label className="menu-label">{limit}</DropdownMenu.Label>}
            <Items actions={edits} toldAbove={limit} />
            <DropdownMenu.Separator className="menu-line" />
            <Items actions={files} toldAbove={limit} />
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Sub>
              <DropdownMenu.SubTrigger className="menu-item">
                Move a panel to its own window <span aria-hidden="true">▸</span>
              </DropdownMenu.SubTrigger>
              <DropdownMenu.Portal>
                <DropdownMenu.SubContent className="menu">
                  <MoveItems moves={moves} />
                </DropdownMenu.SubContent>
              </DropdownMenu.Portal>
            </DropdownMenu.Sub>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Workspace to import"
        {...IMPORT_FIELD}
        onChange={({ currentTarget }) =>
          void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.importWorkspace(currentTarget, panels))
        }
      />
    </>
  );
}

/** Drawn whenever the menu opens: which panels there are is the dock's to say. */
function MoveItems({ moves }: Pick<WorkspaceItems, 'moves'>) {
  return moves
    .filter(({ action }) => readWhyNot(action) === null)
    .map(({ name, action }) => (
      <DropdownMenu.Item key={action.id} className="menu-item" onSelect={action.run}>
        {name}
      </DropdownMenu.Item>
    ));
}

interface ItemsProps {
  readonly actions: readonly Action[];
  /** A reason that the menu tells once, for all that it keeps from being done. */
  readonly toldAbove: string | null;
}

/** Each by its name, or by the reason why it can't be done. */
function Items({ actions, toldAbove }: ItemsProps) {
  return actions.map((action) => {
    const whyNot = readWhyNot(action);
    return (
      <DropdownMenu.Item key={action.id} className="menu-item" disabled={whyNot !== null} onSelect={action.run}>
        {whyNot === null || whyNot === toldAbove ? action.title : whyNot}
      </DropdownMenu.Item>
    );
  });
}
