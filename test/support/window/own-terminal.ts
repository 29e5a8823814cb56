import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/simulator.ts';
import { shareChromium } from './browser.ts';
import { openTerminalWindow, type TerminalWindow, type WindowSetup } from './terminal-window.ts';
import { startTerminal, type Terminal } from './terminal.ts';

/** A terminal and a window of it. */
export interface OpenTerminal {
  readonly view: TerminalWindow;
  readonly terminal: Terminal;
}

/** A browser, a terminal on its own simulator, and a window of it as its trader has it. */
export interface OwnTerminal extends OpenTerminal {
  readonly browser: Browser;
  /** The terminal ended and started over the same files, with a new window; `meanwhile` is done between the two. */
  readonly restart: (setup?: WindowSetup, meanwhile?: () => Promise<void> | void) => Promise<OpenTerminal>;
}

/** The same on a simulator that the test drives. */
export interface ServedTerminal extends OwnTerminal {
  readonly simulator: Simulator;
}

/** The service that a test drives, unless it needs another one. */
const SERVICE: SimulatorOptions = { seed: 11 };

/** A browser and a service for a test file: opened while it is being read, and closed after its last test. */
export async function openService(
  options: SimulatorOptions = SERVICE,
): Promise<{ readonly browser: Browser; readonly simulator: Simulator }> {
  const [browser, simulator] = await Promise.all([shareChromium(), createSimulator(options)]);
  afterAll(async () => {
    await browser.close();
    await simulator.close();
  });
  return { browser, simulator };
}

/** Opened while a test file is being read, and closed after its last test. */
export async function openOwnTerminal(window: WindowSetup = {}): Promise<OwnTerminal> {
  const browser = await shareChromium();
  afterAll(() => browser.close());
  return openTerminal(browser, window);
}

/** Opened while a test file is being read, and closed after its last test. */
export async function openServedTerminal(
  window: WindowSetup = {},
  options: SimulatorOptions = SERVICE,
): Promise<ServedTerminal> {
  const { browser, simulator } = await openService(options);
  return { ...(await openTerminal(browser, window, simulator)), simulator };
}

async function openTerminal(browser: Browser, window: WindowSetup, simulator?: Simulator): Promise<OwnTerminal> {
  const service = simulator === undefined ? {} : { simulator };
  const open = async (setup: WindowSetup) =>
    openTerminalWindow(browser, terminal.url, { confirmation: 'as set', ...setup });
  let terminal = await startTerminal(service);
  let view = await open(window);
  // What is said to have been opened last is closed first: the page before who serves it, and that before its service.
  afterAll(async () => {
    await view.close();
    await terminal.stop();
    terminal.removeData();
  });
  const restart: OwnTerminal['restart'] = async (setup = window, meanwhile) => {
    await view.close();
    await terminal.stop();
    await meanwhile?.();
    terminal = await startTerminal({ ...service, dataDir: terminal.dataDir });
    view = await open(setup);
    return { view, terminal };
  };
  return { browser, view, terminal, restart };
}
