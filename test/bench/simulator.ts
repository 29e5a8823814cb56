import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, type Figure } from './figure.ts';
import { openLoad, requestBytes } from './load.ts';

const ROUNDS = 15;
const CALLS_PER_ROUND = 4000;
const WARM_UP_CALLS = 20_000;
/** As load generators usually come: ten connections that each wait for their answer. */
const PRESSURE = { sockets: 10, depth: 1 };

/** Where only the count matters: as fast as can be. */
const MEMORY_PRESSURE = { sockets: 4, depth: 16 };

interface Started {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly names: readonly string[];
}

/** Of twenty calls: prices of what is on the screen, metadata, an order under its own label, its look-up, the account. */
const SHARES = { ticker: 12, instrument: 2, sell: 2, lookUp: 2, summary: 2 };

/** What a trader's terminal asks for, ready to be sent; two orders to a label. */
function mix(started: Started, port: number): readonly Buffer[] {
  const authorization = `Basic ${Buffer.from(`${started.clientId}:${started.clientSecret}`).toString('base64')}`;
  const options = started.names.filter((name) => /^BTC-\d+[A-Z]+\d+-\d+-[CP]$/.test(name)).slice(0, 40);
  const requests: Buffer[] = [];
  const add = (method: string, params: Readonly<Record<string, unknown>>, count: number) => {
    const secret = method.startsWith('private/') ? authorization : null;
    const bytes = requestBytes(port, method, params, secret);
    for (let turn = 0; turn < count; turn += 1) requests.push(bytes);
  };
  for (let turn = 0; requests.length < WARM_UP_CALLS + ROUNDS * CALLS_PER_ROUND; turn += 1) {
    const label = `bench-${turn}`;
    const option = options[turn % options.length];
    add('public/ticker', { instrument_name: 'BTC-PERPETUAL' }, SHARES.ticker / 2);
    add('private/sell', { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market', label }, SHARES.sell);
    add('public/ticker', { instrument_name: option }, SHARES.ticker / 2);
    add('public/get_instrument', { instrument_name: option }, SHARES.instrument);
    add('private/get_order_state_by_label', { currency: 'BTC', label }, SHARES.lookUp);
    add('private/get_account_summary', { currency: 'BTC', extended: true }, SHARES.summary);
  }
  return requests;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}

/** The simulator's replies a second against a bare node:http echo, in turns; and time from start to first reply. */
export async function measureSimulator(): Promise<readonly Figure[]> {
  const echo = fork(join(import.meta.dirname, 'servers/echo-server.ts'));
  const { port: echoPort } = (await nextMessage(echo)) as { port: number };
  const startMs = await measureStart();
  const child = fork(join(import.meta.dirname, 'servers/simulator-server.ts'));
  const started = (await nextMessage(child)) as Started;
  const floor = await openLoad(echoPort, mix(started, echoPort), PRESSURE);
  const ours = await openLoad(started.port, mix(started, started.port), PRESSURE);
  await floor.run(WARM_UP_CALLS);
  await ours.run(WARM_UP_CALLS);
  const rates: { ours: number; floor: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0 ? 'ours' : 'floor';
    const rate = { ours: 0, floor: 0 };
    for (const who of first === 'ours' ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
      rate[who] = await (who === 'ours' ? ours : floor).run(CALLS_PER_ROUND);
    }
    rates.push(rate);
  }
  ours.close();
  floor.close();
  child.disconnect();
  echo.disconnect();
  const ratio = median(rates.map((rate) => rate.ours / rate.floor));
  return [
    {
      bench: 'simulator',
      figure: 'calls_per_second',
      ours: median(rates.map((rate) => rate.ours)),
      against: 'bare node:http echo',
      floor: median(rates.map((rate) => rate.floor)),
      ratio,
      bar: 0.7,
      holds: ratio >= 0.7,
    },
    startMs,
    await measureMemory(),
  ];
}

/** Requests until everything that is kept for a time has reached its most, and how many come after. */
const FILL_CALLS = 250_000;
const HELD_CALLS = 1_000_000;
/** The bench ends in time on a slow machine: it then says how many requests there were. */
const HELD_MS = 40_000;

/**
 * Heap after collection, MB: after a million requests against before, at full buffers. Slow machines do what 40 s
 * allow; the name says.
 */
async function measureMemory(): Promise<Figure> {
  const child = fork(join(import.meta.dirname, 'servers/simulator-server.ts'), { execArgv: ['--expose-gc'] });
  const started = (await nextMessage(child)) as Started;
  const load = await openLoad(started.port, mix(started, started.port), MEMORY_PRESSURE);
  const heap = async (): Promise<number> => {
    child.send('heap');
    return ((await nextMessage(child)) as { heapBytes: number }).heapBytes / 2 ** 20;
  };
  await load.run(FILL_CALLS);
  const floor = await heap();
  const startedAt = performance.now();
  let calls = 0;
  while (calls < HELD_CALLS && performance.now() - startedAt < HELD_MS) {
    await load.run(20_000);
    calls += 20_000;
  }
  const ours = await heap();
  load.close();
  child.disconnect();
  const ratio = ours / floor;
  const figure = `heap_mb_after_${calls}_calls`;
  return {
    bench: 'simulator',
    figure,
    ours,
    against: `after ${FILL_CALLS}`,
    floor,
    ratio,
    bar: 1.1,
    holds: ratio <= 1.1,
  };
}

/** From the start of a process to its first answer, ms; the median of five. */
async function measureStart(): Promise<Figure> {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const startedAt = process.hrtime.bigint();
    const child = fork(join(import.meta.dirname, 'servers/simulator-server.ts'));
    const { port } = (await nextMessage(child)) as Started;
    const load = await openLoad(
      port,
      [requestBytes(port, 'public/ticker', { instrument_name: 'BTC-PERPETUAL' }, null)],
      { sockets: 1, depth: 1 },
    );
    await load.run(1);
    times.push(Number(process.hrtime.bigint() - startedAt) / 1e6);
    load.close();
    child.disconnect();
  }
  const ours = median(times);
  return {
    bench: 'simulator',
    figure: 'first_answer_ms',
    ours,
    against: 'one second',
    floor: 1000,
    ratio: ours / 1000,
    bar: 1,
    holds: ours < 1000,
  };
}
