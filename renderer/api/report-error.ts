import type { IpcClient } from '../../shared/ipc/client.ts';

/** Writes a bug of the window to the back end's log. Never throws: when that fails too, there is nobody left to tell. */
export function reportError(client: IpcClient, error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  client
    .request('window.error', { message: message.slice(0, 4000), stack: stack?.slice(0, 16_000) ?? null })
    .catch(() => undefined);
}

/** So many kinds of breaches are told of a page; one that goes on making others has said enough. */
const MOST_BREACHES = 20;

/**
 * Tells the back end's log what the page's policy forbade, each once. The policy itself names no address for reports: it
 * would be one more way into the host, and under Electron there is none that the page may reach.
 */
export function reportBreaches(page: Pick<Document, 'addEventListener'>, client: IpcClient): void {
  const told = new Set<string>();
  page.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    const message = `the page's policy forbade ${effectiveDirective} ${blockedURI}`.slice(0, 300);
    if (told.has(message) || told.size >= MOST_BREACHES) return;
    told.add(message);
    client.request('window.error', { message, stack: null }).catch(() => undefined);
  });
}

/** Browsers tell so of sizes that changed again within one frame: they are observed in the next one, and no code failed. */
const LATE_SIZES = 'ResizeObserver loop';

/** Reports what no code caught, for as long as the window lives. */
export function reportUncaughtErrors(page: Window, client: IpcClient): void {
  page.addEventListener('error', ({ error, message }) => {
    if (error != null || !message.startsWith(LATE_SIZES)) reportError(client, error ?? message);
  });
  page.addEventListener('unhandledrejection', (event) => reportError(client, event.reason));
}
