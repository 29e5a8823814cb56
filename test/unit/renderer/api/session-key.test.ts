import { describe, expect, it } from 'vitest';
import { readSessionKey, takeSessionKey } from '../../../../renderer/api/session-key.ts';

/** A page as the host served it, in a browser that has kept this so far. */
function serve(content: string | null, kept: Record<string, string> = {}) {
  const stored = new Map(Object.entries(kept));
  const addresses: string[] = [];
  let place = content === null ? null : { content, remove: () => (place = null) };
  const page = {
    document: { querySelector: () => place },
    history: { replaceState: (_data: unknown, _unused: string, url: string) => void addresses.push(url) },
    location: { pathname: '/' },
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
  };
  takeSessionKey(page);
  return { key: readSessionKey(page), kept: Object.fromEntries(stored), addresses, isThere: () => place !== null };
}

describe('the key of a session', () => {
  it('is taken out of the first page, and the token out of its address', () => {
    const page = serve('k1');
    expect(page.key).toBe('k1');
    expect(page.addresses).toEqual(['/']);
    expect(page.isThere()).toBe(false);
  });

  it('is there for further pages of this origin, whose own address stays as it is', () => {
    const { kept } = serve('k1');
    const page = serve('', kept);
    expect(page.key).toBe('k1');
    expect(page.addresses).toEqual([]);
    expect(page.isThere()).toBe(false);
  });

  it('is that of the newest session, and none where none was given', () => {
    expect(serve('k2', serve('k1').kept).key).toBe('k2');
    expect(serve(null).key).toBeNull();
  });
});
