import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchChromium } from './browser.ts';
import { openTerminalWindow, type TerminalWindow, type WindowSetup } from './terminal-window.ts';
import { startTerminal, type Terminal } from './terminal.ts';

/** A browser, a terminal on its own simulator, and a window of it as its trader has it. */
export interface OwnTerminal {
  readonly browser: Browser;
  readonly view: TerminalWindow;
  readonly terminal: Terminal;
  /** The terminal ended and started over the same files, with a new window. */
  readonly restart: (setup?: WindowSetup) => Promise<OwnTerminal>;
}

/** Opened while a test file is being read, and closed after its last test. */
export async function openOwnTerminal(setup: WindowSetup = {}): Promise<OwnTerminal> {
  const browser = await launchChromium();
  let terminal = await startTerminal();
  afterAll(async () => {
    await browser.close();
    await terminal.stop();
    terminal.removeData();
  });
  async function open(window: WindowSetup): Promise<OwnTerminal> {
    const view = await openTerminalWindow(browser, terminal.url, { confirmation: 'as set', ...window });
    const restart = async (next: WindowSetup = window): Promise<OwnTerminal> => {
      await view.close();
      await terminal.stop();
      terminal = await startTerminal({ dataDir: terminal.dataDir });
      return open(next);
    };
    return { browser, view, terminal, restart };
  }
  return open(setup);
}
