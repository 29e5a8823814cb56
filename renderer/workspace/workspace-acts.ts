import type { IpcClient } from '../../shared/ipc/client.ts';
import type { Drafts } from '../../shared/ipc/schemas/workspace-schema.ts';
import { awaitCall } from '../api/own-window-calls.ts';
import { makeWindowId, openOwnWindow } from '../api/window-address.ts';
import { draftsFor, dropMoved } from '../stores/workspace/drafts-store.ts';
import { leftOutStore } from '../stores/workspace/left-out-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { dismissAbout, showToast } from '../stores/toast-store.ts';
import { addWorkspace, freeWorkspaceName, settingsOf } from '../stores/workspace/workspace-edits.ts';
import { workspaceStore } from '../stores/workspace/workspace-store.ts';
import { listNames, quote } from '../ui/words/name-list.ts';
import { readChosenFile } from '../ui/own-file.ts';
import { saveText } from '../ui/save-file.ts';
import { closePanel } from './closed-panels.ts';
import { readLink } from './dock-parts.tsx';
import { dockOf, isArranged } from './docks.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { readWorkspaceFile, writeWorkspaceFile } from './workspace-file.ts';

/** Moves a panel of a workspace to a window of its own. */
export function tearOffPanel(client: IpcClient, workspaceId: string, { id: panelId, name }: PanelDefinition): void {
  const { workspaces } = workspaceStore.getState();
  if (workspaces === null) return;
  const id = makeWindowId(Math.random);
  const settings = settingsOf(workspaces, workspaceId)[panelId];
  const docked = dockOf(workspaceId)?.getPanel(panelId);
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
  // What was typed goes with it: asked for here, it is kept before the window can ask for it.
  const drafts = draftsFor(`${workspaceId}/${panelId}`, `own/${panelId}`);
  const typed = client.request('workspaces.save', { window_id: id, workspaces: null, drafts });
  // A browser opens no window for what comes later than the press, and Electron none beside as many as there may be.
  const isThere = awaitCall(id);
  openOwnWindow(window, id);
  void settleTearOff({ client, workspaceId, panelId, id, drafts, saved: Promise.all([saved, typed]), isThere });
}

interface TearOff {
  readonly client: IpcClient;
  readonly workspaceId: string;
  readonly panelId: string;
  /** Of the new window. */
  readonly id: string;
  /** What was typed in the panel, as the new window has it. */
  readonly drafts: Drafts;
  readonly saved: Promise<unknown>;
  readonly isThere: Promise<boolean>;
}

/** The panel stays until its window is there, and that is kept. */
async function settleTearOff({ client, workspaceId, panelId, id, drafts, saved, isThere }: TearOff): Promise<void> {
  try {
    await saved;
  } catch {
    tellFailure('The window was not stored', 'The panel stays here. Close the window again.');
    return;
  }
  if (await isThere) {
    closePanel(workspaceId, panelId);
    dropMoved(`${workspaceId}/${panelId}`, `own/${panelId}`, drafts);
    return;
  }
  const isElectron = sessionStore.getState().session?.host === 'electron';
  if (isElectron) tellFailure('No window was opened', 'Close an open one and try again.');
  else tellFailure('The browser opened no window', 'Allow this page to open windows and try again.');
  // What stays kept is a window at the next start, which can be closed.
  await client.request('workspaces.save', { window_id: id, workspaces: null }).catch(() => null);
  await client.request('workspaces.save', { window_id: id, workspaces: null, drafts: {} }).catch(() => null);
}

/** What came of the last import; the next one takes its place, also where it needs no word. */
const IMPORT = 'workspace import';

function tellFailure(title: string, detail: string, subject = 'workspace'): void {
  showToast({ subject, tone: 'bad', title, detail, isSticky: true });
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

/** Adds another workspace that is as this one is now. */
export function duplicateWorkspace(id: string): void {
  const found = findWorkspace(id);
  if (found === null) return;
  addWorkspace({ ...found.shown, name: freeWorkspaceName(found.shown.name) }, found.settings);
}

/** Saves a workspace as it is now to a file. */
export function exportWorkspace(id: string): void {
  const found = findWorkspace(id);
  if (found === null) return;
  const { shown, settings } = found;
  const fileName = `${shown.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.workspace.json`;
  saveText(fileName, 'json', writeWorkspaceFile({ ...shown, settings }));
}

/** Adds the workspace of a chosen file, as far as this version has its panels, or says why not. */
export async function importWorkspace(input: HTMLInputElement, panels: readonly PanelDefinition[]): Promise<void> {
  const file = await readChosenFile(input);
  if (file === null) return undefined;
  const { text } = file;
  const title = `${file.name} was not imported`;
  if (text === null) return tellFailure(title, 'The file is over 512 kB and no workspace.', IMPORT);
  const known = panels.map(({ id }) => id);
  const read = readWorkspaceFile(text, known);
  if (!read.ok) return tellFailure(title, read.error, IMPORT);
  const { settings, ...workspace } = read.value.file;
  const name = freeWorkspaceName(workspace.name);
  addWorkspace({ ...workspace, name }, settings);
  const { leftOut } = read.value;
  if (leftOut.length === 0) return dismissAbout(IMPORT);
  return showToast({
    subject: IMPORT,
    tone: 'attention',
    title: `${quote(name)} was imported without ${listNames(leftOut.map(quote))}`,
    detail: 'This version has nothing of that name. The rest is as in the file.',
    isSticky: true,
  });
}
