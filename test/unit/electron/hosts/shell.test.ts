import { readFileSync } from 'node:fs';
import type { App, BrowserWindow, Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { createCloser } from '../../../../electron/assembly/closer.ts';
import { isTrustedSender } from '../../../../electron/shell/ipc.ts';
import { isAllowedDownload, isAllowedRequest, lockSession } from '../../../../electron/shell/lockdown.ts';
import { holdSingleInstance } from '../../../../electron/shell/single-instance.ts';
import { createSessionDouble } from '../../../support/electron-double/session-double.ts';
import { OWN_LEAST, windowOptions } from '../../../../electron/shell/window.ts';

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
  const widths = [...css.matchAll(/min-width: (\d+)px/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(1);
  expect(windowOptions('/p/preload.cjs', 'Strikedesk', false, 'dark').minWidth).toBeGreaterThan(widths[0] ?? Infinity);
  expect(OWN_LEAST.minWidth).toBeGreaterThan(widths[0] ?? Infinity);
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

describe('a download of a window', () => {
  it.each([
    ['blob:app://strikedesk/1', 'text/csv', true],
    ['blob:app://strikedesk/1', 'application/json', true],
    ['blob:app://strikedesk/1', 'text/html', false],
    ['blob:https://example.com/1', 'text/csv', false],
    ['https://example.com/list.csv', 'text/csv', false],
  ])('%s as %s is let through by its session: %j', async (url, mimeType, isAllowed) => {
    const session = createSessionDouble();
    expect(session.mayDownload(url, mimeType)).toBe(true);
    await lockSession(session as unknown as Session, false);
    expect(session.mayDownload(url, mimeType)).toBe(isAllowed);
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

describe('the session of the windows', () => {
  it('grants no permission, whichever way it is asked', async () => {
    const handlers = new Map<string, (...given: never[]) => unknown>();
    const keep = (name: string) => (handler: (...given: never[]) => unknown) => void handlers.set(name, handler);
    const session = {
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      webRequest: { onBeforeRequest: keep('network') },
      on: keep('download'),
      setProxy: async () => undefined,
    };
    await lockSession(session as unknown as Session, false);
    const ask = (name: string, ...given: unknown[]): unknown =>
      Reflect.apply(handlers.get(name) ?? (() => 'nobody refuses'), undefined, given);
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'usb', 'serial']) {
      const decisions: boolean[] = [];
      ask('request', null, permission, (isGranted: boolean) => decisions.push(isGranted));
      expect(decisions, permission).toEqual([false]);
      expect(ask('check', null, permission, 'app://strikedesk'), permission).toBe(false);
      expect(ask('device', { deviceType: permission }), permission).toBe(false);
    }
  });
});

describe('a second instance on one data folder', () => {
  function hold(isFirst: boolean, isMinimized = false) {
    const done: string[] = [];
    let second: () => void = () => undefined;
    const app = {
      requestSingleInstanceLock: () => isFirst,
      on: (name: string, listener: () => void) => {
        if (name === 'second-instance') second = listener;
      },
    };
    const window = {
      isMinimized: () => isMinimized,
      restore: () => done.push('restored'),
      focus: () => done.push('focused'),
    };
    const mayRun = holdSingleInstance(app as unknown as App, () => window as unknown as BrowserWindow);
    return { mayRun, done, startSecond: () => second() };
  }

  it('may not run', () => {
    expect(hold(false).mayRun).toBe(false);
  });

  it('brings the window of the first one to the front, out of the task bar too', () => {
    const shown = hold(true);
    expect(shown.mayRun).toBe(true);
    shown.startSecond();
    expect(shown.done).toEqual(['focused']);
    const minimized = hold(true, true);
    minimized.startSecond();
    expect(minimized.done).toEqual(['restored', 'focused']);
  });
});
