import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Frame, Page } from 'playwright-core';
import { toAppAddress, toAppOrigin, toPageAddress } from './addresses.ts';
import type { AppDouble, OwnedWindow } from './app-double.ts';
import type { BrowserConnection } from './browser-connection.ts';
import type { IpcMainDouble } from './ipc-main-double.ts';
import { rulePage } from './page-rules.ts';
import { noteCrossed } from './crossed.ts';
import { DELIVER, INVOKE_BINDING, LEAVE_BINDING, MOVE_BINDING, wrapPreload } from './preload-shim.ts';
import type { ProtocolDouble } from './protocol-double.ts';
import type { Area } from './screens.ts';
import type { SessionDouble } from './session-double.ts';

export interface WindowParts {
  readonly app: AppDouble;
  readonly connection: BrowserConnection;
  readonly ipcMain: IpcMainDouble;
  readonly protocol: ProtocolDouble;
  readonly session: SessionDouble;
}

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

type ModelledContents =
  | 'id'
  | 'getURL'
  | 'isDestroyed'
  | 'isDevToolsOpened'
  | 'forcefullyCrashRenderer'
  | 'send'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy';

/** What Electron tells of the frame that sent a message. */
interface FrameFacts {
  readonly url: string;
  readonly origin: string;
  readonly parent: FrameFacts | null;
}

function describeFrame(frame: Frame): FrameFacts {
  const parentFrame = frame.parentFrame();
  const parent = parentFrame === null ? null : describeFrame(parentFrame);
  return { url: toAppAddress(frame.url()), origin: toAppOrigin(frame.url(), parent?.origin ?? null), parent };
}

let lastId = 0;

/** A window that is a page of a real Chromium. */
export class WindowDouble implements OwnedWindow {
  private readonly parts: WindowParts;
  readonly webContents;
  private readonly windowEvents = new EventEmitter();
  private readonly contentsEvents = new EventEmitter();
  /** Another one after a crash: Playwright can do nothing with a page that crashed. */
  private page: Promise<Page>;
  private readonly preload: string | undefined;
  private hasCrashed = false;
  private openHandler: OpenHandler | null = null;
  private isOwnLoad = false;
  private isClosed = false;
  private address = '';
  private bounds: Area;
  private hasFocus = true;

  constructor(parts: WindowParts, options: BrowserWindowConstructorOptions) {
    this.parts = parts;
    const { x = 0, y = 0, width = 0, height = 0 } = options;
    this.bounds = { x, y, width, height };
    const record = process.env['ELECTRON_DOUBLE_RECORD'];
    if (record !== undefined && !existsSync(record)) writeFileSync(record, JSON.stringify(options));
    const modelled = {
      id: (lastId += 1),
      getURL: () => this.address,
      isDestroyed: () => this.isClosed,
      isDevToolsOpened: () => false,
      forcefullyCrashRenderer: () => void this.crash(),
      send: (channel: string, ...values: unknown[]) => void this.deliver(channel, values),
      setWindowOpenHandler: (handler: OpenHandler) => {
        this.openHandler = handler;
      },
      setWebRTCIPHandlingPolicy: (policy: string) =>
        void process.stderr.write(`network: WebRTC of ${this.webContents.id} ${policy}\n`),
    } satisfies Pick<WebContents, ModelledContents>;
    this.webContents = {
      ...modelled,
      on: (name: string, listener: (...values: unknown[]) => void): void => void this.contentsEvents.on(name, listener),
    };
    parts.app.addWindow(this);
    parts.app.emit('web-contents-created', {}, this.webContents);
    this.preload = options.webPreferences?.preload;
    this.page = this.openPage();
  }

  on(name: string, listener: (...values: unknown[]) => void): void {
    this.windowEvents.on(name, listener);
  }

  once(name: string, listener: (...values: unknown[]) => void): void {
    this.windowEvents.once(name, listener);
  }

