import { join } from 'node:path';
import type {
  App,
  BrowserWindow as WindowClass,
  Dialog,
  IpcMain,
  Notification as NotificationClass,
  Protocol,
  safeStorage as SafeStorage,
  Screen,
  Session,
  WebContents,
} from 'electron';
import { createBackEnd } from '../assembly/back-end.ts';
import { systemClock } from '../clock.ts';
import { createCloser } from '../assembly/closer.ts';
import type { HostOptions } from '../host/host-options.ts';
import { createDoor } from '../ipc/door.ts';
import { logUncaught } from '../host/last-resort.ts';
import { describeThrown, openLogFile } from '../log.ts';
import { readPage } from '../page/page.ts';
import { createRefusalLog } from '../assembly/refusals.ts';
import { reasonOf } from '../storage/reason-of.ts';
import { VERSION } from '../version.ts';
import { serveApp } from './app-protocol.ts';
import { createPublisher, listenToWindows } from './ipc.ts';
import { lockContents, lockSession } from './lockdown.ts';
import { createNotifier } from './notifier.ts';
import { createRecovery, logGoneProcesses } from './recovery.ts';
import { findSystemStore } from './system-store.ts';
import { createUpdateSource } from './update-source.ts';
import { openWindowPlaces } from './window-places.ts';
import { createWindows, type Windows } from './windows.ts';

/** More than any desk has. */
const MOST_WINDOWS = 17;

/** The parts of Electron that the terminal is made of. */
export interface Shell {
  readonly app: App;
  readonly BrowserWindow: typeof WindowClass;
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly protocol: Pick<Protocol, 'handle'>;
  readonly Notification: typeof NotificationClass;
  readonly safeStorage: Pick<
    typeof SafeStorage,
    'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
  >;
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'>;
  readonly session: Session;
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
}

export interface TerminalPaths {
  /** Folder of the built window. */
  readonly page: string;
  /** The built preload. */
  readonly preload: string;
  /** Where the package's archive lies. */
  readonly resources: string;
  /** The package.json of the archive. */
  readonly packageFile: string;
}

/** The running terminal under Electron. */
export interface Terminal {
  /** Of the profile that is open. */
  readonly profileId: () => string;
  /** Opens the main window and those that were open beside it. Resolves when their pages are loaded. */
  readonly openWindows: () => Promise<void>;
  /** The terminal is about to end: windows that close now are there again at the next start. */
  readonly beginEnd: () => void;
  readonly window: () => WindowClass | null;
  /** Safe to call many times. Resolves when journal and log are closed. */
  readonly close: () => Promise<void>;
}

/** Builds back end and shell. The app must be ready. Rejects when the data folder can't be used. */
export async function startTerminal(shell: Shell, options: HostOptions, paths: TerminalPaths): Promise<Terminal> {
  const { app, BrowserWindow, ipcMain, protocol, session, dialog } = shell;
  const mayUseDevtools = !app.isPackaged || options.devtools;
  const page = readPage(paths.page);
  const logFile = openLogFile(options.dataDir, systemClock.now, () => undefined);
  const { log } = logFile;
  const reportBug = (message: string) => (error: unknown) => log('error', 'bug', { message, ...describeThrown(error) });
  logUncaught(process, log);
  const noteRefusal = createRefusalLog(log, systemClock.monotonic);

  lockContents(app, (windowId) => void openAsked(windowId).catch(reportBug('window')));
  await lockSession(session, mayUseDevtools);

  let windows: Windows | null = null;
  const contents = (): readonly WebContents[] => windows?.all().map(({ webContents }) => webContents) ?? [];
  let exportFolder: string | null = null;
  /** Opens on the folder chosen last. */
  async function chooseExportFolder(): Promise<string | null> {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Folder for the exported file',
      buttonLabel: 'Save here',
      defaultPath: exportFolder ?? join(options.dataDir, 'exports'),
      properties: ['openDirectory', 'createDirectory'],
    });
    const [chosen = null] = filePaths;
    if (canceled || chosen === null) return null;
    exportFolder = chosen;
    return chosen;
  }

  const titleOf = (name: string) => `Strikedesk · ${name}`;
  const backEnd = await createBackEnd({
    host: 'electron',
    version: VERSION,
    dataDir: options.dataDir,
    profile: options.profile,
    policies: options.policies,
    findSystemStore: () => findSystemStore(shell.safeStorage, process.platform),
    onOpened: ({ name }) => {
      windows?.all().forEach((window) => window.setTitle(titleOf(name)));
      void openOwnWindows().catch(reportBug('windows'));
    },
    simulatorSeed: options.seed,
    isSafeStart: options.isSafeStart,
    clock: systemClock,
    chooseExportFolder,
    publish: createPublisher(contents),
    notify: createNotifier(shell.Notification, () => ({ main: windows?.main() ?? null, all: windows?.all() ?? [] })),
    log,
    updates: createUpdateSource({
      platform: process.platform,
      isPackaged: app.isPackaged,
      resourcesPath: paths.resources,
      packageFile: paths.packageFile,
      dataDir: options.dataDir,
      version: VERSION,
    }),
  });
  serveApp(protocol, page, backEnd.look, reportBug('protocol'));
  const door = createDoor(
    backEnd.handlers,
    (channel, error) => log('error', 'handler_failed', { channel, ...describeThrown(error) }),
    noteRefusal,
  );
  listenToWindows(ipcMain, door, (origin) => noteRefusal('frame', origin));
  log('info', 'started', { host: 'electron', version: VERSION, profile: backEnd.profile().id });

  logGoneProcesses(app, log);
  const onNotLoaded = (name: string, error: unknown) =>
    log('error', 'window_not_loaded', { window: name, reason: reasonOf(error) });
  const forget = (contentsId: number) => backEnd.forgetWindow(String(contentsId));
  windows = createWindows({
    BrowserWindow,
    screen: shell.screen,
    preload: paths.preload,
    title: () => titleOf(backEnd.profile().name),
    theme: () => backEnd.look().theme,
    mayUseDevtools,
    places: openWindowPlaces(options.dataDir, reportBug('window places')),
    onNotLoaded,
    recovery: createRecovery({ clock: systemClock, log, onNotLoaded, onGone: forget }),
    onGone: forget,
    onDismissed: backEnd.dismissWindow,
  });

  /** Of a page: a window more than anybody works with is not opened. */
  async function openAsked(windowId: string): Promise<void> {
    if (windows !== null && windows.all().length < MOST_WINDOWS) await windows.open(windowId);
  }

  /** Those of the profile that is open, and no others. */
  async function openOwnWindows(): Promise<void> {
    if (windows === null) return;
    const { own_windows, safe_start } = backEnd.layouts();
    const wanted = safe_start === null ? own_windows.map(({ id }) => id) : [];
    windows.closeAllBut(wanted);
    await Promise.all(wanted.map((windowId) => openAsked(windowId)));
  }

  async function openWindows(): Promise<void> {
    await windows?.open(null);
    // Closed while it was being loaded, it takes the others along.
    if (windows?.main() !== null) await openOwnWindows();
  }

  return {
    profileId: () => backEnd.profile().id,
    openWindows,
    window: () => windows?.main() ?? null,
    beginEnd: () => windows?.beginEnd(),
    close: createCloser([backEnd.close, logFile.close], reportBug('closing')),
  };
}
