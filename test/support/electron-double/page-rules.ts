import type { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Request as PageRequest, Route } from 'playwright-core';
import { toAppAddress } from './addresses.ts';
import { createCancellableEvent } from './cancellable-event.ts';
import { OPEN_BINDING } from './preload-shim.ts';
import type { ProtocolDouble } from './protocol-double.ts';
import type { SessionDouble } from './session-double.ts';

export interface RuledPage {
  readonly page: Page;
  /** Where the web contents' events are emitted. */
  readonly contentsEvents: EventEmitter;
  readonly protocol: ProtocolDouble;
  readonly session: SessionDouble;
  /** Whether the main process itself asked for the navigation now under way. */
  readonly isOwnLoad: () => boolean;
  readonly mayOpenWindow: (url: string) => boolean;
}

/** Pages that are windows of the main process; each has rules of its own. */
const ruledPages = new WeakSet<Page>();

/** Puts the main process in charge of what the page requests, opens, downloads and is permitted. */
export async function rulePage(context: BrowserContext, ruled: RuledPage): Promise<void> {
  const { page, session } = ruled;
  ruledPages.add(page);
  await context.route('**/*', (route, request) => decide(route, request, ruled));
  await page.exposeBinding(OPEN_BINDING, async (_source, address: string) => {
    const url = toAppAddress(address);
    if (!ruled.mayOpenWindow(url)) return 'deny';
    const opened = await context.newPage();
    await opened.goto(address);
    return 'allow';
  });
  page.on('download', (download) => {
    // The browser gives no type; the ending shows it.
    const [, ending = ''] = /\.(csv|json)$/.exec(download.suggestedFilename()) ?? [];
    const mimeType = { csv: 'text/csv', json: 'application/json' }[ending] ?? 'application/octet-stream';
    if (!session.mayDownload(toAppAddress(download.url()), mimeType)) void download.cancel();
  });
  const permissions = {
    geolocation: 'geolocation',
    notifications: 'notifications',
    'clipboard-read': 'clipboard-read',
  };
  for (const [name, permission] of Object.entries(permissions)) {
    if (await session.mayUse(permission)) await context.grantPermissions([name]);
  }
}

async function decide(route: Route, request: PageRequest, ruled: RuledPage): Promise<void> {
  const url = toAppAddress(request.url());
  const asker = pageOf(request);
  if (asker !== ruled.page && asker !== null && ruledPages.has(asker)) return route.fallback();
  if (asker !== ruled.page && !ruled.mayOpenWindow(url)) return route.abort('aborted');
  if (isRefusedNavigation(request, url, ruled)) return route.abort('aborted');
  if (!(await ruled.session.mayRequest(url))) return route.abort('blockedbyclient');
  if (!url.startsWith('app:')) return route.continue();
  const asked = new Request(request.url(), { method: request.method() });
  const response = await ruled.protocol.answer(asked, url);
  if (response === null) return route.abort('failed');
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** Null for the first request of a window that is only being opened. */
function pageOf(request: PageRequest): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

/** Asks the listeners that Electron asks before a frame leaves its page. */
function isRefusedNavigation(request: PageRequest, url: string, ruled: RuledPage): boolean {
  if (!request.isNavigationRequest() || pageOf(request) !== ruled.page) return false;
  const isMainFrame = request.frame().parentFrame() === null;
  if (isMainFrame && ruled.isOwnLoad()) return false;
  const event = createCancellableEvent({ url, isMainFrame });
  ruled.contentsEvents.emit('will-frame-navigate', event);
  if (isMainFrame) ruled.contentsEvents.emit('will-navigate', event);
  return event.defaultPrevented;
}
