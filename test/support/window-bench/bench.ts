import type { Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { PANELS, type PanelId } from '../../../renderer/panels.ts';
import { shareChromium, takeBreaches } from '../window/browser.ts';
import { panelOf, type TerminalWindow, useTerminalWindow, type WindowSetup } from '../window/terminal-window.ts';
import type { WindowBackEnd } from './back-end.ts';
import { type Bridge, openBridge } from './bridge.ts';
import { arrange, BENCH_WORKSPACE } from './layout.ts';
import { installLives } from './page-life.ts';
import { servePage } from './serve-page.ts';

export interface MountSetup extends Pick<WindowSetup, 'width' | 'height' | 'workspace'> {
  /** The panels of the one workspace, side by side; without them it is the whole window as it comes. */
  readonly panels?: readonly PanelId[];
  /** What the terminal is before the window opens. */
  readonly prepare?: (backEnd: WindowBackEnd) => void;
}

/** A window that was just opened, and what it is connected to. */
export interface Mounted {
  readonly view: TerminalWindow;
  readonly page: Page;
  readonly backEnd: WindowBackEnd;
  /** What waits in the window for its time has it, if that would have come within so many ms; clocks stand. */
  readonly pass: (ms: number) => Promise<void>;
}

interface SharedPage {
  readonly page: Page;
  readonly bridge: Bridge;
  readonly complaints: string[];
  readonly takeBreaches: () => string[];
}

let shared: Promise<SharedPage> | null = null;

/** One page for all files of a worker: it ends with the worker. */
async function openPage(): Promise<SharedPage> {
  const [served, browser] = await Promise.all([servePage(), shareChromium()]);
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const bridge = await openBridge(page);
  await context.addInitScript(installLives, bridge.binding);
  await page.goto(served.origin);
  return { page, bridge, complaints, takeBreaches: () => takeBreaches(browser) };
}

const SIZE = { width: 1280, height: 720 };

/**
 * Opens fresh windows for a file's tests, one at a time. Console complaints, reported bugs and policy breaches fail the
 * test.
 */
export async function openWindowBench(): Promise<(setup?: MountSetup) => Promise<Mounted>> {
  shared ??= openPage();
  const { page, bridge, complaints, takeBreaches: take } = await shared;
  let backEnd: WindowBackEnd | null = null;

  afterEach(() => {
    const wrong = [...complaints.splice(0), ...take(), ...(backEnd?.bugs ?? [])];
    backEnd = null;
    bridge.rest();
    if (wrong.length > 0) throw new Error(`the window did what it may not: ${wrong.join('; ')}`);
  });
  // What a file left behind is not the next one's.
  afterAll(() => bridge.rest());

  return async ({ panels, prepare, workspace = 'Trade', width = SIZE.width, height = SIZE.height } = {}) => {
    const size = page.viewportSize();
    if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
    await page.mouse.move(0, 0);
    backEnd = await bridge.begin('', (made) => {
      if (panels !== undefined) {
        const { state } = made;
        state.session = { ...state.session, workspaces: arrange(panels, { width, height: height - FRAME_PX }) };
      }
      prepare?.(made);
    });
    const opened = { page, complaints, close: () => Promise.resolve() };
    const setup = { confirmation: 'as set', workspace: panels === undefined ? workspace : BENCH_WORKSPACE } as const;
    const view = await useTerminalWindow(opened, setup);
    for (const id of panels ?? []) {
      const name = PANELS.find((panel) => panel.id === id)?.name ?? id;
      await panelOf(page, name).waitFor();
    }
    const reload = async (): Promise<void> => {
      await bridge.beginAgain('');
      await useTerminalWindow(opened, setup);
    };
    return { view: { ...view, reload }, page, backEnd, pass: bridge.pass };
  };
}

/** Header, status bar and the tab of a panel. */
const FRAME_PX = 60;
