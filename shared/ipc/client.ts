import type { z } from 'zod';
import { readBySchema } from '../schema-reader.ts';
import { EVENTS, REQUESTS, type EventPayload, type RequestParams, type RequestResult } from './contract.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { IpcFailure } from './error.ts';
import { ipcErrorSchema } from './error-schema.ts';

/** What a host gives a window: text-named calls and events, nothing else. */
export interface Port {
  readonly request: (channel: string, payload: unknown) => Promise<unknown>;
  readonly listen: (channel: string, receive: (payload: unknown) => void) => () => void;
}

export interface IpcClient {
  /** Resolves with the parsed result; rejects with `IpcFailure`. */
  readonly request: <C extends RequestChannel>(channel: C, params: RequestParams<C>) => Promise<RequestResult<C>>;
  /** Gives back the function that stops listening. */
  readonly listen: <C extends EventChannel>(channel: C, receive: (payload: EventPayload<C>) => void) => () => void;
}

function internal(message: string): IpcFailure {
  return new IpcFailure({ code: 'InvalidResponse', message, params: {} });
}

function unwrapReply(channel: RequestChannel, reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply)) throw internal(`no reply to ${channel}`);
  if (reply.ok === true && 'value' in reply) return reply.value;
  const error = ipcErrorSchema.safeParse('error' in reply ? reply.error : undefined);
  throw error.success ? new IpcFailure(error.data) : internal(`unreadable error from ${channel}`);
}

/** The typed client over a port. Everything that arrives is parsed; an event that doesn't parse goes to `reportBadEvent`. */
export function createIpcClient(
  port: Port,
  reportBadEvent: (channel: EventChannel, reason: string) => void,
): IpcClient {
  return {
    request: async (channel, params) => {
      const value = unwrapReply(channel, await port.request(channel, params));
      const parsed = readBySchema(REQUESTS[channel].result as z.ZodType, value);
      if (!parsed.success) throw internal(`unreadable reply to ${channel}: ${parsed.error.message}`);
      return parsed.data as RequestResult<typeof channel>;
    },
    listen: (channel, receive) =>
      port.listen(channel, (payload) => {
        const parsed = readBySchema(EVENTS[channel] as z.ZodType, payload);
        if (parsed.success) receive(parsed.data as EventPayload<typeof channel>);
        else reportBadEvent(channel, parsed.error.message);
      }),
  };
}
