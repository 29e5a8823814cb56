const NAME = 'strikedesk-session-key';

/** What the key of a session is taken from, and where it is kept. */
export interface KeyParts {
  readonly document: Pick<Document, 'querySelector'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly location: Pick<Location, 'pathname'>;
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Takes the key out of the first page of a session, and the used token out of its address. It is kept in the one storage
 * that belongs to this port alone, for reloads and further windows; it is worth nothing once the terminal has ended.
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
