import { describe, expect, it } from 'vitest';
import { listDocuments, readDocument } from '../../support/documents.ts';

const SOURCES = listDocuments('renderer/**/*.{ts,tsx}').map((path) => ({ path, text: readDocument(path) }));

function findIn(pattern: RegExp): string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('names of the page', () => {
  it('are the browser’s own: nothing is kept on window or document, nor read from them by a name that is made', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    // What is not the browser's own does not compile, unless one of these says otherwise.
    expect(
      findIn(/declare global|\b(?:window|document|globalThis|self)\[|\((?:window|document|globalThis) as /),
    ).toEqual([]);
    expect(
      findIn(/Reflect\.\w+\((?:window|document|globalThis)|Object\.assign\((?:window|document|globalThis)/),
    ).toEqual([]);
  });

  it('are not taken by an element: no form, picture or frame has a name, which would hide the document’s own', () => {
    expect(findIn(/<(?:form|img|iframe|embed|object)\b[^>]*\s(?:name|id)=/)).toEqual([]);
  });
});

describe('pages', () => {
  it('keep nothing in the browser’s storage but the key of their session', () => {
    expect(findIn(/\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches)\b|document\.cookie/)).toEqual([
      'renderer/api/session-key.ts',
    ]);
  });
});

describe('messages of a page', () => {
  it('are heard from its worker, its socket and the channel of its own origin, never from another window', () => {
    expect(findIn(/\.onmessage\b|addEventListener\(\s*'message'/).toSorted()).toEqual([
      'renderer/api/own-window-calls.ts',
      'renderer/api/socket-port.ts',
      'renderer/features/rfq/analysis/use-analysis.ts',
      'renderer/features/rfq/analysis/worker.ts',
      'renderer/stores/orders/fill-elsewhere.ts',
      'renderer/stores/told-store.ts',
      'renderer/stores/workspace/selection-sync.ts',
    ]);
    expect(findIn(/window\.addEventListener\(\s*'message'|\b(?:opener|parent)\.postMessage/)).toEqual([]);
  });
});
