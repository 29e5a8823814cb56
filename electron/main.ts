import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
} from 'electron';
import { readEnvironment } from './host/handed-service.ts';
import { type HostOptions, readHostOptions } from './host/host-options.ts';
import { APP_URL, registerAppScheme } from './shell/app-protocol.ts';
import { holdSingleInstance } from './shell/single-instance.ts';
import { startTerminal, type Terminal } from './shell/terminal.ts';

const PATHS = {
  page: fileURLToPath(new URL('../renderer', import.meta.url)),
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  resources: process.resourcesPath,
  packageFile: fileURLToPath(new URL('../../package.json', import.meta.url)),
};

/** Wrong options: nothing was started. */
const EXIT_USAGE = 2;

function warn(sentence: string): void {
  process.stderr.write(`strikedesk: ${sentence}\n`);
}

function run(options: HostOptions): void {
  let terminal: Terminal | null = null;
  let isClosed = false;
  // Of a folder that others may look into, too, each file is its owner's alone.
  process.umask(0o077);
  // Chromium's own files, and with them the lock of a single instance, belong to the data folder.
  app.setPath('userData', join(options.dataDir, 'electron'));
  if (!holdSingleInstance(app, () => terminal?.window() ?? null)) {
    warn('the terminal already runs on this data folder; its window is shown');
    app.quit();
    return;
  }
  app.enableSandbox();
  registerAppScheme(protocol);

  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => void terminal?.openWindows());
  app.on('before-quit', () => terminal?.beginEnd());
  app.on('will-quit', (event) => {
    if (isClosed || terminal === null) return;
    event.preventDefault();
    void terminal.close().then(() => {
      isClosed = true;
      app.quit();
    });
  });
  process.on('SIGINT', () => app.quit());
  process.on('SIGTERM', () => app.quit());
  // The channel to the starter closes when that is gone, however it went.
  process.on('disconnect', () => app.quit());

  app
    .whenReady()
    .then(async () => {
      // macOS edits text through its menu; elsewhere a menu only offers reloads and zoom.
      if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
      const shell = {
        app,
        BrowserWindow,
        dialog,
        ipcMain,
        Notification,
        protocol,
        safeStorage,
        screen,
        session: session.defaultSession,
      };
      terminal = await startTerminal(shell, options, PATHS);
      await terminal.openWindows();
      const line = { url: APP_URL, host: 'electron', profile: terminal.profileId() };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    })
    .catch((error: unknown) => {
      warn(`could not start: ${error instanceof Error ? error.message : 'for an unknown reason'}`);
      app.exit(1);
    });
}

const options = readHostOptions(process.argv.slice(1), readEnvironment(process.argv, process.env), {
  platform: process.platform,
  homeDir: homedir(),
});
if (options.ok) {
  run(options.value);
} else {
  warn(options.error);
  app.exit(EXIT_USAGE);
}
