import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCloser } from '../../../../electron/closer.ts';
import { isTrustedSender } from '../../../../electron/shell/ipc.ts';
import { isAllowedDownload, isAllowedRequest } from '../../../../electron/shell/lockdown.ts';
import { windowOptions } from '../../../../electron/shell/window.ts';

describe('a sender of IPC', () => {
  it('is trusted only as the top frame of our page', () => {
    expect(isTrustedSender({ origin: 'app://strikedesk', parent: null })).toBe(true);
    expect(isTrustedSender({ origin: 'app://strikedesk', parent: {} })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
  });

  it.each(['app://strikedesk.evil', 'app://other', 'https://strikedesk', 'null', '', 'file://', 'app://strikedesk/'])(
    'is refused with the origin %j',
    (origin) => {
      expect(isTrustedSender({ origin, parent: null })).toBe(false);
    },
  );
});

describe('the network of a window', () => {
  it('is its own files', () => {
    expect(isAllowedRequest('app://strikedesk/assets/index.js', false)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'http://127.0.0.1/',
    'ws://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/html,x',
    'blob:app://strikedesk/1',
    'app://other/',
    'app://strikedesk.evil/',
    'devtools://devtools/x.html',
    'ftp://example.com/',
  ])('is never %s', (url) => {
    expect(isAllowedRequest(url, false)).toBe(false);
  });

  it('is the developer tools as well where they are allowed', () => {
    expect(isAllowedRequest('devtools://devtools/x.html', true)).toBe(true);
    expect(isAllowedRequest('https://example.com/', true)).toBe(false);
  });
});

it('a window is never narrower than its page', () => {
  const css = readFileSync(new URL('../../../../renderer/app.css', import.meta.url), 'utf8');
  const [, least] = /min-width: (\d+)px/.exec(css) ?? [];
  expect(windowOptions('/p/preload.cjs', 'Strikedesk', false, 'dark').minWidth).toBeGreaterThan(Number(least));
});

it('a window is made without Node, in its own sandboxed world', () => {
  expect(windowOptions('/p/preload.cjs', 'Strikedesk', false, 'dark').webPreferences).toMatchObject({
    preload: '/p/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
  });
});

describe('a download', () => {
  it('is a list that the window made', () => {
    expect(isAllowedDownload('blob:app://strikedesk/1-2-3', 'text/csv;charset=utf-8')).toBe(true);
  });

  it.each([
    ['blob:app://strikedesk/1', 'text/html'],
    ['blob:app://strikedesk/1', 'application/x-msdownload'],
    ['blob:app://strikedesk.evil/1', 'text/csv'],
    ['blob:https://example.com/1', 'text/csv'],
    ['https://example.com/list.csv', 'text/csv'],
    ['data:text/csv,a', 'text/csv'],
    ['app://strikedesk/index.html', 'text/html'],
  ])('is never %s as %s', (url, mimeType) => {
    expect(isAllowedDownload(url, mimeType)).toBe(false);
  });
});

describe('closing', () => {
  it('runs every step once and in order, however often it is asked, past one that fails', async () => {
    const done: string[] = [];
    const failures: unknown[] = [];
    const failure = new Error('disk');
    const close = createCloser(
      [() => void done.push('server'), () => Promise.reject(failure), () => void done.push('log')],
      (error) => failures.push(error),
    );
    await Promise.all([close(), close()]);
    await close();
    expect(done).toEqual(['server', 'log']);
    expect(failures).toEqual([failure]);
  });
});
