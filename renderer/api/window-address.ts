import { OWN_WINDOW_ID } from '../../shared/ipc/window-id.ts';

const PARAM = 'window';

/** Which window a page's address makes it; null for the main one, and for anything that names none. */
export function readWindowId(search: string): string | null {
  const id = new URLSearchParams(search).get(PARAM);
  return id !== null && OWN_WINDOW_ID.test(id) ? id : null;
}

/** Whether a page was asked to begin with the standard arrangement, after others of this window had crashed. */
export function isSafePage(search: string): boolean {
  return new URLSearchParams(search).has('safe');
}

/** A new window's name: letters and digits, eight of them. */
export function makeWindowId(random: () => number): string {
  const digits = Array.from({ length: 8 }, () => Math.floor(random() * 36).toString(36));
  return `w-${digits.join('')}`;
}

/**
 * Asks the host for a window. It is no opener's: in a browser it gets a process of its own, so that what ends one window
 * leaves the others, and nothing tells whether one opened: it calls in itself.
 */
export function openOwnWindow(page: Window, id: string): void {
  page.open(`${page.location.origin}/?${PARAM}=${id}`, id, 'popup,noopener,width=1100,height=760');
}
