import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { systemClock } from '../../electron/clock.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import { compareRounds, median, type Figure } from './figure.ts';
import { openRawSocket } from './servers/raw-socket.ts';

const ROUNDS = 25;
const CALLS_PER_ROUND = 240;
const WARM_UP_CALLS = 8_000;
const PATH = '/api/v2/public/ticker';
const PARAMS = { instrument_name: 'BTC-PERPETUAL' };

interface Caller {
  readonly call: () => Promise<void>;
  readonly close: () => void | Promise<void>;
}

/**
 * Time of a `public/ticker` call: ours against a raw socket, node:http and fetch, in turns to one server. Median of a
 * round, microseconds.
 */
export async function measureCalls(): Promise<readonly Figure[]> {
  const server = fork(join(import.meta.dirname, 'servers/bare-server.ts'));
  const { port } = (await nextMessage(server)) as { port: number };
  const callers: Readonly<Record<string, Caller>> = {
    ours: createOurs(port),
    'raw socket': await createRawSocket(port),
    'node:http keep-alive': createNodeHttp(port),
    'global fetch (POST)': createFetch(port),
  };
  const rounds: Record<string, number[]> = {};
  for (const caller of Object.values(callers)) await measure(caller, WARM_UP_CALLS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of takeTurns(Object.keys(callers), round)) {
      const caller = callers[name];
      if (caller !== undefined) (rounds[name] ??= []).push(await measure(caller, CALLS_PER_ROUND));
    }
  }
  const connections = await countConnections(server, port);
  for (const caller of Object.values(callers)) await caller.close();
  server.disconnect();

  const against = (peer: string, bar: number): Figure =>
    compareRounds({ bench: 'call', figure: 'call_us', against: peer }, rounds['ours'] ?? [], rounds[peer] ?? [], bar);
  return [
    against('raw socket', 1.8),
    against('node:http keep-alive', 1),
    against('global fetch (POST)', 1),
    {
      bench: 'call',
      figure: 'connections_per_10000_calls',
      ours: connections,
      against: 'one',
      floor: 1,
      ratio: connections,
      bar: 1,
      holds: connections === 1,
    },
  ];
}

/** Another order each round: none always runs on what its neighbour left behind. */
function takeTurns(names: readonly string[], round: number): readonly string[] {
  const start = round % names.length;
  return [...names.slice(start), ...names.slice(0, start)];
}

/** Median microseconds of a call. */
async function measure(caller: Caller, calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const startedAt = process.hrtime.bigint();
    await caller.call();
    times.push(Number(process.hrtime.bigint() - startedAt) / 1_000);
  }
  return median(times);
}

async function countConnections(server: ChildProcess, port: number): Promise<number> {
  const ask = async (): Promise<number> => {
    server.send('how many');
    return ((await nextMessage(server)) as { connections: number }).connections;
  };
  const before = await ask();
  const ours = createOurs(port);
  for (let call = 0; call < 10_000; call += 1) await ours.call();
  await ours.close();
  return (await ask()) - before;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}

function createOurs(port: number): Caller {
  const client = createServiceClient({
    profile: {
      id: 'bench',
      name: 'bench',
      kind: 'custom',
      origin: `http://127.0.0.1:${port}`,
      form: 'get_body',
      credentials: { scheme: 'none' },
    },
    clock: systemClock,
    random: Math.random,
  });
  return {
    call: async () => {
      const answer = await client.call('public/ticker', PARAMS);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    },
    close: client.close,
  };
}

let lastId = 0;

function writeBody(): string {
  lastId += 1;
  return JSON.stringify({ jsonrpc: '2.0', id: lastId, method: 'public/ticker', params: PARAMS });
}

async function createRawSocket(port: number): Promise<Caller> {
  const socket = await openRawSocket(port);
  return { call: () => socket.call(PATH, writeBody()), close: socket.close };
}

function createNodeHttp(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: () =>
      new Promise((resolve, reject) => {
        const body = writeBody();
        const request = httpRequest(
          {
            host: '127.0.0.1',
            port,
            path: PATH,
            method: 'GET',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => {
              JSON.parse(Buffer.concat(chunks).toString());
              resolve();
            });
          },
        );
        request.on('error', reject);
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function createFetch(port: number): Caller {
  return {
    call: async () => {
      const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: writeBody(),
      });
      await response.json();
    },
    close: () => undefined,
  };
}
