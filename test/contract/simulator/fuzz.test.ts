import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { z } from 'zod';
import { SERVICE_ERROR_CODES } from '../../../shared/service/error-codes.ts';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { Random } from '../../../simulator/random.ts';
import { openPipelinedSocket, requestText, type PipelinedSocket } from '../../support/wire/pipelined-socket.ts';
import { damage, randomParams, valuePool } from '../../support/fuzz/random-params.ts';
import { basic, openBench, type Bench } from './caller.ts';

type Json = Readonly<Record<string, unknown>>;
interface Parsed {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

const TABLE: Readonly<Record<string, { readonly params: z.ZodType }>> = { ...METHODS, ...EXTENSIONS };
const NAMES = Object.keys(TABLE);

/** Every parameter of a method, by the table that the client reads too. */
function paramsOf(method: string): readonly string[] {
  const schema = TABLE[method]?.params;
  if (!(schema instanceof z.ZodObject)) throw new Error(`${method} has no named parameters`);
  return Object.keys(schema.shape);
}

let bench: Bench;
let socket: PipelinedSocket;
let authorization = '';
let option = '';
/** An order that rests far away, for edits. */
const EDITABLE = 'editable';
let editableId = '';
beforeAll(async () => {
  bench = await openBench();
  socket = await openPipelinedSocket(bench.simulator.port);
  authorization = basic(bench.simulator);
  option = bench.simulator.control.instrumentNames().find((name) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(name)) ?? '';
  const editable = { instrument_name: 'BTC-PERPETUAL', amount: 20, price: 150_000, label: EDITABLE };
  const { order } = await bench.result<{ order: { order_id: string } }>('private/sell', editable);
  editableId = order.order_id;
});
afterAll(async () => {
  socket.close();
  await bench.close();
});

async function ask(calls: readonly (readonly [method: string, body: string])[]): Promise<readonly Parsed[]> {
  const requests = calls.map(([method, body]) => requestText(bench.simulator.port, method, body, authorization));
  const answers = await socket.send(requests);
  return answers.map((answer, at) => {
    const parsed = JSON.parse(answer.text) as Parsed;
    const about = () => `${JSON.stringify(calls[at])} gave ${answer.status} ${answer.text.slice(0, 400)}`;
    if (answer.status === 200) {
      if (!('result' in parsed) || 'error' in parsed) throw new Error(about());
    } else if (answer.status !== 400 || !isDocumented(parsed.error)) {
      throw new Error(about());
    }
    return parsed;
  });
}

/** A code of the documented table under its own name, never the service's own failure; bad parameters say which and why. */
function isDocumented(error: Parsed['error']): boolean {
  if (error === undefined) return false;
  const known = SERVICE_ERROR_CODES.get(error.code);
  if (known === undefined || known.class === 'unknown' || !known.name.includes(error.message.split(' ')[0] ?? '?'))
    return false;
  if (error.code !== -32_602) return true;
  return typeof error.data?.['reason'] === 'string' && typeof error.data['param'] === 'string';
}

const envelope = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Params that a method takes, to spoil one at a time. */
function validParams(method: string): Json {
  const window = { start_timestamp: 0, end_timestamp: 4_000_000_000_000 };
  const known: Readonly<Record<string, Json>> = {
    'public/auth': {
      grant_type: 'client_credentials',
      client_id: bench.simulator.clientId,
      client_secret: bench.simulator.clientSecret,
    },
    'private/sell': { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 200_000 },
    'private/buy': { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 20_000 },
    'private/get_margins': { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 90_000 },
    'private/create_block_rfq': { legs: [{ instrument_name: option, amount: 25, direction: 'buy' }] },
    'private/get_user_trades_by_currency_and_time': { currency: 'BTC', ...window },
    'private/get_user_trades_by_instrument_and_time': { instrument_name: 'BTC-PERPETUAL', ...window },
    'private/edit': { order_id: editableId, amount: 20 },
    'private/edit_by_label': { label: EDITABLE, instrument_name: 'BTC-PERPETUAL', amount: 20 },
    'private/close_position': { instrument_name: 'BTC-PERPETUAL', type: 'market' },
    'private/cancel': { order_id: '1' },
    'private/cancel_by_label': { label: 'x' },
    'private/get_order_state': { order_id: editableId },
    'private/get_user_trades_by_order': { order_id: editableId },
    'public/get_index_price': { index_name: 'btc_usd' },
  };
  const names = paramsOf(method);
  return (
    known[method] ?? {
      ...(names.includes('currency') ? { currency: 'BTC' } : {}),
      ...(names.includes('instrument_name') ? { instrument_name: 'BTC-PERPETUAL' } : {}),
    }
  );
}

/** Wrong for any parameter but one that takes just this type. */
const WRONG_TYPES: readonly unknown[] = [null, true, 1.5, -1, 'no such value', '', [], [[]], {}, { a: 1 }, [null]];
const OVERSIZE: readonly unknown[] = ['x'.repeat(5000), 1e308, -1e308, 2 ** 60, Array.from({ length: 200 }, () => 0)];

/** Cash, margins, positions, orders and Block RFQs of the account, as one text. */
async function stateOf(): Promise<string> {
  const { control } = bench.simulator;
  // Replies are written anew after that: nothing is read from what was kept.
  control.setReplies({});
  const results: unknown[] = [];
  for (const [method, params] of [
    ['private/get_account_summaries', { extended: true }],
    ['private/get_positions', { currency: 'any' }],
    ['private/get_open_orders', {}],
    ['private/get_block_rfqs', { count: 1000 }],
  ] as const) {
    results.push(await bench.result(method, params));
  }
  return JSON.stringify([results, control.executions()]);
}

type Call = readonly [method: string, body: string];

/**
 * Repeats rejected calls until none is taken, as earlier ones may matter; then state must stay unchanged. Gives how
 * many.
 */
async function expectNothingApplied(refused: readonly Call[]): Promise<number> {
  let left = refused;
  for (;;) {
    const before = await stateOf();
    const answers = await ask(left);
    const still = left.filter((_, at) => answers[at]?.error !== undefined);
    if (still.length === left.length) {
      expect(await stateOf()).toBe(before);
      return left.length;
    }
    left = still;
  }
}

describe('every parameter of every method', () => {
  test.each(NAMES)('%s: a parameter of the wrong type is refused by name, and nothing is applied', async (method) => {
    const valid = validParams(method);
    const calls: [string, string][] = [];
    const spoilt: string[] = [];
    for (const name of paramsOf(method)) {
      for (const value of [...WRONG_TYPES, ...OVERSIZE]) {
        calls.push([method, envelope(method, { ...valid, [name]: value })]);
        spoilt.push(name);
      }
    }
    if (calls.length === 0) return;
    const answers = await ask(calls);
    for (const [at, { error }] of answers.entries()) {
      if (error?.code !== -32_602) continue;
      // Where a value is of the right type, another parameter may be what does not fit.
      if (calls[at]?.[1].includes('null')) expect(error.data?.['param'], calls[at][1]).toContain(spoilt[at]);
    }
    const refused = calls.filter((_, at) => answers[at]?.error !== undefined);
    expect(await expectNothingApplied(refused)).toBeGreaterThan(0);
    expect(bench.simulator.control.crashes()).toEqual([]);
  });

  test.each(NAMES)('%s: names that it does not have are refused, prototype keys among them', async (method) => {
    const valid = JSON.stringify(validParams(method)).slice(1, -1);
    const extra = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'extra', '', ' currency'];
    const answers = await ask(
      extra.map((name) => [
        method,
        `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${valid}${valid === '' ? '' : ','}${JSON.stringify(name)}:{"isAdmin":true}}}`,
      ]),
    );
    for (const [at, { error }] of answers.entries()) {
      expect(error).toMatchObject({ code: -32_602, data: { reason: 'unknown parameter', param: extra[at] } });
    }
    expect(({} as Json)['isAdmin']).toBeUndefined();
  });

  test('null is no value for any parameter', async () => {
    for (const method of NAMES) {
      const names = paramsOf(method);
      const answers = await ask(
        names.map((name) => [method, envelope(method, { ...validParams(method), [name]: null })]),
      );
      for (const [at, { error }] of answers.entries()) {
        expect(error, `${method} ${names[at] ?? ''}`).toMatchObject({ code: -32_602, data: { param: names[at] } });
      }
    }
  });
});

