import { type ChangeEvent, useRef, useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { useBackend } from '../api/backend.ts';
import { loadLater } from '../load-later.ts';
import { awaitCall } from '../api/own-window-calls.ts';
import { makeWindowId, openOwnWindow } from '../api/window-address.ts';
import { useSession } from '../stores/session-store.ts';
import { leftOutStore } from '../stores/left-out-store.ts';
import { showToast } from '../stores/toast-store.ts';
import { addWorkspace, findWorkspaceLimit, freeWorkspaceName, settingsOf } from '../stores/workspace-edits.ts';
import { isStandard, useWorkspaces, workspaceStore } from '../stores/workspace-store.ts';
import { saveText } from '../ui/save-file.ts';
import { listNames, quote } from '../ui/name-list.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { type Naming, WorkspaceNameDialog } from './workspace-name-dialog.tsx';
import { readLink } from './dock-parts.tsx';
import { dockOf, isArranged } from './docks.ts';
import { deleteWithUndo } from './undo-workspace.ts';

interface MenuProps {
  readonly workspaceId: string;
  readonly panels: readonly PanelDefinition[];
}

/** What can be done with the workspace in front, and with the panel in front of it. */
export function WorkspaceMenu({ workspaceId, panels }: MenuProps) {
  const [naming, setNaming] = useState<Naming | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const name = useWorkspaces((state) => state.workspaces?.items.find(({ id }) => id === workspaceId)?.name ?? '');
  const limit = useWorkspaces(findWorkspaceLimit);
  const isOnlyOne = useWorkspaces((state) => state.workspaces?.items.length === 1);

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="workspace-tab" aria-label="Workspace" title="Workspace">
          <span aria-hidden="true">⋯</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
            {limit === null ? null : <DropdownMenu.Label className="menu-label">{limit}</DropdownMenu.Label>}
            <DropdownMenu.Item
              className="menu-item"
              disabled={limit !== null}
              onSelect={() => setNaming({ of: null, suggested: freeWorkspaceName('Workspace') })}
            >
              New workspace…
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => setNaming({ of: workspaceId, suggested: name })}>
              Rename “{name}”…
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className="menu-item"
              disabled={limit !== null}
              onSelect={() => duplicateWorkspace(workspaceId)}
            >
              Duplicate “{name}”
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className="menu-item"
              disabled={isStandard(workspaceId) || isOnlyOne}
              onSelect={() => deleteWithUndo(workspaceId)}
            >
              {isStandard(workspaceId) ? 'One that came with the terminal stays' : `Delete “${name}”`}
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item className="menu-item" onSelect={() => void exportWorkspace(workspaceId)}>
              Export “{name}”
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" disabled={limit !== null} onSelect={() => file.current?.click()}>
              Import a workspace…
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="menu-line" />
            <TearOffMenu workspaceId={workspaceId} panels={panels} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Workspace to import"
        onChange={(event) => void importWorkspace(event, panels)}
      />
      {naming === null ? null : <WorkspaceNameDialog naming={naming} onClose={() => setNaming(null)} />}
    </>
  );
}

