import type { Port } from '../../shared/ipc/client.ts';
import type { HostPort, Link } from './host-port.ts';
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

/** The way to the back end: the preload's object where there is one, else a WebSocket to the host that served the page. */
export function openPort(page: Window): HostPort {
  const exposed = 'strikedesk' in page ? page.strikedesk : undefined;
  if (isPort(exposed)) {
    return { request: exposed.request, listen: exposed.listen, link: ALWAYS_CONNECTED };
  }
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
  return createSocketPort({
    openSocket: () => new WebSocket(`${scheme}://${page.location.host}/ipc`) satisfies SocketLike,
    after: (delayMs, action) => {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