  async loadURL(address: string): Promise<void> {
    if (this.hasCrashed) {
      const crashed = await this.page;
      this.page = this.openPage();
      this.hasCrashed = false;
      await crashed.close();
    }
    const page = await this.page;
    this.isOwnLoad = true;
    this.address = address;
    await page.goto(toPageAddress(address));
    this.isOwnLoad = false;
    process.stderr.write(`place: ${JSON.stringify({ address, ...this.bounds })}\n`);
    this.windowEvents.emit('ready-to-show');
  }

  show(): void {
    this.windowEvents.emit('show');
  }

  focus(): void {
    this.hasFocus = true;
    this.windowEvents.emit('focus');
  }

  isFocused(): boolean {
    return this.hasFocus;
  }

  /** Tells it on standard error: the page's own title is another. */
  setTitle(title: string): void {
    process.stderr.write(`title: ${title}\n`);
  }

  getBounds() {
    return this.bounds;
  }

  /** As the window manager or the trader moves it. */
  setBounds(bounds: Area): void {
    this.bounds = bounds;
    this.windowEvents.emit('move');
    this.windowEvents.emit('resize');
  }

  getNormalBounds() {
    return this.bounds;
  }

  isMaximized(): boolean {
    return false;
  }

  close(): void {
    void this.closeForQuit();
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    this.windowEvents.emit('restore');
  }

  async closeForQuit(): Promise<void> {
    this.windowEvents.emit('close');
    const page = await this.page;
    await page.close();
    this.noteClosed();
  }

  private noteClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.windowEvents.emit('closed');
    this.parts.app.removeWindow(this);
  }

  private async crash(): Promise<void> {
    const page = await this.page;
    const debug = await page.context().newCDPSession(page);
    // It can't answer.
    debug.send('Page.crash').catch(() => undefined);
  }

  private async openPage(): Promise<Page> {
    const { preload } = this;
    const { connection, ipcMain, protocol, session } = this.parts;
    const context = await connection.context();
    const page = await context.newPage();
    await rulePage(context, {
      page,
      contentsEvents: this.contentsEvents,
      protocol,
      session,
      isOwnLoad: () => this.isOwnLoad,
      mayOpenWindow: (url) =>
        this.openHandler === null ||
        (Reflect.apply(this.openHandler, undefined, [{ url }]) as { action: string }).action === 'allow',
    });
    await page.exposeBinding(INVOKE_BINDING, async ({ frame }, channel: string, values: unknown[]) => {
      const event = { sender: this.webContents, senderFrame: describeFrame(frame) };
      noteCrossed('to main', channel, values);
      const answer = await ipcMain.invoke(event as unknown as IpcMainInvokeEvent, channel, values);
      noteCrossed('to window', channel, answer);
      return answer;
    });
    await page.exposeBinding(MOVE_BINDING, (_source, bounds: Area) => this.setBounds(bounds));
    await page.exposeBinding(LEAVE_BINDING, () => {
      this.hasFocus = false;
    });
    if (preload !== undefined) await page.addInitScript({ content: wrapPreload(readFileSync(preload, 'utf8')) });
    page.on('crash', () => {
      this.hasCrashed = true;
      this.contentsEvents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith('about:')) this.address = toAppAddress(frame.url());
    });
    page.on('close', () => {
      if (!this.hasCrashed) void this.page.then((current) => current === page && this.noteClosed());
    });
    return page;
  }

  private async deliver(channel: string, values: readonly unknown[]): Promise<void> {
    const page = await this.page;
    const told = { deliver: DELIVER, channel, values };
    noteCrossed('to window', channel, values);
    await page
      .evaluate((event) => {
        const target = globalThis as unknown as Record<
          string,
          ((channel: string, values: unknown) => void) | undefined
        >;
        target[event.deliver]?.(event.channel, event.values);
      }, told)
      // As in Electron, what is sent to a page that is going or gone is lost.
      .catch(() => undefined);
  }
}
