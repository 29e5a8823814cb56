import type { BrowserWindow as WindowClass, Screen } from 'electron';
import type { Theme } from '../../shared/ipc/schemas/preferences-schema.ts';
import { windowUrl } from './app-protocol.ts';
import { type Bounds, canBeHeld, placeWindow } from './placement.ts';
import { OWN_LEAST, windowOptions } from './window.ts';
import type { Recovery } from './recovery.ts';
import type { WindowPlaces } from './window-places.ts';

const MAIN = 'main';
const MAIN_SIZE = { width: 1600, height: 1000 };
const OWN_SIZE = { width: 1120, height: 760 };
/** A place is kept once the window has rested for this long. */
const KEEP_AFTER_MS = 400;

export interface WindowsParts {
  readonly BrowserWindow: typeof WindowClass;
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'>;
  readonly preload: string;
  /** What a window is called when it opens. */
  readonly title: () => string;
  readonly theme: () => Theme;
  readonly mayUseDevtools: boolean;
  readonly places: WindowPlaces;
  readonly recovery: Recovery;
  /** Told of a page that could not be loaded, in a window that is still there. */
  readonly onNotLoaded: (name: string, error: unknown) => void;
  /** The contents of this window are gone. */
  readonly onGone: (contentsId: number) => void;
  /** The trader closed a window of its own, and wants it no more. */
  readonly onDismissed: (windowId: string) => void;
}

/** The terminal's windows: the main one, and those that hold what was moved out of it. */
export interface Windows {
  readonly main: () => WindowClass | null;
  readonly all: () => readonly WindowClass[];
  /** Opens a window or brings it to the front; null is the main one. Resolves when its page has loaded or failed. */
  readonly open: (windowId: string | null) => Promise<void>;
  /** Another profile was opened: of windows of their own, those that it does not have close, and are there for the one before. */
  readonly closeAllBut: (windowIds: readonly string[]) => void;
  /** From now on windows close because the terminal ends: they are there again at the next start. */
  readonly beginEnd: () => void;
}

export function createWindows(parts: WindowsParts): Windows {
  const { BrowserWindow, screen, places } = parts;
  const windows = new Map<string, WindowClass>();
  const leaving = new Set<string>();
  let isEnding = false;

  function screens(): [Bounds, ...Bounds[]] {
    const first = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== first.id);
    return [first.workArea, ...others.map(({ workArea }) => workArea)];
  }

  // A screen that is unplugged takes no window with it.
  screen.on('display-removed', () => {
    const left = screens();
    for (const window of windows.values()) {
      const bounds = window.getBounds();
      if (!left.some((area) => canBeHeld(bounds, area))) window.setBounds(placeWindow(bounds, left));
    }
  });

  function place(name: string): Bounds {
    const kept = places.read(name);
    const [area] = screens();
    const size = name === MAIN ? MAIN_SIZE : OWN_SIZE;
    const middle = {
      x: area.x + Math.round((area.width - size.width) / 2),
      y: area.y + Math.round((area.height - size.height) / 2),
      ...size,
    };
    return placeWindow(kept ?? middle, screens());
  }

  function keepPlace(name: string, window: WindowClass): void {
    places.keep(name, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  }

  /** Keeps where a window is, whenever it has come to rest. */
  function follow(name: string, window: WindowClass): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => keepPlace(name, window), KEEP_AFTER_MS);
    };
    window.on('move', later);
    window.on('resize', later);
    window.on('close', () => {
      clearTimeout(timer);
      keepPlace(name, window);
    });
  }

  /** They come back: with the main window from which they were opened, or with their profile. */
  function closeAllBut(windowIds: readonly string[]): void {
    for (const [name, window] of windows) {
      if (name === MAIN || windowIds.includes(name)) continue;
      leaving.add(name);
      window.close();
    }
  }

  async function open(windowId: string | null): Promise<void> {
    const name = windowId ?? MAIN;
    const known = windows.get(name);
    if (known !== undefined) {
      if (known.isMinimized()) known.restore();
      known.focus();
      return;
    }
    const bounds = place(name);
    const window = new BrowserWindow({
      ...windowOptions(parts.preload, parts.title(), parts.mayUseDevtools, parts.theme()),
      ...(windowId === null ? {} : OWN_LEAST),
      ...bounds,
    });
    windows.set(name, window);
    const contentsId = window.webContents.id;
    // The page's own title must not replace the one that names the profile.
    window.on('page-title-updated', (event) => event.preventDefault());
    window.once('ready-to-show', () => {
      if (places.read(name)?.isMaximized === true) window.maximize();
      window.show();
    });
    follow(name, window);
    parts.recovery.watch(window, windowId);
    window.on('closed', () => {
      windows.delete(name);
      parts.onGone(contentsId);
      if (windowId === null) closeAllBut([]);
      else if (!isEnding && !leaving.delete(name)) {
        places.forget(name);
        parts.onDismissed(windowId);
      }
    });
    await load(name, window, windowUrl(windowId));
  }

  /**
   * A failed load doesn't end the terminal: the window was closed or reloads. One still there is shown, so it can be
   * closed.
   */
  async function load(name: string, window: WindowClass, url: string): Promise<void> {
    try {
      await window.loadURL(url);
    } catch (error) {
      if (windows.get(name) !== window) return;
      parts.onNotLoaded(name, error);
      window.show();
    }
  }

  return {
    main: () => windows.get(MAIN) ?? null,
    all: () => [...windows.values()],
    open,
    closeAllBut,
    beginEnd: () => {
      isEnding = true;
    },
  };
}
