import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { unreadableOf } from '../../../shared/service/page.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { perpetual } from '../../support/records/records.ts';
import {
  createServiceDouble,
  createTestClient,
  type ReceivedCall,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const GOOD = 'BTC-PERPETUAL';

/** A change of a ticker's JSON text. */
type Spoil = (text: string) => string;

function set(field: string, value: string): Spoil {
  return (text) => text.replace(new RegExp(`"${field}":[^,}]+`), `"${field}":${value}`);
}

const add = (member: string): Spoil => set('instrument_name', `"",${member},"instrument_name":""`);

/** What no ticker is: nothing of it may be shown. */
const UNREADABLE: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['a number that is text', set('mark_price', '"a lot"')],
  ['a number that is a list', set('mark_price', '[1]')],
  ['a number beyond all', set('mark_price', '1e400')],
  ['a number that is missing where it must not', set('timestamp', 'null')],
  ['a time in seconds', set('timestamp', '1795000000')],
  ['a time in the year 5138', set('timestamp', '100000000000000')],
  ['a time that is text', set('timestamp', '"now"')],
  ['a list in place of the record', () => '[]'],
  ['nothing in place of the record', () => 'null'],
];

let simulator: Simulator;
let service: ServiceDouble;
let on: BackEnd;
const spoils = new Map<string, Spoil>();

async function answer(call: ReceivedCall): Promise<{ status: number; text: string }> {
  const { authorization } = call.headers;
  const reply = await fetch(`${simulator.origin}${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body: call.text,
  });
  const text = await reply.text();
  const name = String(call.params['instrument_name']);
  const spoil = call.path.endsWith('public/ticker') ? spoils.get(name) : undefined;
  if (spoil === undefined) return { status: reply.status, text };
  const { result, ...envelope } = JSON.parse(text) as { result: unknown };
  const spoilt = spoil(JSON.stringify(result)).replaceAll('"instrument_name":""', `"instrument_name":"${name}"`);
  return {
    status: reply.status,
    text: JSON.stringify({ ...envelope, result: 0 }).replace('"result":0', `"result":${spoilt}`),
  };
}

beforeEach(async () => {
  spoils.clear();
  simulator = await createSimulator({ seed: 7 });
  service = await createServiceDouble((call, response) => {
    void answer(call).then(({ status, text }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text);
    });
  });
  on = await startBackEnd({ form: 'post', simulator: { ...simulator, origin: service.origin } });
});
afterEach(async () => {
  await on.services.close();
  await service.close();
  await simulator.close();
});

/** Watches the good instrument and others, and resolves with the newest quote of each once all have a price. */
async function watch(names: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
  const newest = new Map<string, Quote>();
  const complete = on.waitFor<Quote[]>('market.changed', (quotes) => {
    for (const quote of quotes) newest.set(quote.instrument_name, quote);
    return [GOOD, ...names].every((name) => newest.get(name)?.ticker != null);
  });
  const instruments = [GOOD, ...names].map((instrument_name) => ({ instrument_name, attention: 'visible' as const }));
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  await complete;
  return new Map(newest);
}

it('a ticker that is none is kept out: the last good one stays and is called stale, and others go on', async () => {
  const names = simulator.control
    .instrumentNames()
    .filter((name) => name !== GOOD && name.startsWith('BTC-'))
    .slice(0, UNREADABLE.length);
  const before = await watch(names);
  const newest = new Map(before);
  const told = on.waitFor<Quote[]>('market.changed', (quotes) => {
    for (const quote of quotes) newest.set(quote.instrument_name, quote);
    return names.every((name) => newest.get(name)?.is_stale === true);
  });
  for (const [at, name] of names.entries()) {
    const spoil = UNREADABLE[at]?.[1];
    if (spoil !== undefined) spoils.set(name, spoil);
  }
  await told;
  for (const [at, name] of names.entries()) {
    const what = UNREADABLE[at]?.[0];
    const quote = newest.get(name);
    expect(quote?.ticker?.mark_price, what).toMatch(/^\d+(\.\d+)?$/);
    expect(quote?.ticker?.timestamp, what).toBeGreaterThanOrEqual(before.get(name)?.ticker?.timestamp ?? Number.NaN);
    expect(quote?.ticker?.timestamp, what).toBeLessThan(Date.now() + 60_000);
  }
  const good = newest.get(GOOD);
  expect(good?.is_stale).toBe(false);
  expect(good?.ticker?.timestamp).toBeGreaterThan(before.get(GOOD)?.ticker?.timestamp ?? Number.NaN);
});

it('odd members of a ticker change nothing else: minus zero, names twice or of the prototype, broken and endless text', async () => {
  const names = simulator.control
    .instrumentNames()
    .filter((name) => name !== GOOD && name.startsWith('BTC-'))
    .slice(0, 6);
  const odd: readonly Spoil[] = [
    set('open_interest', '-0'),
    add('"state":"closed"'),
    add('"__proto__":{"polluted":true}'),
    add('"constructor":{"prototype":{"polluted":true}}'),
    add(String.raw`"note":"\ud800"`),
    add(`"note":"${'x'.repeat(1_000_000)}"`),
  ];
  for (const [at, name] of names.entries()) spoils.set(name, odd[at] ?? ((text) => text));
  const quotes = await watch(names);
  for (const name of names) {
    const quote = quotes.get(name);
    expect(quote, name).toMatchObject({ failure: null, is_stale: false, ticker: { state: 'open' } });
    expect(quote?.ticker?.mark_price, name).toMatch(/^\d+(\.\d+)?$/);
  }
  expect(quotes.get(names[0] ?? '')?.ticker?.open_interest).toBe('0');
  expect('polluted' in {}).toBe(false);
});

it.each([
  ['plainly', ''],
  ['with blanks', ' '],
])('an instrument that can’t be read takes no other out of the list, written %s', async (_how, blank) => {
  const good = { ...perpetual(), contract_size: 10, min_trade_amount: 10, tick_size: 0.5 };
  const double = await createServiceDouble((call, response) => {
    const result = [good, { instrument_name: 7 }, null, { ...good, instrument_name: 'BTC-27NOV26' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    const id = new URL(call.path, 'http://x').searchParams.get('id') ?? (JSON.parse(call.text) as { id: number }).id;
    response.end(`{"jsonrpc":"2.0",${blank}"id":${id},"result":${JSON.stringify(result)}}`);
  });
  const client = createTestClient(double.origin);
  const reply = await client.callExtension('public/get_instruments', { currency: 'BTC' });
  await client.close();
  await double.close();
  const list = reply.ok ? reply.value.value : [];
  expect(list.map(({ instrument_name }) => instrument_name)).toEqual(['BTC-PERPETUAL', 'BTC-27NOV26']);
  expect(unreadableOf(list)).toEqual([{ instrument_name: 7 }, null]);
});
