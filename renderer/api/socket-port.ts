import { IpcFailure } from '../../shared/ipc/error.ts';
import { MOST_FRAME_BYTES } from '../../shared/ipc/window-protocol.ts';
import type { HostPort, LinkState } from './host-port.ts';

/** The part of a browser's WebSocket that the port uses. */
export interface SocketLike {
  send: (text: string) => void;
  close: () => void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface SocketPortOptions {
  readonly openSocket: () => SocketLike;
  /** Runs `action` once after the delay; gives back the function that cancels it. */
  readonly after: (delayMs: number, action: () => void) => () => void;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;

interface Pending {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (failure: IpcFailure) => void;
}

/**
 * The host would end the connection, and with it all that waits for an answer. A UTF-16 unit takes three bytes at most: nearly
 * every text need not be counted.
 */
function isTooLarge(text: string): boolean {
  return 3 * text.length > MOST_FRAME_BYTES && new TextEncoder().encode(text).length > MOST_FRAME_BYTES;
}

function connectionFailed(message: string): IpcFailure {
  return new IpcFailure({ code: 'ConnectionFailed', message, params: {} });
}

/**
 * A port over a WebSocket of the browser host. Frames: `{id, channel, payload}` to the host,
 * `{id, reply}` or `{channel, payload}` from it. A lost connection rejects pending requests with `ConnectionFailed`
 * and is tried again with growing delays. No request is kept or sent twice.
 */
export function createSocketPort({ openSocket, after }: SocketPortOptions): HostPort {
  const pending = new Map<number, Pending>();
  const eventListeners = new Map<string, Set<(payload: unknown) => void>>();
  const linkListeners = new Set<(state: LinkState) => void>();
  let state: LinkState = 'connecting';
  let socket: SocketLike | null = null;
  let nextId = 1;
  let retryMs = FIRST_RETRY_MS;

  function setState(next: LinkState): void {
    if (next === state) return;
    state = next;
    for (const receive of linkListeners) receive(next);
  }

  function receiveFrame(text: unknown): void {
    const frame = parseFrame(text);
    if (frame === null) return;
    if ('id' in frame) {
      const waiting = pending.get(frame.id);
      pending.delete(frame.id);
      waiting?.resolve(frame.reply);
    } else {
      for (const receive of eventListeners.get(frame.channel) ?? []) receive(frame.payload);
    }
  }

  function connect(): void {
    const opened = openSocket();
    socket = opened;
    opened.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      setState('connected');
    };
    opened.onmessage = (event) => receiveFrame(event.data);
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      const interrupted = [...pending.values()];
      pending.clear();
      setState('lost');
      for (const { reject } of interrupted) reject(connectionFailed('the back end went away before it answered'));
      after(retryMs, connect);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    };
  }

  connect();

  return {
    request: (channel, payload) =>
      new Promise((resolve, reject) => {
        if (state !== 'connected' || socket === null) {
          reject(connectionFailed('the back end does not answer; nothing was sent'));
          return;
        }
        const id = nextId;
        const text = JSON.stringify({ id, channel, payload });
        if (isTooLarge(text)) {
          const message = `${channel}: the request is too large; nothing was sent`;
          reject(new IpcFailure({ code: 'BadRequest', message, params: {} }));
          return;
        }
        nextId += 1;
        pending.set(id, { resolve, reject });
        socket.send(text);
      }),
    listen: (channel, receive) => {
      const listeners = eventListeners.get(channel) ?? new Set();
      eventListeners.set(channel, listeners.add(receive));
      return () => listeners.delete(receive);
    },
    link: {
      read: () => state,
      listen: (receive) => {
        linkListeners.add(receive);
        receive(state);
        return () => linkListeners.delete(receive);
      },
    },
  };
}

type Frame = { readonly id: number; readonly reply: unknown } | { readonly channel: string; readonly payload: unknown };

/** Null for what is no frame of the host. */
function parseFrame(text: unknown): Frame | null {
  if (typeof text !== 'string') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if ('id' in value && typeof value.id === 'number' && 'reply' in value) return { id: value.id, reply: value.reply };
  if ('channel' in value && typeof value.channel === 'string' && 'payload' in value) {
    return { channel: value.channel, payload: value.payload };
  }
  return null;
}
