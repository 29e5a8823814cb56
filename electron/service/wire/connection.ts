import { Client, type Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Deadline } from '../deadline.ts';
import { Exchange, type ExchangeResult } from './exchange.ts';

/** One HTTP request, ready to be written. */
export interface HttpRequest {
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | null;
}

/** One keep-alive connection, made when first used; one request at a time, in the order they came. */
export interface Connection {
  /** Writes the request once at most, and reads its reply. Nothing is repeated, no redirect is followed. */
  readonly exchange: (request: HttpRequest, deadline: Deadline, mayWrite?: () => boolean) => Promise<ExchangeResult>;
  /** Requests waiting or under way. */
  readonly load: () => number;
  readonly close: () => Promise<void>;
}

/** What carries requests of one connection: undici's client over a socket, or a test's line without one. */
export type Transport = Pick<Dispatcher, 'dispatch'> & { readonly destroy: () => Promise<void> };

/** Servers that announce how long they keep a connection are believed; this is for those that don't. */
const KEEP_IDLE_MS = 30_000;
const CONNECT_LIMIT_MS = 10_000;

/** Opens nothing yet. Proxies named in the environment are not used, certificates are always checked. */
export function openSocketTransport(origin: URL): Client {
  return new Client(origin, {
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_IDLE_MS,
    // The deadline of each call is the one limit; undici's own measure idleness, which a slow drip evades.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Stated, since the environment may lower what Node itself begins with.
    connect: { rejectUnauthorized: true, minVersion: 'TLSv1.2', timeout: CONNECT_LIMIT_MS },
  });
}

/** A connection over a transport that carries one request at a time. */
export function createConnection(transport: Transport, clock: Clock): Connection {
  let load = 0;
  return {
    load: () => load,
    exchange: ({ path, verb, headers, body }, deadline, mayWrite) =>
      new Promise((resolve) => {
        load += 1;
        const settle = (result: ExchangeResult): void => {
          load -= 1;
          resolve(result);
        };
        const exchange = new Exchange(clock, deadline, settle, mayWrite);
        // Without `reset: false` undici closes the connection after every GET that carries a body.
        const options = { path, method: verb, headers: headers as string[], body, idempotent: false, reset: false };
        transport.dispatch(options, exchange);
      }),
    close: () => transport.destroy(),
  };
}

export function leastLoaded(connections: readonly Connection[]): Connection {
  return connections.reduce((best, connection) => (connection.load() < best.load() ? connection : best));
}
