import type { BrowserWindowConstructorOptions } from 'electron';

/** The window's colour before its page is painted; the page's own background. */
const BACKGROUND = '#0d1117';

/** A window without Node, in its own sandboxed world. `preload` is an absolute path. */
export function windowOptions(
  preload: string,
  title: string,
  mayUseDevtools: boolean,
): BrowserWindowConstructorOptions {
  return {
    title,
    // Narrower, the page no longer fits: the button that stops trading would be out of sight.
    minWidth: 1100,
    minHeight: 600,
    show: false,
    backgroundColor: BACKGROUND,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      // An alert sounds whether the window was touched or not.
      autoplayPolicy: 'no-user-gesture-required',
      devTools: mayUseDevtools,
      // Prices behind another window are still wanted the moment it is looked at.
      backgroundThrottling: false,
    },
  };
}
