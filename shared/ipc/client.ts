import type { z } from 'zod';
import { readBySchema } from '../schema-reader.ts';
import type { EventPayload, EVENTS, RequestParams, RequestResult, REQUESTS } from './contract.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { IpcFailure } from './error.ts';
import { ipcErrorSchema } from './error-schema.ts';
import { FIRST_EVENTS, FIRST_RESULTS } from './first-contract.ts';

/** What a host gives a window: text-named calls and events, nothing else. */
export interface Port {
  readonly request: (channel: string, payload: unknown) => Promise<unknown>;
  /** `receivedAtMs`: of what came before somebody listened, by the port's clock; now, where it is not given. */
  readonly listen: (channel: string, receive: (payload: unknown, receivedAtMs?: number) => void) => () => void;
}

export interface IpcClient {
  /** Resolves with the parsed result; rejects with `IpcFailure`. */
  readonly request: <C extends RequestChannel>(channel: C, params: RequestParams<C>) => Promise<RequestResult<C>>;
  /** Tells when each came, by `now`. Gives back the function that stops listening. */
  readonly listen: <C extends EventChannel>(
    channel: C,
    receive: (payload: EventPayload<C>, receivedAtMs: number) => void,
  ) => () => void;
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

interface Contract {
  readonly REQUESTS: typeof REQUESTS;
  readonly EVENTS: typeof EVENTS;
}

/** Gives the whole contract, to whoever needs more than its first part. */
export type ReadContract = () => Promise<Contract>;

interface Schemas {
  readonly result: (channel: RequestChannel) => z.ZodType | Promise<z.ZodType>;
  readonly event: (channel: EventChannel) => z.ZodType | Promise<z.ZodType>;
}

/** Schemas of the first prices at once; the others once the contract has been read, when one of them is first needed. */
function createSchemas(readContract: ReadContract): Schemas {
  const firstResults = new Map<string, z.ZodType>(Object.entries(FIRST_RESULTS));
  const firstEvents = new Map<string, z.ZodType>(Object.entries(FIRST_EVENTS));
  let contract: Contract | null = null;
  let reading: Promise<Contract> | null = null;

  async function read(): Promise<Contract> {
    try {
      contract = await readContract();
      return contract;
    } finally {
      reading = null;
    }
  }

  function pick(of: (whole: Contract) => z.ZodType): z.ZodType | Promise<z.ZodType> {
    if (contract !== null) return of(contract);
    reading ??= read();
    return reading.then(of);
  }

  return {
    result: (channel) => firstResults.get(channel) ?? pick((whole) => whole.REQUESTS[channel].result),
    event: (channel) => firstEvents.get(channel) ?? pick((whole) => whole.EVENTS[channel]),
  };
}

/**
 * The typed client over a port. Everything that arrives is parsed, events of a channel in the order they came; one that
 * doesn't parse goes to `reportBadEvent`. `now` is the clock of the window, ms, which the port stamps by too.
 */
export function createIpcClient(
  port: Port,
  reportBadEvent: (channel: EventChannel, reason: string) => void,
  readContract: ReadContract,
  now: () => number,
): IpcClient {
  const schemas = createSchemas(readContract);
  return {
    request: async (channel, params) => {
      const value = unwrapReply(channel, await port.request(channel, params));
      const parsed = readBySchema(await schemas.result(channel), value);
      if (!parsed.success) throw internal(`unreadable reply to ${channel}: ${parsed.error.message}`);
      return parsed.data as RequestResult<typeof channel>;
    },
    listen: (channel, receive) => {
      let isStopped = false;
      function take(schema: z.ZodType, payload: unknown, receivedAtMs: number): void {
        if (isStopped) return;
        const parsed = readBySchema(schema, payload);
        if (parsed.success) receive(parsed.data as EventPayload<typeof channel>, receivedAtMs);
        else reportBadEvent(channel, parsed.error.message);
      }
      const stop = port.listen(channel, (payload, receivedAtMs = now()) => {
        const schema = schemas.event(channel);
        if (!(schema instanceof Promise)) take(schema, payload, receivedAtMs);
        else {
          void schema.then(
            (read) => take(read, payload, receivedAtMs),
            (error: unknown) => reportBadEvent(channel, String(error)),
          );
        }
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}
