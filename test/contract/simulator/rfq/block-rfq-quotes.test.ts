import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../../../shared/service/extensions.ts';
import { basic, openBench, type Bench } from '../caller.ts';

interface Row {
  readonly price: number;
  readonly amount: number;
  readonly makers: string[];
  readonly execution_instruction: string;
  readonly last_update_timestamp: number;
  readonly expires_at?: number;
}
interface Rfq {
  readonly block_rfq_id: number;
  readonly state: string;
  readonly amount: number;
  readonly mark_price: number;
  readonly min_trade_amount: number;
  readonly bids: Row[];
  readonly asks: Row[];
}

let bench: Bench;
let calls: string[] = [];
beforeEach(async () => {
  bench = await openBench();
  calls = bench.simulator.control.instrumentNames().filter((name) => /^BTC-\d+[A-Z]+\d+-.*-C$/.test(name));
});
afterEach(() => bench.close());

const EIGHT = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5', 'MAKER6', 'MAKER7', 'MAKER8'];

function create(params: Readonly<Record<string, unknown>> = {}) {
  return bench.result<Rfq>('private/create_block_rfq', {
    legs: [
      { instrument_name: calls[0], amount: 100, direction: 'buy' },
      { instrument_name: calls[1], amount: 100, direction: 'sell' },
    ],
    ...params,
  });
}

async function look(id: number): Promise<Rfq> {
  const page = await bench.result<{ block_rfqs: Rfq[] }>('private/get_block_rfqs', { block_rfq_id: id });
  expect(EXTENSIONS['private/get_block_rfqs'].result.safeParse(page).error?.issues ?? []).toEqual([]);
  const [found] = page.block_rfqs;
  if (found === undefined) throw new Error(`no request ${id}`);
  return found;
}

describe('simulated makers quote', () => {
  test('nothing is seen in the 5 seconds of grace, then quotes around the mark', async () => {
    const { block_rfq_id: id, state } = await create();
    expect(state).toBe('created');
    bench.clock.ms += 4999;
    expect(await look(id)).toMatchObject({ state: 'open', bids: [], asks: [] });
    bench.clock.ms += 10_001;
    const seen = await look(id);
    expect(seen.bids.length).toBeGreaterThan(0);
    expect(seen.asks.length).toBeGreaterThan(0);
    for (const bid of seen.bids) expect(bid.price).toBeLessThanOrEqual(seen.mark_price);
    for (const ask of seen.asks) expect(ask.price).toBeGreaterThanOrEqual(seen.mark_price);
    for (const row of [...seen.bids, ...seen.asks]) {
      expect(Number((row.price / 0.0001).toFixed(6))).toBe(Math.round(row.price / 0.0001));
      expect(row.last_update_timestamp).toBeLessThanOrEqual(bench.clock.ms);
      if (row.execution_instruction === 'all_or_none') expect(row).toMatchObject({ amount: 100 });
      else expect(row.execution_instruction).toBe('any_part_of');
      expect(row.makers.every((name) => [...EIGHT, 'ANONYMOUS'].includes(name))).toBe(true);
    }
  });

  test('best price first; all-or-none before partial quotes of the same price', async () => {
    const { block_rfq_id: id } = await create();
    bench.clock.ms += 20_000;
    const { bids, asks } = await look(id);
    const rank = (rows: Row[], sign: number) =>
      rows.toSorted(
        (a, b) =>
          sign * (a.price - b.price) ||
          Number(b.execution_instruction === 'all_or_none') - Number(a.execution_instruction === 'all_or_none'),
      );
    expect(rank(bids, -1)).toEqual(bids);
    expect(rank(asks, 1)).toEqual(asks);
  });

  test('a quote stays until its maker quotes anew; asking twice gives the same', async () => {
    const { block_rfq_id: id } = await create({ makers: ['MAKER1', 'MAKER2', 'MAKER3'] });
    bench.clock.ms += 20_000;
    const first = await look(id);
    expect(await look(id)).toEqual(first);
    bench.clock.ms += 15_000;
    const later = await look(id);
    expect(later.bids.map((row) => row.last_update_timestamp)).not.toEqual(
      first.bids.map((row) => row.last_update_timestamp),
    );
  });

  test('only targeted makers quote', async () => {
    const { block_rfq_id: id } = await create({ makers: ['MAKER2', 'MAKER6'] });
    bench.clock.ms += 20_000;
    const { bids, asks } = await look(id);
    for (const row of [...bids, ...asks]) {
      expect(row.makers.every((name) => ['MAKER2', 'MAKER6', 'ANONYMOUS'].includes(name))).toBe(true);
    }
  });

  test('an anonymous request shows nobody’s name', async () => {
    const created = await create({ makers: EIGHT.slice(0, 5), disclosed: false });
    expect(created).not.toHaveProperty('taker');
    bench.clock.ms += 20_000;
    const { bids, asks } = await look(created.block_rfq_id);
    expect(bids.length + asks.length).toBeGreaterThan(0);
    expect(new Set([...bids, ...asks].flatMap((row) => row.makers))).toEqual(new Set(['ANONYMOUS']));
  });

  test('after five minutes a request is expired, without quotes, and counts for the taker’s rating', async () => {
    const { block_rfq_id: id } = await create();
    bench.clock.ms += 299_999;
    expect(await look(id)).toMatchObject({ state: 'open' });
    bench.clock.ms += 1;
    expect(await look(id)).toMatchObject({ state: 'expired', bids: [], asks: [], included_in_taker_rating: true });
  });

  test('one sold leg is priced as its instrument', async () => {
    const created = await create({ legs: [{ instrument_name: 'BTC-PERPETUAL', amount: 200_000, direction: 'sell' }] });
    bench.clock.ms += 20_000;
    const { bids, mark_price: mark } = await look(created.block_rfq_id);
    expect(mark).toBeGreaterThan(0);
    expect(bids[0]?.price).toBeGreaterThan(0.9 * mark);
  });
});

