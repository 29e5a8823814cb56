import { afterEach } from 'vitest';
import { openService } from '../window/own-terminal.ts';
import { startTerminal, type Terminal } from '../window/terminal.ts';
import { openTerminalWindow, type TerminalWindow, type WindowSetup } from '../window/terminal-window.ts';
import { putSetting } from './kept.ts';

/** A window of a terminal whose profile has a setting kept as another version kept it; closed after the test. */
export interface KeptWindow {
  readonly view: TerminalWindow;
  readonly terminal: Terminal;
}

/** Gives what opens such a window, by the setting's key; called while a test file is being read. */
export async function openKeptBench(): Promise<
  (key: string, value: unknown, setup?: WindowSetup) => Promise<KeptWindow>
> {
  const { browser, simulator } = await openService();
  const opened: KeptWindow[] = [];
  afterEach(async () => {
    for (const { view, terminal } of opened.splice(0)) {
      await view.close();
      await terminal.stop();
      terminal.removeData();
    }
  });
  return async (key, value, setup) => {
    const first = await startTerminal({ simulator });
    await first.stop();
    putSetting(first.dataDir, key, value);
    const terminal = await startTerminal({ simulator, dataDir: first.dataDir });
    const view = await openTerminalWindow(browser, terminal.url, setup);
    opened.push({ view, terminal });
    return { view, terminal };
  };
}
