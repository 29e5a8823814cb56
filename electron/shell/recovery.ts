import type { App, BrowserWindow } from 'electron';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { crashedUrl, windowUrl } from './app-protocol.ts';

/** So many pages of a window that went within this time are loaded anew; after one more, only the trader does that. */
const MOST_RELOADS = 3;
const WITHIN_MS = 120_000;
/** Where the plain page goes as well, so often within that time, no page can be shown here now: it waits for as long. */
const MOST_LOADS = 2 * MOST_RELOADS;
/** A page that does not answer for so long is ended, and loaded anew. */
const PATIENCE_MS = 15_000;

export interface RecoveryParts {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Log;
  /** Told of a page that could not be loaded. */
  readonly onNotLoaded: (name: string, error: unknown) => void;
  /** A page is gone: what it armed or watched ends with it. */
  readonly onGone: (contentsId: number) => void;
}

/** Keeps a window alive: a page that crashed or hangs is loaded anew, a few times, then only a plain one that asks. */
export interface Recovery {
  /** `windowId` null: the main window. */
  readonly watch: (window: BrowserWindow, windowId: string | null) => void;
}

/** Drafts and orders are the back end's: what is loaded anew shows them as they stand. */
export function createRecovery({ clock, log, onNotLoaded, onGone }: RecoveryParts): Recovery {
  return {
    watch: (window, windowId) => {
      const { webContents: contents } = window;
      const name = windowId ?? 'main';
      let crashes: number[] = [];
      let cancelEnd: (() => void) | null = null;
      let cancelLoad: (() => void) | null = null;

      function stopWaiting(): void {
        cancelEnd?.();
        cancelEnd = null;
      }

      function load(url: string): void {
        cancelLoad = null;
        window.loadURL(url).catch((error: unknown) => onNotLoaded(name, error));
      }

      window.on('unresponsive', () => {
        // A page that stands at a breakpoint does not hang.
        if (cancelEnd !== null || contents.isDevToolsOpened()) return;
        log('warn', 'window_unresponsive', { window: name });
        cancelEnd = clock.after(PATIENCE_MS, () => {
          cancelEnd = null;
          contents.forcefullyCrashRenderer();
        });
      });
      window.on('responsive', stopWaiting);
      window.on('closed', () => {
        stopWaiting();
        cancelLoad?.();
      });
      contents.on('render-process-gone', (_event, { reason, exitCode }) => {
        stopWaiting();
        if (reason === 'clean-exit') return;
        const now = clock.monotonic();
        crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now];
        log('error', 'window_gone', { window: name, reason, code: exitCode, count: crashes.length });
        onGone(contents.id);
        const url = crashes.length > MOST_RELOADS ? crashedUrl(windowId) : windowUrl(windowId);
        cancelLoad?.();
        if (crashes.length <= MOST_LOADS) load(url);
        else cancelLoad = clock.after(WITHIN_MS, () => load(url));
      });
    },
  };
}

/** Logs the end of processes beside windows, which Chromium restarts. */
export function logGoneProcesses(app: Pick<App, 'on'>, log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log('error', 'process_gone', { message: type, reason, code: exitCode });
  });
}
