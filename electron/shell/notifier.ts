import type { BrowserWindow, Notification } from 'electron';
import type { Notify } from '../services-interface.ts';

/** Notifications of the system; a click brings the window to the front. Nothing where the system has none. */
export function createNotifier(NotificationClass: typeof Notification, window: () => BrowserWindow | null): Notify {
  return ({ title, body, isUrgent }) => {
    if (!NotificationClass.isSupported()) return;
    const notification = new NotificationClass({
      title,
      body,
      // The window makes the sound, the same under every host.
      silent: true,
      urgency: isUrgent ? 'critical' : 'normal',
      timeoutType: isUrgent ? 'never' : 'default',
    });
    notification.once('click', () => {
      const shown = window();
      if (shown?.isMinimized() === true) shown.restore();
      shown?.focus();
    });
    notification.show();
  };
}
