import type { IpcClient } from '../../shared/ipc/client.ts';

/** Writes a bug of the window to the back end's log. Never throws: when that fails too, there is nobody left to tell. */
export function reportError(client: IpcClient, error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  client
    .request('window.error', { message: message.slice(0, 4000), stack: stack?.slice(0, 16_000) ?? null })
    .catch(() => undefined);
}

/** Reports what no code caught, for as long as the window lives. */
export function reportUncaughtErrors(page: Window, client: IpcClient): void {
  page.addEventListener('error', (event) => reportError(client, event.error ?? event.message));
  page.addEventListener('unhandledrejection', (event) => reportError(client, event.reason));
}
