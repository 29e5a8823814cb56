import type { z } from 'zod';
import { readBySchema } from '../schema-reader.ts';
import type { EventPayload, EVENTS, RequestParams, RequestResult, REQUESTS } from './contract.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { IpcFailure } from './error.ts';
import { ipcErrorSchema } from './schemas/error-schema.ts';
import { FIRST_EVENTS, FIRST_RESULTS } from './first-contract.ts';

/** What a host gives a window: text-named calls and events, nothing else. */
export interface Port {
  readonly request: (channel: string, payload: unknown) => Promise<unknown>;
  /** `receivedAtMs`: the port's time of an event that waited; default now. */
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

/**
 * Loads the first prices' schemas at once, the rest when needed. Order holds: an event waits a task behind a reply,
 * whose reader is later.
 */
function createSchemas({ readContract, nextTask }: Pick<IpcClientOptions, 'readContract' | 'nextTask'>): Schemas {
  const firstResults = new Map<string, z.ZodType>(Object.entries(FIRST_RESULTS));
  const firstEvents = new Map<string, z.ZodType>(Object.entries(FIRST_EVENTS));
  let contract: Contract | null = null;
  /** When what came last goes on. */
  let turn: Promise<Contract> | null = null;
  let isReplyLast = false;

  function pick(what: 'reply' | 'event', of: (whole: Contract) => z.ZodType): z.ZodType | Promise<z.ZodType> {
    if (contract !== null) return of(contract);
    const before = turn ?? readContract();
    const own = what === 'event' && isReplyLast ? inLaterTask(before) : before;
    turn = own;
    isReplyLast = what === 'reply';
    // What comes later overtakes none that still waits.
    const end = (read: Contract | null): void => {
      if (turn !== own) return;
      contract = read;
      turn = null;
      isReplyLast = false;
    };
    own.then(end, () => end(null));
    return own.then(of);
  }

  async function inLaterTask(before: Promise<Contract>): Promise<Contract> {
    const read = await before;
    await nextTask();
    return read;
  }

  return {
    result: (channel) => firstResults.get(channel) ?? pick('reply', (whole) => whole.REQUESTS[channel].result),
    event: (channel) => firstEvents.get(channel) ?? pick('event', (whole) => whole.EVENTS[channel]),
  };
}

export interface IpcClientOptions {
  /** Hears of events that don't parse. */
  readonly reportBadEvent: (channel: EventChannel, reason: string) => void;
  readonly readContract: ReadContract;
  /** Resolves in a later task, after all due promises. */
  readonly nextTask: () => Promise<void>;
  /** The clock of the window, ms, which the port stamps by too. */
  readonly now: () => number;
}

/** The typed client over a port. Everything that arrives is parsed, replies and events in the order they came. */
export function createIpcClient(port: Port, options: IpcClientOptions): IpcClient {
  const { reportBadEvent, now } = options;
  const schemas = createSchemas(options);
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
