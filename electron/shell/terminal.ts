import type {
  App,
  BrowserWindow as WindowClass,
  IpcMain,
  Notification as NotificationClass,
  Protocol,
  Session,
  WebContents,
} from 'electron';
import { systemClock } from '../clock.ts';
import { createCloser } from '../closer.ts';
import type { HostOptions } from '../host-options.ts';
import { createDoor } from '../ipc/door.ts';
import { openLogFile } from '../log.ts';
import { readPage } from '../page/page.ts';
import { createServices } from '../services.ts';
import { VERSION } from '../version.ts';
import { APP_URL, serveApp } from './app-protocol.ts';
import { createPublisher, listenToWindows } from './ipc.ts';
import { lockContents, lockSession } from './lockdown.ts';
import { createNotifier } from './notifier.ts';
import { windowOptions } from './window.ts';

/** The parts of Electron that the terminal is made of. */
export interface Shell {
  readonly app: App;
  readonly BrowserWindow: typeof WindowClass;
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly protocol: Pick<Protocol, 'handle'>;
  readonly Notification: typeof NotificationClass;
  readonly session: Session;
}

export interface TerminalPaths {
  /** Folder of the built window. */
  readonly page: string;
  /** The built preload. */
  readonly preload: string;
}

/** The running terminal under Electron. */
export interface Terminal {
  readonly profileId: string;
  /** Opens the window, or gives the one that is open. Resolves when its page is loaded. */
  readonly openWindow: () => Promise<void>;
  readonly window: () => WindowClass | null;
  /** Safe to call many times. Resolves when journal and log are closed. */
  readonly close: () => Promise<void>;
}

/** Builds back end and shell. The app must be ready. Rejects when the data folder can't be used. */
export async function startTerminal(shell: Shell, options: HostOptions, paths: TerminalPaths): Promise<Terminal> {
  const { app, BrowserWindow, ipcMain, protocol, session } = shell;
  const mayUseDevtools = !app.isPackaged || options.devtools;
  const page = readPage(paths.page);
  const logFile = openLogFile(options.dataDir, systemClock.now, () => undefined);
  const { log } = logFile;
  const reportBug = (message: string) => (error: unknown) =>
    log('error', 'bug', { message, reason: error instanceof Error ? error.message : 'not an error' });

  lockContents(app);
  lockSession(session, mayUseDevtools);

  let window: WindowClass | null = null;
  const contents = (): readonly WebContents[] => (window === null ? [] : [window.webContents]);
  const services = await createServices({
    host: 'electron',
    version: VERSION,
    dataDir: options.dataDir,
    profile: options.profile,
    simulatorSeed: options.seed,
    clock: systemClock,
    publish: createPublisher(contents),
    notify: createNotifier(shell.Notification, () => window),
    log,
  });
  serveApp(protocol, page, services.look, reportBug('protocol'));
  const door = createDoor(services.handlers, (channel, error) =>
    log('error', 'handler_failed', { channel, reason: error instanceof Error ? error.message : 'not an error' }),
  );
  listenToWindows(ipcMain, door, (origin) => log('warn', 'request_refused', { reason: origin }));
  log('info', 'started', { host: 'electron', version: VERSION, profile: services.profile.id });

  async function openWindow(): Promise<void> {
    if (window !== null) return;
    const title = `Strikedesk · ${services.profile.name}`;
    const opened = new BrowserWindow(windowOptions(paths.preload, title, mayUseDevtools, services.look().theme));
    window = opened;
    const windowId = String(opened.webContents.id);
    // The page's own title must not replace the one that names the profile.
    opened.on('page-title-updated', (event) => event.preventDefault());
    opened.once('ready-to-show', () => opened.show());
    opened.on('closed', () => {
      window = null;
      services.forgetWindow(windowId);
    });
    await opened.loadURL(APP_URL);
  }

  return {
    profileId: services.profile.id,
    openWindow,
    window: () => window,
    close: createCloser([services.close, logFile.close], reportBug('closing')),
  };
}
