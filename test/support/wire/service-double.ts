import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServiceClient } from '../../../electron/service/client.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import type { Credentials, Profile } from '../../../electron/profiles/profile.ts';
import type { TransportForm } from '../../../shared/profiles/profile.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

/** A call as it arrived, whole. */
export interface ReceivedCall {
  readonly verb: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of the envelope, where there was one. */
  readonly id: number | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly socket: Socket;
}

export type Behaviour = (call: ReceivedCall, response: ServerResponse) => void;

/** A stand-in for the service: a real HTTP server that does with each call what the test says. */
export interface ServiceDouble {
  readonly origin: string;
  /** Every call that arrived whole, in order: what the service would have executed. */
  readonly calls: readonly ReceivedCall[];
  readonly connections: () => number;
  readonly behave: (behaviour: Behaviour) => void;
  /** The next call that arrives after this was asked. */
  readonly nextCall: () => Promise<ReceivedCall>;
  readonly close: () => Promise<void>;
}

export async function createServiceDouble(first: Behaviour = replyWith({})): Promise<ServiceDouble> {
  let behaviour = first;
  let connections = 0;
  const calls: ReceivedCall[] = [];
  const waiting: ((call: ReceivedCall) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
      const text = Buffer.concat(chunks).toString();
      const content = text === '' ? {} : (JSON.parse(text) as { id?: number; params?: Record<string, unknown> });
      const call: ReceivedCall = {
        verb: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        text,
        id: content.id ?? null,
        params: content.params ?? {},
        socket: request.socket,
      };
      calls.push(call);
      for (const tell of waiting.splice(0)) tell(call);
      behaviour(call, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    connections: () => connections,
    behave: (next) => {
      behaviour = next;
    },
    nextCall: () => new Promise((resolve) => waiting.push(resolve)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with this JSON under this status. */
export function replyJson(status: number, make: (call: ReceivedCall) => unknown): Behaviour {
  return (call, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(make(call)));
  };
}

export function envelope(call: ReceivedCall, content: Record<string, unknown>): Record<string, unknown> {
  return { jsonrpc: '2.0', ...(call.id === null ? {} : { id: call.id }), ...content };
}

export function replyWith(result: unknown): Behaviour {
  return replyJson(200, (call) => envelope(call, { result, usIn: 1, usOut: 1_789_939_037_426_100, usDiff: 2 }));
}

export function refuseWith(code: number, message: string, status = 400, data?: unknown): Behaviour {
  return replyJson(status, (call) =>
    envelope(call, { error: { code, message, ...(data === undefined ? {} : { data }) } }),
  );
}

export function replyText(status: number, text: string, headers: Record<string, string> = {}): Behaviour {
  return (_call, response) => {
    response.writeHead(status, headers);
    response.end(text);
  };
}

/** One behaviour after another; the last one stays. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let turn = 0;
  return (call, response) => {
    const behaviour = behaviours[Math.min(turn, behaviours.length - 1)] ?? behaviours[0];
    turn += 1;
    behaviour(call, response);
  };
}

export function methodOf({ path }: ReceivedCall): string {
  return path.replace('/api/v2/', '');
}

/** By method: what none names is answered as not found. */
export function byPath(behaviours: Readonly<Record<string, Behaviour>>): Behaviour {
  return (call, response) => {
    const behaviour = behaviours[methodOf(call)] ?? refuseWith(-32_601, 'Method not found');
    behaviour(call, response);
  };
}

/** A virtual clock on which short waits (the client's back-off) pass at once; their lengths are kept. */
export interface BackOffClock extends VirtualClock {
  readonly waitsMs: readonly number[];
}

export function createBackOffClock(): BackOffClock {
  const clock = createVirtualClock();
  const waitsMs: number[] = [];
  return {
    ...clock,
    waitsMs,
    after: (delayMs, action) => {
      const cancel = clock.after(delayMs, action);
      if (delayMs > 2_000) return cancel;
      waitsMs.push(delayMs);
      queueMicrotask(() => void clock.advance(delayMs));
      return cancel;
    },
  };
}

export interface ClientSetup {
  readonly form?: TransportForm;
  readonly credentials?: Credentials;
  readonly clock?: VirtualClock;
  readonly log?: (line: string) => void;
}

/** The real client against an address. */
export function createTestClient(origin: string, setup: ClientSetup = {}): ServiceClient {
  const profile: Profile = {
    id: 'test',
    name: 'test',
    kind: 'custom',
    origin,
    form: setup.form ?? 'get_body',
    credentials: setup.credentials ?? { scheme: 'basic', clientId: 'client', clientSecret: 'secret-of-the-test' },
  };
  return createServiceClient({
    profile,
    clock: setup.clock ?? createBackOffClock(),
    random: () => 0.5,
    ...(setup.log === undefined ? {} : { log: (...line) => setup.log?.(JSON.stringify(line)) }),
  });
}

/** A port on which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
