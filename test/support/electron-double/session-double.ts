import { EventEmitter } from 'node:events';
import type { ProxyConfig, Session } from 'electron';
import { createCancellableEvent } from './cancellable-event.ts';

type PermissionHandler = Parameters<Session['setPermissionRequestHandler']>[0];
type RequestListener = (details: { url: string }, decide: (answer: { cancel?: boolean }) => void) => void;

/** What the session lets a page do. Until someone forbids it, everything, as in Electron. */
export function createSessionDouble() {
  const events = new EventEmitter();
  let permissionHandler: PermissionHandler = null;
  let requestListener: RequestListener | null = null;
  const modelled = {
    setPermissionRequestHandler: (handler: PermissionHandler) => {
      permissionHandler = handler;
    },
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    // The double's browser ignores the proxy; its starter gets the setting.
    setProxy: async (config: ProxyConfig) => {
      process.stderr.write(`network: proxy ${JSON.stringify(config)}\n`);
    },
  } satisfies Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setProxy'
  >;
  return {
    ...modelled,
    on: (name: string, listener: (...values: unknown[]) => void): void => void events.on(name, listener),
    webRequest: {
      onBeforeRequest: (listener: RequestListener): void => {
        requestListener = listener;
      },
    },
    mayRequest: (url: string): Promise<boolean> =>
      new Promise((resolve) => {
        if (requestListener === null) resolve(true);
        else requestListener({ url }, ({ cancel }) => resolve(cancel !== true));
      }),
    mayUse: (permission: string): Promise<boolean> =>
      new Promise((resolve) => {
        if (permissionHandler === null) resolve(true);
        else Reflect.apply(permissionHandler, undefined, [null, permission, resolve, {}]);
      }),
    mayDownload: (url: string, mimeType: string): boolean => {
      const event = createCancellableEvent();
      events.emit('will-download', event, { getURL: () => url, getMimeType: () => mimeType });
      return !event.defaultPrevented;
    },
  };
}

export type SessionDouble = ReturnType<typeof createSessionDouble>;
