import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { TransportForm } from '../../../shared/profiles/profile.ts';
import type { MethodParams } from '../../../shared/service/methods.ts';
import { perpetualTicker, placedOrder } from '../../support/records/records.ts';
import {
  byPath,
  createServiceDouble,
  createTestClient,
  replyWith,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const SELL: MethodParams<'private/sell'> = {
  instrument_name: 'BTC-27MAR27-100000-C',
  amount: decimal('0.1'),
  price: decimal('0.0000001'),
  label: '123',
  post_only: false,
  valid_until: 1_789_939_037_426,
  otoco_config: [{ amount: decimal('0.30'), direction: 'buy', label: '5.0', price: decimal('97410.5') }],
};

let double: ServiceDouble;

beforeEach(async () => {
  double = await createServiceDouble(
    byPath({
      'public/ticker': replyWith(perpetualTicker()),
      'private/sell': replyWith({ order: placedOrder(), trades: [] }),
    }),
  );
});
afterEach(() => double.close());

async function send(form: TransportForm): Promise<void> {
  const client = createTestClient(double.origin, { form });
  expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true, value: { value: { trades: [] } } });
  await client.close();
}

/** The params as they stand in the bytes: numbers exact, text quoted. */
const PARAMS =
  '{"instrument_name":"BTC-27MAR27-100000-C","amount":0.1,"label":"123","price":0.0000001,"post_only":false,' +
  '"valid_until":1789939037426,"otoco_config":[{"amount":0.3,"direction":"buy","label":"5.0","price":97410.5}]}';

describe('the three forms', () => {
  it.each([
    ['get_body', 'GET'],
    ['post', 'POST'],
  ] as const)('%s carries the envelope with exact numbers', async (form, verb) => {
    await send(form);
    const [call] = double.calls;
    expect(call).toMatchObject({ verb, path: '/api/v2/private/sell', id: 1 });
    expect(call?.query.size).toBe(0);
    expect(call?.headers['content-type']).toBe('application/json');
    expect(call?.text).toBe(`{"jsonrpc":"2.0","id":1,"method":"private/sell","params":${PARAMS}}`);
  });

  it('get_query carries the params alone, lists as JSON text', async () => {
    await send('get_query');
    const [call] = double.calls;
    expect(call).toMatchObject({ verb: 'GET', path: '/api/v2/private/sell', text: '' });
    expect([...(call?.query.entries() ?? [])]).toEqual([
      ['instrument_name', 'BTC-27MAR27-100000-C'],
      ['amount', '0.1'],
      ['label', '123'],
      ['price', '0.0000001'],
      ['post_only', 'false'],
      ['valid_until', '1789939037426'],
      ['otoco_config', '[{"amount":0.3,"direction":"buy","label":"5.0","price":97410.5}]'],
    ]);
  });

  it('text with every awkward character arrives as it was, in each form', async () => {
    const label = 'ä & = ? # % + "\\ 🙂 </script>';
    for (const form of ['get_body', 'get_query', 'post'] as const) {
      const client = createTestClient(double.origin, { form });
      await client.call('private/sell', { ...SELL, label });
      await client.close();
    }
    const labels = double.calls.map((call) => call.params['label'] ?? call.query.get('label'));
    expect(labels).toEqual([label, label, label]);
  });
});

describe('what never leaves', () => {
  it('an address or a header that is too long for a server to take', async () => {
    const legs = Array.from({ length: 20 }, (_leg, at) => ({
      instrument_name: `BTC_USDC-27MAR27-${100_000 + at}-C`,
      amount: decimal('25'),
      direction: 'buy' as const,
    }));
    const makers = Array.from({ length: 100 }, (_maker, at) => `a maker with quite a long name, number ${at}`);
    const client = createTestClient(double.origin, { form: 'get_query' });
    const refused = { ok: false, error: { kind: 'not_sent', reason: 'bad_params' } };
    expect(await client.call('private/create_block_rfq', { legs, makers })).toMatchObject(refused);
    await client.close();
    const clientSecret = 'x'.repeat(9000);
    const credentials = { scheme: 'basic', clientId: 'client', clientSecret } as const;
    const heavy = createTestClient(double.origin, { credentials });
    expect(await heavy.call('private/sell', SELL)).toMatchObject(refused);
    await heavy.close();
    expect(double.calls).toEqual([]);
  });

  it('params that the schema refuses, with the field named', async () => {
    const client = createTestClient(double.origin);
    const answer = await client.call('private/sell', { ...SELL, label: 'x'.repeat(65) });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'bad_params' } });
    expect(JSON.stringify(answer)).toContain('label');
    await client.close();
    expect(double.calls).toHaveLength(0);
  });

  it.each([':', '1', '1:', ':1', '-1:5', '1:-5', '1:2:3', 'x:y', ' 1:2', '1:2\n', '1.5:2'])(
    'a continuation that is not two whole numbers: %j',
    async (continuation) => {
      const client = createTestClient(double.origin);
      const answer = await client.call('public/get_block_rfq_trades', { currency: 'any', continuation });
      expect(answer).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'bad_params' } });
      expect(JSON.stringify(answer)).toContain('continuation');
      await client.close();
      expect(double.calls).toHaveLength(0);
    },
  );

  it('a private call of a profile without credentials; public ones work', async () => {
    const client = createTestClient(double.origin, { credentials: { scheme: 'none' } });
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'not_sent', reason: 'no_credentials' },
    });
    expect(await client.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' })).toMatchObject({ ok: true });
    await client.close();
    expect(double.calls).toHaveLength(1);
    expect(double.calls[0]?.headers.authorization).toBeUndefined();
  });
});

describe('an answer', () => {
  it('gives the typed value and its times', async () => {
    const client = createTestClient(double.origin);
    const answer = await client.call('public/ticker', { instrument_name: 'BTC-PERPETUAL' });
    expect(answer).toMatchObject({
      ok: true,
      value: { value: { best_bid_price: '97410' }, times: { serviceTimeMs: 1_789_939_037_426, roundTripMs: 0 } },
    });
    await client.close();
  });

  it('of an extension that the service lacks is its refusal', async () => {
    const client = createTestClient(double.origin);
    const answer = await client.callExtension('public/get_instruments', { currency: 'any' });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'service_error', code: -32_601, class: 'refused' } });
    await client.close();
  });
});