describe('private/get_block_rfqs', () => {
  const page = (params: Readonly<Record<string, unknown>>) =>
    bench.result<{ block_rfqs: Rfq[]; continuation: number | null }>('private/get_block_rfqs', params);

  test('newest first, paged back by continuation, filtered by state, currency and role', async () => {
    const ids: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) ids.unshift((await create({ label: `r${turn}` })).block_rfq_id);
    const first = await page({ count: 2 });
    expect(first.block_rfqs.map((rfq) => rfq.block_rfq_id)).toEqual(ids.slice(0, 2));
    await create();
    const second = await page({ count: 2, continuation: first.continuation });
    expect(second.block_rfqs.map((rfq) => rfq.block_rfq_id)).toEqual(ids.slice(2, 4));
    const last = await page({ count: 2, continuation: second.continuation });
    expect(last).toMatchObject({ block_rfqs: [{ block_rfq_id: ids[4], label: 'r0' }], continuation: null });
    expect((await page({ state: 'open' })).block_rfqs).toHaveLength(6);
    expect((await page({ state: 'filled' })).block_rfqs).toEqual([]);
    expect((await page({ currency: 'ETH' })).block_rfqs).toEqual([]);
    expect((await page({ currency: 'BTC', role: 'taker' })).block_rfqs).toHaveLength(6);
    expect((await page({ role: 'maker' })).block_rfqs).toEqual([]);
  });

  test('the directory names the makers that a request may target', async () => {
    expect(await bench.result('private/get_block_rfq_makers')).toEqual(EIGHT);
  });

  test('block_rfq:read is enough to look, not to create', async () => {
    const reader = basic(bench.simulator.control.addKey(['block_rfq:read']));
    expect(await bench.call('private/get_block_rfqs', {}, reader)).toMatchObject({ status: 200 });
    expect(await bench.call('private/get_block_rfq_makers', {}, reader)).toMatchObject({ status: 200 });
    const order = { legs: [{ instrument_name: calls[0], amount: 100, direction: 'buy' }] };
    expect(await bench.call('private/create_block_rfq', order, reader)).toMatchObject({ error: { code: 13_403 } });
    const trader = basic(bench.simulator.control.addKey(['account:read', 'trade:read_write']));
    expect(await bench.call('private/get_block_rfqs', {}, trader)).toMatchObject({ error: { code: 13_403 } });
  });

  test('too many open requests are 13907, told by its message; the oldest expire', async () => {
    for (let turn = 0; turn < 100; turn += 1) await create();
    const legs = [{ instrument_name: calls[0], amount: 100, direction: 'buy' }];
    expect(await bench.call('private/create_block_rfq', { legs })).toMatchObject({
      error: { code: 13_907, message: 'too_many_open_block_rfqs' },
    });
    bench.clock.ms += 300_000;
    expect(await bench.call('private/create_block_rfq', { legs })).toMatchObject({ status: 200 });
  });
});

test('a leg’s size is amount times ratio exactly, whatever the decimals', async () => {
  const amounts = [25.1, 50.2, 75.3];
  const created = await bench.result<Rfq & { legs: { ratio: number }[] }>('private/create_block_rfq', {
    legs: amounts.map((amount, at) => ({ instrument_name: calls[at], amount, direction: 'buy' })),
  });
  expect(created.amount).toBe(25.1);
  expect(created.legs.map((leg) => leg.ratio)).toEqual([1, 2, 3]);
});
