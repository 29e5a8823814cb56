import type { App, BrowserWindow } from 'electron';

/**
 * False when the terminal already runs on this data folder; that one shows its window. Ask after the app's folder is
 * set.
 */
export function holdSingleInstance(app: App, window: () => BrowserWindow | null): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const shown = window();
    if (shown === null) return;
    if (shown.isMinimized()) shown.restore();
    shown.focus();
  });
  return true;
}
