import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { BrowserContext, Page } from 'playwright-core';
import { OPTIONS_PREFIX } from '../../../electron/host/host-options.ts';
import { launchChromiumWithPort } from '../window/browser.ts';
import { endTourBefore } from '../window/ended-tour.ts';
import { serviceEnvironment, type TerminalSetup } from '../window/terminal.ts';
import { type Crossed, readCrossed } from './crossed.ts';
import { LEAVE_BINDING, MOVE_BINDING } from './preload-shim.ts';
import type { Area } from './screens.ts';

const MAIN = fileURLToPath(new URL('../../../out/main/main.js', import.meta.url));
const REGISTER = new URL('./register.ts', import.meta.url).href;

/** The real built main process over the stand-in for Electron, and its window in a real Chromium. */
export interface ElectronRun {
  /** What it printed: the line of a start. */
  readonly line: { readonly url: string; readonly host: string; readonly profile: string };
  readonly page: Page;
  readonly context: BrowserContext;
  /** With which options the main process made its window. */
  readonly windowOptions: BrowserWindowConstructorOptions;
  /** What the console of the window said that it should not have. */
  readonly complaints: readonly string[];
  /** What its windows did so far that they may not: for a test that has them try. */
  readonly takeBreaches: () => string[];
  /** What the system was asked to show, `title | text`, in order. */
  readonly notifications: () => string[];
  /** What the network of the windows was told to be, in order. */
  readonly network: () => string[];
  /** What the window was named after it was made, in order. */
  readonly titles: () => string[];
  /** Where windows were when their pages were loaded, in order. */
  readonly places: () => WindowOpened[];
  /** What crossed between main process and windows since they started, a message each; only where it was to be recorded. */
  readonly crossed: () => Crossed;
  /** Moves the window of a page, as its trader would. */
  readonly move: (page: Page, bounds: Area) => Promise<void>;
  /** Its trader turns to another program. */
  readonly leave: (page: Page) => Promise<void>;
  /** Resolves with the exit code once the main process has ended. */
  readonly ended: Promise<number | null>;
  /** SIGTERM to the main process. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL to the main process, as when the machine loses its power. */
  readonly kill: () => Promise<number | null>;
  /** Closes the browser and removes what was written; rejects when a window did what it may not. */
  readonly dispose: () => Promise<void>;
}

export interface WindowOpened extends Area {
  readonly address: string;
}

export interface ElectronSetup {
  /** Work areas, the main screen's first; one of a usual monitor unless given. */
  readonly screens?: readonly Area[];
  /** What the system keeps secrets in, by Electron's name of it; nothing that truly encrypts unless given. */
  readonly keyring?: string;
  /** Whether what crosses between main process and windows is recorded. */
  readonly recordsCrossed?: boolean;
  /** The service that is opened at the start, as one whom the environment names it. */
  readonly service?: TerminalSetup['simulator'];
}

/** What a person does to a window is told to the main process. */
function callBinding(page: Page, name: string, given: unknown): Promise<void> {
  return page.evaluate(
    ([binding, value]) =>
      (globalThis as unknown as Record<string, (value: unknown) => Promise<void>>)[binding]?.(value),
    [name, given] as const,
  );
}

/** Starts main.js, on a folder of its own unless one is given; rejects with what it said when it ends before its line. */
export async function runElectron(dataDir?: string, setup: ElectronSetup = {}): Promise<ElectronRun> {
  const { screens, keyring, recordsCrossed = false, service } = setup;
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-electron-'));
  const { context, address, breaches } = await launchChromiumWithPort(join(folder, 'chromium'));
  const complaints: string[] = [];
  const opened = new Promise<Page>((resolve) => {
    context.once('page', (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      resolve(page);
    });
  });
  // The first window that is made is the main one.
  const record = join(folder, 'window.json');
  const traffic = join(folder, 'crossed.jsonl');
  const data = dataDir ?? join(folder, 'data');
  if (!existsSync(data)) await endTourBefore(data);
  const options = JSON.stringify({ dataDir: data });
  const child = spawn(process.execPath, ['--import', REGISTER, MAIN, `${OPTIONS_PREFIX}${options}`], {
    env: {
      ...process.env,
      ELECTRON_DOUBLE_CDP: address,
      ELECTRON_DOUBLE_RECORD: record,
      ...(keyring === undefined ? {} : { ELECTRON_DOUBLE_KEYRING: keyring }),
      ...(recordsCrossed ? { ELECTRON_DOUBLE_CROSSED: traffic } : {}),
      ...serviceEnvironment(service),
      ...(screens === undefined ? {} : { ELECTRON_DOUBLE_SCREENS: JSON.stringify(screens) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const kill = (): Promise<number | null> => {
    child.kill('SIGKILL');
    return ended;
  };
  const line = await readLine(child, () => said);
  return {
    line,
    page: await opened,
    context,
    windowOptions: JSON.parse(readFileSync(record, 'utf8')) as BrowserWindowConstructorOptions,
    complaints,
    takeBreaches: breaches.take,
    notifications: () => [...said.matchAll(/^notification: (.*)$/gm)].map(([, text = '']) => text),
    network: () => [...said.matchAll(/^network: (.*)$/gm)].map(([, text = '']) => text),
    titles: () => [...said.matchAll(/^title: (.*)$/gm)].map(([, text = '']) => text),
    places: () => [...said.matchAll(/^place: (.*)$/gm)].map(([, text = '']) => JSON.parse(text) as WindowOpened),
    crossed: () => readCrossed(traffic),
    move: (page, bounds) => callBinding(page, MOVE_BINDING, bounds),
    leave: (page) => callBinding(page, LEAVE_BINDING, null),
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill,
    dispose: async () => {
      await kill();
      await context.close();
      rmSync(folder, { recursive: true, force: true });
      breaches.expectNone();
    },
  };
}

function readLine(child: ChildProcess, said: () => string): Promise<ElectronRun['line']> {
  return new Promise((resolve, reject) => {
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).once('line', (text) => resolve(JSON.parse(text) as ElectronRun['line']));
    }
    child.once('exit', (code) => reject(new Error(`main.js ended with ${code}: ${said()}`)));
    child.once('error', reject);
  });
}
