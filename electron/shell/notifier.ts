import type { BrowserWindow, Notification } from 'electron';
import type { Notify } from '../assembly/services-interface.ts';

/** Notifications of the system; a click brings the main window to the front. Nothing where the system has none. */
export function createNotifier(
  NotificationClass: typeof Notification,
  windows: () => { readonly main: BrowserWindow | null; readonly all: readonly BrowserWindow[] },
): Notify {
  return ({ title, body, isUrgent, isForAway = false }) => {
    if (!NotificationClass.isSupported()) return;
    if (isForAway && windows().all.some((window) => window.isFocused())) return;
    const notification = new NotificationClass({
      title,
      body,
      // The window makes the sound, the same under every host.
      silent: true,
      urgency: isUrgent ? 'critical' : 'normal',
      timeoutType: isUrgent ? 'never' : 'default',
    });
    notification.once('click', () => {
      const shown = windows().main;
      if (shown?.isMinimized() === true) shown.restore();
      shown?.focus();
    });
    notification.show();
  };
}
