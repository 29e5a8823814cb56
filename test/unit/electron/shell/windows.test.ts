import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { createWindows } from '../../../../electron/shell/windows.ts';

const AREA = { x: 0, y: 0, width: 1920, height: 1080 };

/** Windows whose pages are loaded, or are not, by command. */
function startWindows() {
  const made: WindowStandIn[] = [];
  const failed: string[] = [];

  class WindowStandIn extends EventEmitter {
    readonly webContents = { id: made.length + 1 };
    isShown = false;
    endLoad: (error: Error | null) => void = () => undefined;

    constructor() {
      super();
      made.push(this);
    }

    loadURL(): Promise<void> {
      return new Promise((resolve, reject) => {
        this.endLoad = (error) => (error === null ? resolve() : reject(error));
      });
    }

    show(): void {
      this.isShown = true;
    }

    /** As in Electron, a load of a window that is gone has failed. */
    close(): void {
      this.emit('closed');
      this.endLoad(new Error("ERR_FAILED (-2) loading 'app://strikedesk/'"));
    }
  }

  const windows = createWindows({
    BrowserWindow: WindowStandIn as unknown as typeof BrowserWindow,
    screen: {
      getAllDisplays: () => [],
      getPrimaryDisplay: () => ({ id: 1, workArea: AREA }),
      on: () => undefined,
    } as unknown as Parameters<typeof createWindows>[0]['screen'],
    preload: '/preload.cjs',
    title: () => 'Strikedesk',
    theme: () => 'dark',
    mayUseDevtools: false,
    places: { read: () => null, keep: () => undefined, forget: () => undefined },
    recovery: { watch: () => undefined },
    onNotLoaded: (name, error) => failed.push(`${name}: ${String(error)}`),
    onGone: () => undefined,
    onDismissed: () => undefined,
  });
  return { windows, made, failed };
}

it('a window that its trader closes while its page is loaded is no failure of its opening', async () => {
  const { windows, made, failed } = startWindows();
  const opening = windows.open(null);
  made[0]?.close();
  await opening;
  expect([windows.main(), failed]).toEqual([null, []]);
});

it('a page that went while it was loaded, and is loaded anew, is no failure of its opening; its window is shown', async () => {
  const { windows, made, failed } = startWindows();
  const opening = windows.open(null);
  made[0]?.endLoad(new Error('ERR_ABORTED (-3)'));
  await opening;
  expect([windows.main() === null, made[0]?.isShown]).toEqual([false, true]);
  expect(failed).toEqual(['main: Error: ERR_ABORTED (-3)']);
});
