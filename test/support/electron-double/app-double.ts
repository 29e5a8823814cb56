import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import type { BrowserConnection } from './browser-connection.ts';
import { createCancellableEvent } from './cancellable-event.ts';

/** A window as the app sees it. */
export interface OwnedWindow {
  readonly closeForQuit: () => Promise<void>;
}

type Modelled =
  | 'whenReady'
  | 'setPath'
  | 'requestSingleInstanceLock'
  | 'enableSandbox'
  | 'quit'
  | 'exit'
  | 'isPackaged';

/** Life of an app: ready when the browser is connected; quits through its windows and `will-quit`. */
export function createAppDouble(connection: BrowserConnection) {
  const events = new EventEmitter();
  const windows = new Set<OwnedWindow>();
  let isQuitting = false;

  async function quit(): Promise<void> {
    isQuitting = true;
    events.emit('before-quit');
    await Promise.all([...windows].map((window) => window.closeForQuit()));
    const event = createCancellableEvent();
    events.emit('will-quit', event);
    if (event.defaultPrevented) {
      isQuitting = false;
      return;
    }
    await end(0);
  }

  async function end(code: number): Promise<void> {
    await connection.disconnect();
    process.exit(code);
  }

  const modelled = {
    isPackaged: true,
    whenReady: async () => {
      await connection.context();
    },
    setPath: () => undefined,
    // One process to a test: there is never a second instance.
    requestSingleInstanceLock: () => true,
    enableSandbox: () => undefined,
    quit: () => {
      if (!isQuitting) void quit();
    },
    exit: (code = 0) => void end(code),
  } satisfies Pick<App, Modelled>;

  return {
    ...modelled,
    on: (name: string, listener: (...values: unknown[]) => void): void => void events.on(name, listener),
    emit: (name: string, ...values: unknown[]): void => void events.emit(name, ...values),
    addWindow: (window: OwnedWindow): void => void windows.add(window),
    removeWindow: (window: OwnedWindow): void => {
      windows.delete(window);
      if (windows.size === 0 && !isQuitting) events.emit('window-all-closed');
    },
  };
}

export type AppDouble = ReturnType<typeof createAppDouble>;
