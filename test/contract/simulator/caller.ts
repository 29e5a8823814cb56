import { Agent, request } from 'node:http';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';

/** A Wednesday, so that the weekly expiry is nine days out. */
export const START_MS = Date.UTC(2026, 10, 18, 12);

/** A clock that stands still until it is moved. */
export interface ManualClock {
  ms: number;
  now(): number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Refused {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly reason?: string; readonly param?: string };
}

export interface Answer {
  readonly status: number;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: Refused;
}

type Json = Readonly<Record<string, unknown>>;

/** A simulator under a clock of our own, and the ways to talk to it. */
export interface Bench {
  readonly simulator: Simulator;
  readonly clock: ManualClock;
  /** One HTTP request, exactly as described. */
  send(what: {
    verb?: string;
    target: string;
    body?: string | Buffer;
    headers?: Readonly<Record<string, string>>;
    host?: string;
  }): Promise<Reply>;
  /** One call in the contract's own form: GET with a JSON body; private methods with the key as Basic. */
  call(method: string, params?: Json, authorization?: string | null): Promise<Answer>;
  /** The same, when the result is what matters. Throws on an error. */
  result<T = Json>(method: string, params?: Json): Promise<T>;
  close(): Promise<void>;
}

/** Base64 of `id:secret`, as the Basic scheme has it. */
export function basic(key: { readonly clientId: string; readonly clientSecret: string }): string {
  return `Basic ${Buffer.from(`${key.clientId}:${key.clientSecret}`).toString('base64')}`;
}

/** Starts a simulator with wide limits, so that only the tests about limits meet them, and without positions. */
export async function openBench(seed = 7): Promise<Bench> {
  const clock: ManualClock = {
    ms: START_MS,
    now() {
      return this.ms;
    },
  };
  const simulator = await createSimulator({ seed, clock, portfolio: 'empty' });
  const wide = { rate: 100_000, burst: 100_000 };
  simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let nextId = 0;

  const send: Bench['send'] = ({ verb = 'GET', target, body, headers = {}, host }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: simulator.port,
        method: verb,
        path: target,
        headers: {
          ...(host === undefined ? {} : { host }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
    return promise;
  };

  const call: Bench['call'] = async (method, params = {}, authorization) => {
    nextId += 1;
    const secret = authorization === undefined && method.startsWith('private/') ? basic(simulator) : authorization;
    const reply = await send({
      target: `/api/v2/${method}`,
      body: JSON.stringify({ jsonrpc: '2.0', id: nextId, method, params }),
      ...(typeof secret === 'string' ? { headers: { authorization: secret } } : {}),
    });
    return { status: reply.status, ...(JSON.parse(reply.text) as Json) };
  };

  return {
    simulator,
    clock,
    send,
    call,
    result: async <T>(method: string, params: Json = {}) => {
      const answer = await call(method, params);
      if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.result as T;
    },
    close: async () => {
      agent.destroy();
      await simulator.close();
    },
  };
}
