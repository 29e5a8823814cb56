const NAME = 'strikedesk-session-key';

/** Where a session's key comes from and is kept. */
export interface KeyParts {
  readonly document: Pick<Document, 'querySelector'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly location: Pick<Location, 'pathname'>;
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Takes the key out of a session's first page, and the used token out of its address. It is kept for reloads and further
 * windows, in the storage of this port alone, and ends with the terminal.
 */
export function takeSessionKey({ document, history, location, localStorage }: KeyParts): void {
  const place = document.querySelector<HTMLMetaElement>('meta[name="session-key"]');
  const key = place?.content ?? '';
  place?.remove();
  if (key === '') return;
  localStorage.setItem(NAME, key);
  history.replaceState(null, '', location.pathname);
}

/** The key of this session; null where this browser was never given one. */
export function readSessionKey({ localStorage }: Pick<KeyParts, 'localStorage'>): string | null {
  return localStorage.getItem(NAME);
}