const BATCH = 500;
/** Methods that may change something: what they refuse is sent again, so many at a time. */
const CHANGES = /^private\/(?:sell|buy|edit|close|cancel|create)/;
const REFUSED_AT_ONCE = 4000;

/** So many requests of any shape: each must have a result or a documented refusal, which applies nothing. */
async function sendAnything(requests: number) {
  const random = new Random(20_261_118);
  const values = valuePool(option);
  const every = [
    ...new Set(NAMES.flatMap(paramsOf)),
    'amount',
    'direction',
    'user_id',
    'client_info',
    '__proto__',
    'extra',
  ];
  const methods = [
    ...NAMES,
    'private/sell',
    'private/buy',
    'private/edit',
    'private/create_block_rfq',
    'public/nothing',
    'private/__proto__',
  ];
  const counts = { result: 0, error: 0 };
  let refused: Call[] = [];
  let repeated = 0;
  for (let sent = 0; sent + repeated < requests; sent += BATCH) {
    const calls: [string, string][] = [];
    while (calls.length < BATCH) {
      const method = random.pick(methods);
      const own = TABLE[method] === undefined ? every : paramsOf(method);
      const valid = TABLE[method] !== undefined && random.next() < 0.6 ? validParams(method) : {};
      const params = {
        ...valid,
        ...randomParams(random, values, random.next() < 0.9 && own.length > 0 ? own : every, 0),
      };
      const body = envelope(method, params);
      calls.push([method, random.next() < 0.02 ? damage(random, body) : body]);
    }
    for (const [at, { error }] of (await ask(calls)).entries()) {
      counts[error === undefined ? 'result' : 'error'] += 1;
      const call = calls[at];
      if (error !== undefined && call !== undefined && CHANGES.test(call[0])) refused.push(call);
    }
    if (refused.length >= REFUSED_AT_ONCE) {
      repeated += await expectNothingApplied(refused);
      refused = [];
    }
    if (sent % 10_000 === 0) bench.clock.ms += 1000;
    if (bench.simulator.control.crashes().length > 0) break;
  }
  expect(bench.simulator.control.crashes()).toEqual([]);
  expect(await bench.result('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).toHaveProperty('mark_price');
  return { ...counts, repeated };
}

test('20,000 requests of any shape: each has a result or a documented refusal, which applies nothing', async () => {
  const { result, error, repeated } = await sendAnything(20_000);
  expect(result).toBeGreaterThan(400);
  expect(error).toBeGreaterThan(4000);
  expect(repeated).toBeGreaterThan(2000);
});

test('100,000 requests of any shape: the same', DEEP, async () => {
  const { result, error, repeated } = await sendAnything(100_000);
  expect(result).toBeGreaterThan(2000);
  expect(error).toBeGreaterThan(20_000);
  expect(repeated).toBeGreaterThan(10_000);
});