/** Moves a panel of the workspace to a window of its own. */
function TearOffMenu({ workspaceId, panels }: MenuProps) {
  const { client } = useBackend();
  const isElectron = useSession((state) => state.session?.host === 'electron');
  const dock = dockOf(workspaceId);

  function tearOff({ id: panelId, name }: PanelDefinition): void {
    const { workspaces } = workspaceStore.getState();
    if (workspaces === null) return;
    const id = makeWindowId(Math.random);
    const settings = settingsOf(workspaces, workspaceId)[panelId];
    const docked = dock?.getPanel(panelId);
    const link = docked === undefined ? undefined : readLink(docked.api);
    const saved = client.request('workspaces.save', {
      window_id: id,
      workspaces: {
        version: 1,
        active: 'own',
        items: [{ id: 'own', name, layout: null, panel: panelId, ...(link === undefined ? {} : { link }) }],
        ...(workspaces.columns === undefined ? {} : { columns: workspaces.columns }),
        ...(settings === undefined ? {} : { panels: { [`own/${panelId}`]: settings } }),
      },
    });
    // Electron opens it by itself, and without fail. A browser opens no window for what comes later than the press.
    const isThere = isElectron ? Promise.resolve(true) : awaitCall(id);
    openOwnWindow(window, id);
    void settleTearOff(id, saved, isThere, panelId);
  }

  /** The panel stays until its window is there, and that is kept. */
  async function settleTearOff(
    id: string,
    saved: Promise<null>,
    isThere: Promise<boolean>,
    panelId: string,
  ): Promise<void> {
    try {
      await saved;
    } catch {
      tellFailure('The window could not be kept', 'The panel stays here; close the window again.');
      return;
    }
    if (await isThere) {
      const { LATER_ACTS } = await loadLater();
      LATER_ACTS.closePanel(workspaceId, panelId);
      return;
    }
    tellFailure('The browser opened no window', 'Allow this page to open windows, and try again.');
    // What stays kept is a window at the next start, which can be closed.
    await client.request('workspaces.save', { window_id: id, workspaces: null }).catch(() => null);
  }

  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item">
        Move a panel to its own window <span aria-hidden="true">▸</span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="menu">
          {panels
            .filter(({ id }) => dock?.getPanel(id) !== undefined)
            .map((panel) => (
              <DropdownMenu.Item key={panel.id} className="menu-item" onSelect={() => tearOff(panel)}>
                {panel.name}
              </DropdownMenu.Item>
            ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function tellFailure(title: string, detail: string): void {
  showToast({ subject: 'workspace', tone: 'bad', title, detail, isSticky: true });
}

function findWorkspace(id: string) {
  const { workspaces } = workspaceStore.getState();
  const item = workspaces?.items.find((known) => known.id === id);
  if (workspaces === null || item === undefined) return null;
  const { id: _id, ...kept } = item;
  const layout = readLayout(id) ?? item.layout;
  return { shown: { ...kept, layout }, settings: settingsOf(workspaces, id) };
}

/** The arrangement on screen, which may not be kept yet; null where what is kept has panels that this version left out. */
function readLayout(id: string): string | null {
  const layout = dockOf(id)?.toJSON();
  const isWithout = (leftOutStore.getState()[id]?.panels ?? []).length > 0;
  return layout === undefined || (isWithout && !isArranged(id)) ? null : JSON.stringify(layout);
}

function duplicateWorkspace(id: string): void {
  const found = findWorkspace(id);
  if (found === null) return;
  addWorkspace({ ...found.shown, name: freeWorkspaceName(found.shown.name) }, found.settings);
}

async function exportWorkspace(id: string): Promise<void> {
  const found = findWorkspace(id);
  const { LATER_ACTS } = await loadLater();
  if (found === null) return;
  const { shown, settings } = found;
  const fileName = `${shown.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.workspace.json`;
  saveText(fileName, 'json', LATER_ACTS.writeWorkspaceFile({ ...shown, settings }));
}

async function importWorkspace(
  event: ChangeEvent<HTMLInputElement>,
  panels: readonly PanelDefinition[],
): Promise<void> {
  const input = event.currentTarget;
  const { readChosenFile, readWorkspaceFile } = (await loadLater()).LATER_ACTS;
  const file = await readChosenFile(input);
  if (file === null) return undefined;
  const { text } = file;
  const title = `${file.name} was not imported`;
  if (text === null) return tellFailure(title, 'The file is larger than 512 kB: it is no workspace.');
  const known = panels.map(({ id }) => id);
  const read = readWorkspaceFile(text, known);
  if (!read.ok) return tellFailure(title, read.error);
  const { settings, ...workspace } = read.value.file;
  const name = freeWorkspaceName(workspace.name);
  addWorkspace({ ...workspace, name }, settings);
  const { leftOut } = read.value;
  if (leftOut.length === 0) return undefined;
  return showToast({
    subject: 'workspace',
    tone: 'attention',
    title: `${quote(name)} was imported without ${listNames(leftOut.map(quote))}`,
    detail: 'This version has nothing of that name. The rest is as in the file.',
    isSticky: true,
  });
}
