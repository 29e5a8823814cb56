import { join } from 'node:path';
import type {
  App,
  BrowserWindow as WindowClass,
  Dialog,
  IpcMain,
  Notification as NotificationClass,
  Protocol,
  safeStorage as SafeStorage,
  Session,
  WebContents,
} from 'electron';
import { createBackEnd } from '../back-end.ts';
import { systemClock } from '../clock.ts';
import { createCloser } from '../closer.ts';
import type { HostOptions } from '../host-options.ts';
import { createDoor } from '../ipc/door.ts';
import { openLogFile } from '../log.ts';
import { readPage } from '../page/page.ts';
import { VERSION } from '../version.ts';
import { APP_URL, serveApp } from './app-protocol.ts';
import { createPublisher, listenToWindows } from './ipc.ts';
import { lockContents, lockSession } from './lockdown.ts';
import { createNotifier } from './notifier.ts';
import { findSystemStore } from './system-store.ts';
import { windowOptions } from './window.ts';

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
  readonly session: Session;
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
}

export interface TerminalPaths {
  /** Folder of the built window. */
  readonly page: string;
  /** The built preload. */
  readonly preload: string;
}

/** The running terminal under Electron. */
export interface Terminal {
  /** Of the profile that is open. */
  readonly profileId: () => string;
  /** Opens the window, or gives the one that is open. Resolves when its page is loaded. */
  readonly openWindow: () => Promise<void>;
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
  const reportBug = (message: string) => (error: unknown) =>
    log('error', 'bug', { message, reason: error instanceof Error ? error.message : 'not an error' });

  lockContents(app);
  lockSession(session, mayUseDevtools);
  serveApp(protocol, page, reportBug('protocol'));

  let window: WindowClass | null = null;
  const contents = (): readonly WebContents[] => (window === null ? [] : [window.webContents]);
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
    policy: options.policy,
    systemStore: findSystemStore(shell.safeStorage, process.platform),
    onOpened: ({ name }) => window?.setTitle(titleOf(name)),
    simulatorSeed: options.seed,
    clock: systemClock,
    chooseExportFolder,
    publish: createPublisher(contents),
    notify: createNotifier(shell.Notification, () => window),
    log,
  });
  const door = createDoor(backEnd.handlers, (channel, error) =>
    log('error', 'handler_failed', { channel, reason: error instanceof Error ? error.message : 'not an error' }),
  );
  listenToWindows(ipcMain, door, (origin) => log('warn', 'request_refused', { reason: origin }));
  log('info', 'started', { host: 'electron', version: VERSION, profile: backEnd.profile().id });

  async function openWindow(): Promise<void> {
    if (window !== null) return;
    const title = titleOf(backEnd.profile().name);
    const opened = new BrowserWindow(windowOptions(paths.preload, title, mayUseDevtools));
    window = opened;
    const windowId = String(opened.webContents.id);
    // The page's own title must not replace the one that names the profile.
    opened.on('page-title-updated', (event) => event.preventDefault());
    opened.once('ready-to-show', () => opened.show());
    opened.on('closed', () => {
      window = null;
      backEnd.forgetWindow(windowId);
    });
    await opened.loadURL(APP_URL);
  }

  return {
    profileId: () => backEnd.profile().id,
    openWindow,
    window: () => window,
    close: createCloser([backEnd.close, logFile.close], reportBug('closing')),
  };
}
