/**
 * A double of the `electron` module over a real Chromium, with the parts the terminal uses. `ELECTRON_DOUBLE_CDP` is
 * the browser's address.
 */
import type { BrowserWindowConstructorOptions } from 'electron';
import { createAppDouble } from './app-double.ts';
import { readScreens } from './screens.ts';
import { connectBrowser } from './browser-connection.ts';
import { createIpcMainDouble } from './ipc-main-double.ts';
import { createProtocolDouble } from './protocol-double.ts';
import { createSessionDouble } from './session-double.ts';
import { WindowDouble } from './window-double.ts';

const connection = connectBrowser(process.env['ELECTRON_DOUBLE_CDP']);

export const app = createAppDouble(connection);
export const ipcMain = createIpcMainDouble();
export const protocol = createProtocolDouble();
export const session = { defaultSession: createSessionDouble() };

export class BrowserWindow extends WindowDouble {
  constructor(options: BrowserWindowConstructorOptions) {
    super({ app, connection, ipcMain, protocol, session: session.defaultSession }, options);
  }
}

/** Whoever is asked for a folder takes the one that is offered. */
export const dialog = {
  showOpenDialog: async ({ defaultPath }: { readonly defaultPath: string }) => ({
    canceled: false,
    filePaths: [defaultPath],
  }),
};

/** The keyring of `ELECTRON_DOUBLE_KEYRING`; without it as on a bare Linux, where nothing truly encrypts. */
const keyring = process.env['ELECTRON_DOUBLE_KEYRING'] ?? 'basic_text';
/** What a keyring seals no other opens, and nobody reads who has not got it. */
const turn = (bytes: Buffer): Buffer => bytes.map((byte) => byte ^ 0xa5) as Buffer;

export const safeStorage = {
  isEncryptionAvailable: (): boolean => true,
  getSelectedStorageBackend: (): string => keyring,
  encryptString: (text: string): Buffer => turn(Buffer.from(`${keyring}:${text}`, 'utf8')),
  decryptString: (sealed: Buffer): string => {
    const opened = turn(sealed).toString('utf8');
    if (!opened.startsWith(`${keyring}:`)) throw new Error('Error while decrypting the ciphertext');
    return opened.slice(keyring.length + 1);
  },
};

/** The screens of `ELECTRON_DOUBLE_SCREENS`, the main one first; else one, as of a usual monitor. */
const [display, ...otherDisplays] = readScreens(process.env['ELECTRON_DOUBLE_SCREENS']);
export const screen = {
  getAllDisplays: () => [...otherDisplays, display],
  getPrimaryDisplay: () => display,
  on: (): void => undefined,
};

/** The terminal only takes the menu away. */
export const Menu = { setApplicationMenu: (): void => undefined };

/** Tells on standard error what the system would have shown. */
export class Notification {
  static isSupported(): boolean {
    return true;
  }

  readonly #options: { readonly title?: string; readonly body?: string };

  constructor(options: { readonly title?: string; readonly body?: string }) {
    this.#options = options;
  }

  once(): this {
    return this;
  }

  show(): void {
    process.stderr.write(`notification: ${this.#options.title ?? ''} | ${this.#options.body ?? ''}\n`);
  }
}
