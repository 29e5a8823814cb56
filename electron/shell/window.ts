import type { BrowserWindowConstructorOptions } from 'electron';
import type { Theme } from '../../shared/ipc/schemas/preferences-schema.ts';

/** The window's colour before its page is painted: the page's own background, `--bg` of the theme. */
const BACKGROUNDS: Readonly<Record<Theme, string>> = {
  dark: '#0e1116',
  light: '#eceff3',
  contrast: '#000000',
  colour_safe: '#0e1116',
};

/** Of a window of its own: what its header needs, with the button that stops trading. */
export const OWN_LEAST = { minWidth: 480, minHeight: 320 } as const;

/** A window without Node, in its own sandboxed world. `preload` is an absolute path. */
export function windowOptions(
  preload: string,
  title: string,
  mayUseDevtools: boolean,
  theme: Theme,
): BrowserWindowConstructorOptions {
  return {
    title,
    // Narrower, the page no longer fits: the button that stops trading would be out of sight.
    minWidth: 1100,
    minHeight: 600,
    show: false,
    backgroundColor: BACKGROUNDS[theme],
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
