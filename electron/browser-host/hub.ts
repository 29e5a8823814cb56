import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Publish } from '../../shared/ipc/contract.ts';
import type { Quote } from '../../shared/ipc/schemas/quote-schema.ts';
import type { EventChannel } from '../../shared/ipc/channels.ts';
import type { Door } from '../ipc/door.ts';
import type { NoteRefusal } from '../assembly/refusals.ts';
import { createQuoteQueue, type QuoteQueue } from './quote-queue.ts';

/** The part of a WebSocket that the hub uses. */
export interface WindowSocket {
  readonly bufferedAmount: number;
  readonly send: (text: string, written: (error?: Error | null) => void) => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
}

/** What a socket reports to the hub. */
export interface WindowEnd {
  readonly receive: (text: string) => void;
  readonly closed: () => void;
}

/** The windows that are connected, one socket each. */
export interface Hub {
  readonly publish: Publish;
  readonly connect: (socket: WindowSocket, door: Door) => WindowEnd;
  readonly closeAll: () => void;
}

/** Above this, unsent quotes wait, the newest of each instrument. */
const SLOW_BYTES = 256 * 1024;
/** Above this, the connection ends; the window connects anew and reads all. */
const STUCK_BYTES = 16 * 1024 * 1024;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

const requestSchema = z.strictObject({ id: z.number().int(), channel: z.string(), payload: z.unknown() });

interface Connected {
  readonly socket: WindowSocket;
  readonly quotes: QuoteQueue;
}

/** `forgetWindow` hears of a closed window, `noteRefusal` of malformed frames. */
export function createHub(
  monotonicMs: () => number,
  forgetWindow: (windowId: string) => void,
  noteRefusal: NoteRefusal = () => undefined,
): Hub {
  const windows = new Map<string, Connected>();

  function send(window: Connected, frame: Record<string, unknown>): void {
    if (window.socket.bufferedAmount > STUCK_BYTES) {
      window.socket.terminate();
      return;
    }
    window.socket.send(JSON.stringify(frame), (error) => {
      if (error === undefined || error === null) flushQuotes(window);
    });
  }

  function flushQuotes(window: Connected): void {
    if (window.quotes.isEmpty() || window.socket.bufferedAmount > SLOW_BYTES) return;
    send(window, { channel: 'market.changed', payload: window.quotes.take() });
  }

  function tell(window: Connected, channel: EventChannel, payload: unknown): void {
    if (channel !== 'market.changed') {
      send(window, { channel, payload });
      return;
    }
    window.quotes.add(payload as readonly Quote[]);
    flushQuotes(window);
  }

  return {
    publish: (channel, payload, windowId) => {
      if (windowId === null) {
        for (const window of windows.values()) tell(window, channel, payload);
        return;
      }
      const window = windows.get(windowId);
      if (window !== undefined) tell(window, channel, payload);
    },
    connect: (socket, door) => {
      const windowId = randomUUID();
      const window: Connected = { socket, quotes: createQuoteQueue(monotonicMs) };
      windows.set(windowId, window);
      return {
        receive: (text) => {
          const frame = requestSchema.safeParse(parseJson(text));
          if (!frame.success) {
            noteRefusal('no_request');
            socket.close(POLICY_VIOLATION, 'not a request');
            return;
          }
          const { id, channel, payload } = frame.data;
          void door.request(windowId, channel, payload).then((reply) => {
            if (windows.has(windowId)) send(window, { id, reply });
          });
        },
        closed: () => {
          if (windows.delete(windowId)) forgetWindow(windowId);
        },
      };
    },
    closeAll: () => {
      for (const { socket } of windows.values()) socket.close(GOING_AWAY, 'the terminal was closed');
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
