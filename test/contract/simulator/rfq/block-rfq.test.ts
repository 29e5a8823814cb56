import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBench, type Bench } from '../caller.ts';

type Json = Readonly<Record<string, unknown>>;
interface Page {
  readonly continuation: string | null;
  readonly block_rfqs: { readonly id: number; readonly timestamp: number }[];
}

let bench: Bench;
let calls: string[] = [];
beforeAll(async () => {
  bench = await openBench();
  calls = bench.simulator.control.instrumentNames().filter((name) => /^BTC-.*-C$/.test(name));
});
afterAll(() => bench.close());

const create = (params: Json) => bench.call('private/create_block_rfq', params);
const leg = (instrument: string | undefined, amount: unknown, direction = 'buy') => ({
  instrument_name: instrument,
  amount,
  direction,
});
const HEDGE = { instrument_name: 'BTC-PERPETUAL', direction: 'sell', price: 97_000, amount: 1000 };

describe('private/create_block_rfq', () => {
  test('gives the amount as greatest common divisor, integer ratios, hedge and life of five minutes', async () => {
    const answer = await create({
      legs: [leg(calls[0], 50), leg(calls[1], 125, 'sell')],
      hedge: HEDGE,
      label: 'spread',
      makers: ['MAKER1'],
    });
    expect(answer.result).toMatchObject({
      state: 'created',
      role: 'taker',
      amount: 25,
      label: 'spread',
      legs: [
        { instrument_name: calls[0], direction: 'buy', ratio: 2 },
        { instrument_name: calls[1], direction: 'sell', ratio: 5 },
      ],
      combo_id: null,
      hedge: HEDGE,
      makers: ['MAKER1'],
      bids: [],
      asks: [],
      creation_timestamp: bench.clock.ms,
      expiration_timestamp: bench.clock.ms + 300_000,
    });
  });

  test('names simple structures', async () => {
    const one = await create({ legs: [leg(calls[0], 25)] });
    expect(one.result).toMatchObject({ combo_id: calls[0] });
    const [base, expiry, low] = (calls[0] ?? '').split('-');
    const high = (calls[1] ?? '').split('-')[2];
    const spread = await create({ legs: [leg(calls[0], 25), leg(calls[1], 25, 'sell')] });
    expect(spread.result).toMatchObject({ combo_id: `${base}-CS-${expiry}-${low}_${high}` });
  });

  test('takes the hedge as JSON text in a query', async () => {
    const query = new URLSearchParams({
      legs: JSON.stringify([leg(calls[0], 25)]),
      hedge: JSON.stringify(HEDGE),
      disclosed: 'true',
    });
    const authorization = `Basic ${Buffer.from(`${bench.simulator.clientId}:${bench.simulator.clientSecret}`).toString('base64')}`;
    const reply = await bench.send({
      target: `/api/v2/private/create_block_rfq?${query.toString()}`,
      headers: { authorization },
    });
    expect(JSON.parse(reply.text)).toMatchObject({ result: { hedge: HEDGE } });
  });

  test('anonymous needs five makers; allocations make the whole', async () => {
    const makers = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5'];
    const legs = [leg(calls[0], 25)];
    expect((await create({ legs, makers, disclosed: false })).result).toMatchObject({ disclosed: false });
    const [user] = bench.simulator.control.accountIds();
    const allocations = [
      { amount: 10, user_id: user },
      { amount: 15, client_info: { client_id: 1, client_link_id: 2 } },
    ];
    expect((await create({ legs, trade_allocations: allocations })).result).toMatchObject({
      trade_allocations: allocations,
    });
  });

  test('an empty list of allocations is the same as none', async () => {
    const { result } = await create({ legs: [leg(calls[0], 25)], trade_allocations: [] });
    expect(result).toMatchObject({ amount: 25 });
    expect(result).not.toHaveProperty('trade_allocations');
  });

  test('takes 20 legs, and not 21', async () => {
    const legs = calls.slice(0, 21).map((name, at) => leg(name, 25, at % 2 === 0 ? 'buy' : 'sell'));
    const { result } = await create({ legs: legs.slice(0, 20) });
    expect(result).toMatchObject({
      amount: 25,
      legs: legs.slice(0, 20).map(({ instrument_name, direction }) => ({ instrument_name, direction, ratio: 1 })),
    });
    expect(await create({ legs })).toMatchObject({
      status: 400,
      error: { code: -32_602, data: { param: 'legs', reason: 'must have 1 to 20 legs' } },
    });
  });

  test.each<[string, () => Json, string]>([
    ['no leg', () => ({ legs: [] }), 'legs'],
    ['21 legs', () => ({ legs: Array.from({ length: 21 }, () => leg(calls[0], 25)) }), 'legs'],
    ['legs that are no list', () => ({ legs: {} }), 'legs'],
    ['a leg with a stray field', () => ({ legs: [{ ...leg(calls[0], 25), price: 1 }] }), 'legs[0]'],
    ['an unknown instrument', () => ({ legs: [leg('BTC-1JAN20-1-C', 25)] }), 'legs[0].instrument_name'],
    ['an amount below the block minimum', () => ({ legs: [leg(calls[0], 24.9)] }), 'legs[0].amount'],
    ['an amount of nothing', () => ({ legs: [leg(calls[0], 25), leg(calls[1], 0)] }), 'legs[1].amount'],
    ['an amount off its step', () => ({ legs: [leg(calls[0], 25.05)] }), 'legs[0].amount'],
    ['an amount as text', () => ({ legs: [leg(calls[0], '25')] }), 'legs[0].amount'],
    ['no direction', () => ({ legs: [leg(calls[0], 25, 'long')] }), 'legs[0].direction'],
    ['the same instrument twice', () => ({ legs: [leg(calls[0], 25), leg(calls[0], 50)] }), 'legs[1].instrument_name'],
    ['two currencies', () => ({ legs: [leg(calls[0], 25), leg('ETH-PERPETUAL', 200_000)] }), 'legs[1].instrument_name'],
    [
      'four makers, anonymous',
      () => ({ legs: [leg(calls[0], 25)], makers: ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4'], disclosed: false }),
      'disclosed',
    ],
    ['nobody, anonymous', () => ({ legs: [leg(calls[0], 25)], makers: [], disclosed: false }), 'disclosed'],
    ['a maker twice', () => ({ legs: [leg(calls[0], 25)], makers: ['MAKER1', 'MAKER1'] }), 'makers[1]'],
    ['a blank maker', () => ({ legs: [leg(calls[0], 25)], makers: ['MAKER1', ' '] }), 'makers[1]'],
    ['a maker that nobody knows', () => ({ legs: [leg(calls[0], 25)], makers: ['MAKER99'] }), 'makers[0]'],
    ['a maker that is no text', () => ({ legs: [leg(calls[0], 25)], makers: ['MAKER1', 2] }), 'makers[1]'],
    [
      'an allocation to a stranger',
      () => ({ legs: [leg(calls[0], 25)], trade_allocations: [{ amount: 25, user_id: 1 }] }),
      'trade_allocations[0].user_id',
    ],
    [
      'an option as hedge',
      () => ({ legs: [leg(calls[0], 25)], hedge: { ...HEDGE, instrument_name: calls[0] } }),
      'hedge.instrument_name',
    ],
    [
      'a hedge without price',
      () => ({ legs: [leg(calls[0], 25)], hedge: { ...HEDGE, price: undefined } }),
      'hedge.price',
    ],
    [
      'a hedge off its tick',
      () => ({ legs: [leg(calls[0], 25)], hedge: { ...HEDGE, price: 97_000.001 } }),
      'hedge.price',
    ],
    [
      'a hedge without amount',
      () => ({ legs: [leg(calls[0], 25)], hedge: { ...HEDGE, amount: undefined } }),
      'hedge.amount',
    ],
    [
      'a hedge without direction',
      () => ({ legs: [leg(calls[0], 25)], hedge: { ...HEDGE, direction: undefined } }),
      'hedge.direction',
    ],
    ['two hedges', () => ({ legs: [leg(calls[0], 25)], hedge: [HEDGE, HEDGE] }), 'hedge'],
    ['a hedge that is no JSON', () => ({ legs: [leg(calls[0], 25)], hedge: '{' }), 'hedge'],
    [
      'allocations short of the amount',
      () => ({
        legs: [leg(calls[0], 25)],
        trade_allocations: [{ amount: 24, client_info: { client_id: 1, client_link_id: 1 } }],
      }),
      'trade_allocations',
    ],
    [
      'an allocation to two',
      () => ({
        legs: [leg(calls[0], 25)],
        trade_allocations: [{ amount: 25, user_id: 1, client_info: { client_id: 1, client_link_id: 1 } }],
      }),
      'trade_allocations[0]',
    ],
    [
      'an allocation to nobody',
      () => ({ legs: [leg(calls[0], 25)], trade_allocations: [{ amount: 25 }] }),
      'trade_allocations[0]',
    ],
  ])('%s is refused', async (_name, params, param) => {
    expect(await create(params())).toMatchObject({ status: 400, error: { code: -32_602, data: { param } } });
  });
});

describe('public/get_block_rfq_trades', () => {
  const tape = (params: Json) => bench.result<Page>('public/get_block_rfq_trades', params);

  test('pages back through everything once, whatever is printed meanwhile', async () => {
    const whole = (await tape({ currency: 'any', count: 1000 })).block_rfqs;
    expect(whole.length).toBeGreaterThan(50);
    expect(whole.map((print) => print.timestamp)).toEqual(
      whole.map((print) => print.timestamp).toSorted((a, b) => b - a),
    );
    const seen: number[] = [];
    let continuation: string | null = null;
    do {
      const page: Page = await tape({ currency: 'any', count: 7, ...(continuation === null ? {} : { continuation }) });
      seen.push(...page.block_rfqs.map((print) => print.id));
      continuation = page.continuation;
      bench.clock.ms += 60_000;
    } while (continuation !== null);
    expect(seen).toEqual(whole.map((print) => print.id));
    expect((await tape({ currency: 'any', count: 1000 })).block_rfqs.length).toBeGreaterThan(whole.length);
  });

  test('a print has the mark and index prices of its moment, those of the ticker', async () => {
    bench.clock.ms += 3_600_000;
    const [name = ''] = calls;
    bench.simulator.control.printBlockRfq([{ name, ratio: 1 }]);
    const ticker = await bench.result('public/ticker', { instrument_name: name });
    bench.clock.ms += 3_600_000;
    const { block_rfqs: prints } = await tape({ currency: 'BTC', count: 1000 });
    expect(prints.find(({ timestamp }) => timestamp === ticker['timestamp'])).toMatchObject({
      combo_id: name,
      // A print tells nine places of it, a ticker fewer.
      mark_price: expect.closeTo(Number(ticker['mark_price']), 4) as number,
      index_prices: { btc_usd: ticker['index_price'] },
    });
    expect(await bench.result('public/ticker', { instrument_name: name })).not.toMatchObject({
      index_price: ticker['index_price'],
    });
  });

  test('a currency has its own prints; one that is not traded has none', async () => {
    const { block_rfqs: prints } = await bench.result<{ block_rfqs: { legs: { instrument_name: string }[] }[] }>(
      'public/get_block_rfq_trades',
      { currency: 'ETH', count: 100 },
    );
    expect(prints.flatMap((print) => print.legs).every((item) => item.instrument_name.startsWith('ETH-'))).toBe(true);
    expect(prints.length).toBeGreaterThan(0);
    expect(await tape({ currency: 'EURR' })).toEqual({ continuation: null, block_rfqs: [] });
  });

  test.each([':', '1', '-1:5', '1:2:3', 'x:y'])('the continuation %s is refused', async (continuation) => {
    const answer = await bench.call('public/get_block_rfq_trades', { currency: 'any', continuation });
    expect(answer.error).toMatchObject({ code: -32_602, data: { param: 'continuation', reason: 'wrong format' } });
  });
});
