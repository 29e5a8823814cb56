import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forecastOrder } from '../../shared/orders/forecast/forecast.ts';
import { checkDraft } from '../../shared/orders/rules.ts';
import { type Case, generateCases } from './check-cases.ts';
import { type Figure, median } from './figure.ts';
import { openRawSocket } from './servers/raw-socket.ts';

const ORDERS = 100_000;
const BATCH = 64;
const ROUNDS = 10;
const TRIPS_PER_ROUND = 300;
const WARM_UP_ORDERS = 20_000;
/**
 * Time of all sell rules and the forecast over generated orders, half of them invalid, against a loopback round trip.
 * Microseconds an order.
 */
export async function measureChecks(): Promise<readonly Figure[]> {
  const cases = generateCases(ORDERS);
  for (const each of cases.slice(0, WARM_UP_ORDERS)) check(each);

  const server = fork(join(import.meta.dirname, 'servers/bare-server.ts'));
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const socket = await openRawSocket(port);
  const body = '{"jsonrpc":"2.0","id":1,"method":"public/ticker","params":{"instrument_name":"BTC-PERPETUAL"}}';
  const trip = () => socket.call('/api/v2/public/ticker', body);
  for (let call = 0; call < 3000; call += 1) await trip();

  const batches: number[] = [];
  const roundMedians: number[] = [];
  const trips: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const size = ORDERS / ROUNDS;
    const times = timeBatches(cases.slice(round * size, (round + 1) * size));
    batches.push(...times);
    roundMedians.push(median(times));
    const tripTimes: number[] = [];
    for (let call = 0; call < TRIPS_PER_ROUND; call += 1) {
      const startedAt = process.hrtime.bigint();
      await trip();
      tripTimes.push(Number(process.hrtime.bigint() - startedAt) / 1000);
    }
    trips.push(median(tripTimes));
  }
  socket.close();
  server.disconnect();

  const ratios = roundMedians.map((ours, round) => ours / (trips[round] ?? Number.NaN));
  return [
    within('p50_us', percentile(batches, 0.5), 25),
    within('p99_us', percentile(batches, 0.99), 100),
    {
      bench: 'check',
      figure: 'p50_us',
      ours: median(roundMedians),
      against: 'raw loopback round trip',
      floor: median(trips),
      ratio: median(ratios),
      bar: 1,
      holds: median(ratios) <= 1,
    },
  ];
}

/** A figure that is held against a number of microseconds. */
function within(figure: string, ours: number, bar: number): Figure {
  return {
    bench: 'check',
    figure,
    ours,
    against: `${bar} us`,
    floor: bar,
    ratio: ours / bar,
    bar: 1,
    holds: ours <= bar,
  };
}

/** Microseconds an order, by batch; the middle of three runs, since other processes may take the core meanwhile. */
function timeBatches(cases: readonly Case[]): number[] {
  const times: number[] = [];
  for (let start = 0; start + BATCH <= cases.length; start += BATCH) {
    const batch = cases.slice(start, start + BATCH);
    times.push(median([timeBatch(batch), timeBatch(batch), timeBatch(batch)]));
  }
  return times;
}

function timeBatch(batch: readonly Case[]): number {
  const startedAt = process.hrtime.bigint();
  for (const each of batch) check(each);
  return Number(process.hrtime.bigint() - startedAt) / 1000 / batch.length;
}

let forecasts = 0;

/** What the desk does with a draft. */
function check({ draft, facts }: Case): void {
  const issues = checkDraft(draft, facts);
  if (issues.some(({ severity }) => severity === 'error')) return;
  if (forecastOrder(draft, facts) !== null) forecasts += 1;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}
