import type { BrowserWindow, Notification } from 'electron';
import { expect, it } from 'vitest';
import { createNotifier } from '../../../../electron/shell/notifier.ts';

/** Stands where the system's notifications do, and counts what was shown. */
class NotificationDouble {
  static shown: string[] = [];
  static isSupported = () => true;
  private readonly title: string;
  constructor({ title }: { readonly title: string }) {
    this.title = title;
  }
  once(): void {
    // Nobody clicks it.
  }
  show(): void {
    NotificationDouble.shown.push(this.title);
  }
}

it('what is for somebody who is away is shown while no window has the focus; an alert always', () => {
  let isFocused = true;
  const main = { isFocused: () => isFocused } as unknown as BrowserWindow;
  const other = { isFocused: () => false } as unknown as BrowserWindow;
  const notify = createNotifier(NotificationDouble as unknown as typeof Notification, () => ({
    main,
    all: [other, main],
  }));
  const fill = { title: 'fill', body: '', isUrgent: false, isForAway: true };
  notify(fill);
  notify({ title: 'alert', body: '', isUrgent: true });
  expect(NotificationDouble.shown).toEqual(['alert']);
  isFocused = false;
  notify(fill);
  expect(NotificationDouble.shown).toEqual(['alert', 'fill']);
});
