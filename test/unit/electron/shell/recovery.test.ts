import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { crashedUrl, mayNavigate } from '../../../../electron/shell/app-protocol.ts';
import { createRecovery, logGoneProcesses } from '../../../../electron/shell/recovery.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const OWN = 'w-abcdefgh';

/** A window whose page can go, and what the main process then did with it. */
function watchWindow(windowId: string | null = null) {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const gone: number[] = [];
  const loaded: string[] = [];
  let ends = 0;
  let hasDevTools = false;
  const contents = Object.assign(new EventEmitter(), {
    id: 7,
    isDevToolsOpened: () => hasDevTools,
    forcefullyCrashRenderer: () => (ends += 1),
  });
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    loadURL: (url: string) => {
      loaded.push(url);
      return Promise.resolve();
    },
  });
  const recovery = createRecovery({
    clock,
    log: (_level, event) => void logged.push(event),
    onNotLoaded: () => void logged.push('window_not_loaded'),
    onGone: (id) => void gone.push(id),
  });
  recovery.watch(window as unknown as BrowserWindow, windowId);
  return {
    clock,
    logged,
    gone,
    loaded,
    window,
    ends: () => ends,
    openDevTools: () => (hasDevTools = true),
    crash: (reason = 'crashed') => void contents.emit('render-process-gone', {}, { reason, exitCode: 5 }),
  };
}

describe('a page that went', () => {
  it('is loaded anew, and what it had armed ends with it', () => {
    const { crash, loaded, gone, logged } = watchWindow();
    crash();
    expect([loaded, gone, logged]).toEqual([['app://strikedesk/'], [7], ['window_gone']]);
  });

  it('is not when it was meant to go', () => {
    const { crash, loaded, gone } = watchWindow();
    crash('clean-exit');
    expect([loaded, gone]).toEqual([[], []]);
  });

  it('gives way to a plain one after three times within two minutes, and is loaded anew again later', async () => {
    const { crash, loaded, clock } = watchWindow(OWN);
    const own = `app://strikedesk/?window=${OWN}`;
    for (const reason of ['crashed', 'oom', 'killed', 'crashed', 'crashed']) crash(reason);
    expect(loaded).toEqual([own, own, own, crashedUrl(OWN), crashedUrl(OWN)]);
    await clock.advance(120_001);
    crash();
    expect(loaded.at(-1)).toBe(own);
  });

  it('is left for a while where no page can be shown at all, the plain one neither, and tried again then', async () => {
    const { window, crash, loaded, logged, clock } = watchWindow();
    // As where no process can be begun: whatever is loaded goes at once.
    window.loadURL = (url: string) => {
      loaded.push(url);
      if (loaded.length < 1000) queueMicrotask(() => crash('launch-failed'));
      return Promise.resolve();
    };
    crash('launch-failed');
    await clock.advance(60_000);
    expect([loaded.length, logged.length]).toEqual([6, 7]);
    await clock.advance(60_001);
    expect(loaded.length).toBeGreaterThan(6);
    window.emit('closed');
    const count = loaded.length;
    await clock.advance(600_000);
    expect(loaded).toHaveLength(count);
  });
});

describe('a page that hangs', () => {
  it('is ended after a while, once, unless it answers by then, or is closed', async () => {
    const { window, clock, ends, logged } = watchWindow();
    window.emit('unresponsive');
    await clock.advance(10_000);
    window.emit('responsive');
    await clock.advance(60_000);
    expect(ends()).toBe(0);
    window.emit('unresponsive');
    window.emit('unresponsive');
    await clock.advance(60_000);
    expect(ends()).toBe(1);
    window.emit('unresponsive');
    window.emit('closed');
    await clock.advance(60_000);
    expect(ends()).toBe(1);
    expect(logged).toEqual(['window_unresponsive', 'window_unresponsive', 'window_unresponsive']);
  });

  it('is left alone while its developer tools are open', async () => {
    const { window, clock, ends, openDevTools } = watchWindow();
    openDevTools();
    window.emit('unresponsive');
    await clock.advance(60_000);
    expect(ends()).toBe(0);
  });
});

it('processes beside the windows are told to the log when they went, not when they ended', () => {
  const app = new EventEmitter();
  const logged: unknown[] = [];
  logGoneProcesses(app as unknown as App, (_level, event, fields) => void logged.push([event, fields]));
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
  expect(logged).toEqual([['process_gone', { message: 'GPU', reason: 'crashed', code: 139 }]]);
});

describe('a page may go by itself', () => {
  it.each([
    ['to itself', 'app://strikedesk/?safe', 'app://strikedesk/?safe', true],
    ['from the plain page to its window', crashedUrl(null), 'app://strikedesk/', true],
    ['from the plain page to a safe start', crashedUrl(null), 'app://strikedesk/?safe', true],
    ['from the plain page of an own window to that', crashedUrl(OWN), `app://strikedesk/?window=${OWN}`, true],
    ['not to another own window', crashedUrl(OWN), 'app://strikedesk/?window=w-00000000', false],
    ['not from an own window to a safe start', crashedUrl(OWN), 'app://strikedesk/?safe', false],
    ['not from the plain page to elsewhere', crashedUrl(null), 'https://example.com/', false],
    ['not from the plain page to a file', crashedUrl(null), 'app://strikedesk/assets/x.html', false],
    ['not from the window to the plain page', 'app://strikedesk/', crashedUrl(null), false],
    ['not from the window to a safe start', 'app://strikedesk/', 'app://strikedesk/?safe', false],
  ])('%s', (_case, from, to, expected) => {
    expect(mayNavigate(from, to)).toBe(expected);
  });
});
