import type { Port } from '../../shared/ipc/client.ts';
import { WINDOW_PROTOCOL } from '../../shared/ipc/window-protocol.ts';
import type { HostPort, Link } from './host-port.ts';
import { readSessionKey, takeSessionKey } from './session-key.ts';
import { createSocketPort, type SocketLike } from './socket-port.ts';

const ALWAYS_CONNECTED: Link = {
  read: () => 'connected',
  listen: (receive) => {
    receive('connected');
    return () => undefined;
  },
};

function isPort(value: unknown): value is Port {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function' &&
    'listen' in value &&
    typeof value.listen === 'function'
  );
}

function readExposed(page: Window): Port | null {
  const exposed = 'strikedesk' in page ? page.strikedesk : undefined;
  return isPort(exposed) ? exposed : null;
}

/** Whether the page is a desktop window, not a browser's. */
export function isDesktop(page: Window): boolean {
  return readExposed(page) !== null;
}

/** The way to the back end: the preload's object where there is one, else a WebSocket to the host that served the page. */
export function openPort(page: Window): HostPort {
  const exposed = readExposed(page);
  if (exposed !== null) {
    return { request: exposed.request, listen: exposed.listen, link: ALWAYS_CONNECTED };
  }
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
  takeSessionKey(page);
  return createSocketPort({
    openSocket: () => {
      const key = readSessionKey(page);
      const protocols = key === null ? [WINDOW_PROTOCOL] : [WINDOW_PROTOCOL, key];
      return new WebSocket(`${scheme}://${page.location.host}/ipc`, protocols) satisfies SocketLike;
    },
    after: (delayMs, action) => {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
