import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN, APP_URL, mayNavigate, readOwnWindowUrl } from './app-protocol.ts';

/** The page and its files; nothing else may be fetched by a window, whatever its policy says. */
export function isAllowedRequest(url: string, mayUseDevtools: boolean): boolean {
  return url.startsWith(APP_URL) || (mayUseDevtools && url.startsWith('devtools://'));
}

/** Lists and workspaces. */
const OWN_FILE_TYPES: readonly string[] = ['text/csv', 'application/json'];

/** A file that the window made itself, for the trader to keep where the system's dialog says: nothing that was fetched. */
export function isAllowedDownload(url: string, mimeType: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`) && OWN_FILE_TYPES.includes(mimeType.split(';')[0] ?? '');
}

/**
 * Sends all web traffic, WebRTC and this machine's addresses included, to a port where nobody listens. `app:` needs no
 * network.
 */
const DEAD_PROXY = { mode: 'fixed_servers', proxyRules: '127.0.0.1:1', proxyBypassRules: '<-loopback>' } as const;

/**
 * Refuses a session every permission, every request to the network, and every download but that of a list. Resolves
 * when all of it holds.
 */
export async function lockSession(session: Session, mayUseDevtools: boolean): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !isAllowedRequest(details.url, mayUseDevtools) }),
  );
  session.on('will-download', (event, item) => {
    if (!isAllowedDownload(item.getURL(), item.getMimeType())) event.preventDefault();
  });
  await session.setProxy(DEAD_PROXY);
}

/**
 * Keeps every page in place: no navigation, window or webview. A page may ask for its own window, which the main
 * process makes.
 */
export function lockContents(app: App, openOwnWindow: (windowId: string) => void): void {
  app.on('web-contents-created', (_event, contents) => lockPage(contents, openOwnWindow));
}

function lockPage(contents: WebContents, openOwnWindow: (windowId: string) => void): void {
  // No request, so no rule of requests stops it: without UDP it is left with the session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(({ url }) => {
    const windowId = contents.getURL().startsWith(APP_URL) ? readOwnWindowUrl(url) : null;
    if (windowId !== null) openOwnWindow(windowId);
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A reload of the page itself is let through: what was typed in it is kept by the back end.
  contents.on('will-navigate', (event) => {
    if (!mayNavigate(contents.getURL(), event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !event.url.startsWith(`${APP_ORIGIN}/`)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
}
