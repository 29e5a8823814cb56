import { Client, type Dispatcher } from 'undici';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Deadline } from './deadline.ts';
import type { NoAnswer, NotSent } from './failure.ts';

/** One HTTP request, ready to be written. */
export interface HttpRequest {
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
}

/** A whole HTTP reply. */
export interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Monotonic milliseconds from the first byte written to the last byte read. */
  readonly roundTripMs: number;
}

/** One keep-alive connection, made when first used; one request at a time, in the order they came. */
export interface Connection {
  /** Writes the request once and reads its reply, at most. Nothing is repeated, no redirect is followed. */
  readonly exchange: (request: HttpRequest, deadline: Deadline) => Promise<Result<HttpReply, NotSent | NoAnswer>>;
  /** Requests waiting or under way. */
  readonly load: () => number;
  readonly close: () => Promise<void>;
}

/** Bodies beyond this are cut off unread. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Servers that announce how long they keep a connection are believed; this is for those that don't. */
const KEEP_IDLE_MS = 30_000;
const CONNECT_LIMIT_MS = 10_000;

/** Opens nothing yet. Proxies named in the environment are not used, certificates are always checked. */
export function createConnection(origin: URL, clock: Clock): Connection {
  const client = new Client(origin, {
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_IDLE_MS,
    // The deadline of each call is the one limit; undici's own measure idleness, which a slow drip evades.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: true, timeout: CONNECT_LIMIT_MS },
  });
  let load = 0;
  return {
    load: () => load,
    exchange: async (request, deadline) => {
      load += 1;
      try {
        return await exchangeOnce(client, clock, request, deadline);
      } finally {
        load -= 1;
      }
    },
    close: () => client.destroy(),
  };
}

function exchangeOnce(
  client: Client,
  clock: Clock,
  request: HttpRequest,
  deadline: Deadline,
): Promise<Result<HttpReply, NotSent | NoAnswer>> {
  if (deadline.hasPassed()) return Promise.resolve(fail(notSent('deadline', explainDeadline(deadline))));
  return new Promise((resolve) => {
    /** Set just before undici writes the first byte: as long as it is null, nothing has left. */
    let writing: { readonly controller: Dispatcher.DispatchController; readonly sinceMs: number } | null = null;
    let isSettled = false;
    let status: number | null = null;
    let size = 0;
    const chunks: Buffer[] = [];

    const settle = (result: Result<HttpReply, NotSent | NoAnswer>): void => {
      if (isSettled) return;
      isSettled = true;
      forgetDeadline();
      resolve(result);
    };
    const giveUp = (failure: NotSent | NoAnswer): void => {
      settle(fail(failure));
      // Destroys the socket: whatever still arrives belongs to no call.
      writing?.controller.abort(new Error(failure.reason));
    };
    const forgetDeadline = deadline.onPass(() => {
      const detail = explainDeadline(deadline);
      giveUp(writing === null ? notSent('deadline', detail) : noAnswer('deadline', detail, status));
    });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        // A call that has ended is not written, and none is written twice. Throwing here leaves the socket untouched.
        if (isSettled || writing !== null) throw new Error('this request must not be written');
        writing = { controller, sinceMs: clock.monotonic() };
      },
      onResponseStart: (_controller, statusCode) => {
        if (statusCode >= 200) status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        size += chunk.length;
        if (size <= MAX_BODY_BYTES) chunks.push(chunk);
        else giveUp(noAnswer('too_large', `more than ${MAX_BODY_BYTES} bytes`, status));
      },
      onResponseEnd: () => {
        if (status === null || writing === null) throw new Error('a reply without a status or without a request');
        const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
        settle(ok({ status, text: body.toString('utf8'), roundTripMs: clock.monotonic() - writing.sinceMs }));
      },
      onResponseError: (_controller, error) => {
        if (writing === null) settle(fail(explainUnsent(error)));
        else settle(fail(noAnswer(status === null ? 'connection_lost' : 'answer_cut', describe(error), status)));
      },
    };
    client.dispatch(
      {
        path: request.path,
        method: request.verb,
        headers: [...request.headers],
        body: request.body,
        idempotent: false,
        // Without it undici closes the connection after every GET that carries a body.
        reset: false,
      },
      handler,
    );
  });
}

function explainDeadline(deadline: Deadline): string {
  return `no answer within ${deadline.limitMs} ms`;
}

function notSent(reason: NotSent['reason'], detail: string): NotSent {
  return { kind: 'not_sent', reason, detail };
}

function noAnswer(reason: NoAnswer['reason'], detail: string, httpStatus: number | null): NoAnswer {
  return { kind: 'no_answer', reason, detail, httpStatus, bodyStart: null };
}

const CLOSED = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);
const UNREACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TLS = /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|^ECONNRESET$|^EPROTO$/;

/** Why no connection came about. A reset before any byte of ours can only be a broken TLS handshake. */
function explainUnsent(error: Error): NotSent {
  const code = errorCode(error);
  if (CLOSED.has(code)) return notSent('closed', 'the client was closed');
  if (UNREACHABLE.has(code)) return notSent('host_unreachable', describe(error));
  if (TLS.test(code)) return notSent('tls_failed', describe(error));
  return notSent('connection_refused', describe(error));
}

function errorCode(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const code: unknown = Reflect.get(first instanceof Error ? first : error, 'code');
  return typeof code === 'string' ? code : '';
}

function describe(error: Error): string {
  const code = errorCode(error);
  return code === '' ? error.message : `${code}: ${error.message}`;
}
