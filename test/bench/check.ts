import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SellDraft } from '../../shared/orders/draft.ts';
import type { SellFacts } from '../../shared/orders/facts.ts';
import { forecastSell } from '../../shared/orders/forecast.ts';
import { checkSell } from '../../shared/orders/rules.ts';
import { option, optionTicker, perpetual, perpetualTicker, sellDraft, sellFacts } from '../support/records.ts';
import { type Figure, median } from './figure.ts';
import { openRawSocket } from './raw-socket.ts';

const ORDERS = 100_000;
const BATCH = 64;
const ROUNDS = 10;
const TRIPS_PER_ROUND = 300;
const WARM_UP_ORDERS = 20_000;
const SEED = 20_261_121;

const OPTION = option();
const ON_PERPETUAL = sellFacts();
const ON_OPTION = sellFacts({ instrument: OPTION, ticker: optionTicker() });
const HALTED = perpetual({ state: 'halted', is_active: false });
const HALTED_TICKER = perpetualTicker({ state: 'halted' });

interface Case {
  readonly draft: SellDraft;
  readonly facts: SellFacts;
}

/**
 * Time of all sell rules, and of the forecast where they find no error, over generated orders of which half are
 * invalid: microseconds an order, in batches of 64, and against one raw loopback round trip in the same rounds.
 */
export async function measureChecks(): Promise<readonly Figure[]> {
  const cases = generate(ORDERS);
  for (const each of cases.slice(0, WARM_UP_ORDERS)) check(each);

  const server = fork(join(import.meta.dirname, 'bare-server.ts'));
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

/**
 * Microseconds an order, batch by batch; of three times of a batch, the middle one: a shared machine takes the
 * processor away for longer than a whole batch lasts, and that is not the rules' doing.
 */
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
  const issues = checkSell(draft, facts);
  if (issues.some(({ severity }) => severity === 'error')) return;
  if (forecastSell(draft, facts) !== null) forecasts += 1;
}

function isInvalid({ draft, facts }: Case): boolean {
  return checkSell(draft, facts).some(({ severity }) => severity === 'error');
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}

/** Numbers in [0, 1) that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function generate(count: number): Case[] {
  const random = createRandom(SEED);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
  const makers: readonly [() => Case, ...(() => Case)[]] = [
    () => ({ draft: limitOnPerpetual(random, pick), facts: ON_PERPETUAL }),
    () => ({ draft: sellDraft({ type: 'market', price: '', amount: amountOf(random) }), facts: ON_PERPETUAL }),
    () => ({ draft: stopOnPerpetual(random), facts: ON_PERPETUAL }),
    () => limitOnOption(random),
  ];
  return Array.from({ length: count }, (_, index) => {
    const mustBeInvalid = index % 2 === 1;
    for (;;) {
      const valid = pick(makers)();
      const made = mustBeInvalid ? spoil(valid, pick) : valid;
      if (isInvalid(made) === mustBeInvalid) return made;
    }
  });
}

function amountOf(random: () => number): string {
  return String(10 * (1 + Math.floor(random() * 20_000)));
}

function limitOnPerpetual(random: () => number, pick: <T>(values: readonly [T, ...T[]]) => T): SellDraft {
  return sellDraft({
    amount: amountOf(random),
    price: String(97_400 + Math.floor(random() * 400) / 2),
    time_in_force: pick(['good_til_cancelled', 'good_til_day']),
    post_only: random() < 0.5,
    label: `l-${Math.floor(random() * 1e6)}`,
  });
}

function stopOnPerpetual(random: () => number): SellDraft {
  return sellDraft({
    type: 'stop_limit',
    amount: amountOf(random),
    price: '96900',
    trigger: 'mark_price',
    trigger_price: String(97_000 - Math.floor(random() * 100) / 2),
  });
}

function limitOnOption(random: () => number): Case {
  const draft = sellDraft({
    instrument_name: OPTION.instrument_name,
    amount: String(1 + Math.floor(random() * 20)),
    price: (0.07 + Math.floor(random() * 40) * 0.0005).toFixed(4),
  });
  return { draft, facts: ON_OPTION };
}

/** One thing wrong, of those a person gets wrong. */
function spoil({ draft, facts }: Case, pick: <T>(values: readonly [T, ...T[]]) => T): Case {
  const changed = (changes: Partial<SellDraft>): Case => ({ draft: { ...draft, ...changes }, facts });
  return pick<() => Case>([
    () => changed({ amount: '15' + draft.amount.slice(-1) + '.7' }),
    () => changed({ amount: 'ten' }),
    () => changed({ amount: '' }),
    () => changed({ amount: '-10' }),
    () => changed(draft.type === 'market' ? { price: '97000' } : { price: `${draft.price}.00001` }),
    () => changed(draft.type === 'market' ? { price: '1' } : { price: '1e999' }),
    () => changed({ label: 'x'.repeat(65) }),
    () => changed({ reject_post_only: true, post_only: false }),
    () => ({ draft, facts: { ...facts, instrument: null } }),
    () => ({ draft, facts: { ...facts, instrument: HALTED } }),
    () => ({ draft, facts: { ...facts, ticker: HALTED_TICKER } }),
    () => ({ draft, facts: { ...facts, orderCredits: 0 } }),
  ])();
}
