import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authResultSchema } from '../../../shared/service/auth.ts';
import { basic, openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const READ = 'private/get_account_summary';
const BTC = { currency: 'BTC' };
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function credentials() {
  return { client_id: bench.simulator.clientId, client_secret: bench.simulator.clientSecret };
}

function login(extra: Readonly<Record<string, unknown>> = {}) {
  return bench.result<Tokens>('public/auth', { grant_type: 'client_credentials', ...credentials(), ...extra });
}

describe('public/auth', () => {
  test('client credentials give a token that a private method takes', async () => {
    const tokens = await login({ state: 's-1' });
    expect(authResultSchema.parse(tokens)).toMatchObject({ token_type: 'bearer', expires_in: 900, state: 's-1' });
    expect(tokens.scope.split(' ')).toEqual(
      expect.arrayContaining(['account:read', 'trade:read_write', 'block_rfq:read_write']),
    );
    expect(await bench.call(READ, BTC, `Bearer ${tokens.access_token}`)).toMatchObject({ status: 200 });
  });

  test('a wrong secret is 13004 without data', async () => {
    const answer = await bench.call('public/auth', {
      grant_type: 'client_credentials',
      ...credentials(),
      client_secret: 'wrong',
    });
    expect(answer).toMatchObject({ status: 400, error: { code: 13_004, message: 'invalid_credentials' } });
    expect(answer.error).not.toHaveProperty('data');
  });

  test('an unknown client is told the same as one with a wrong secret', async () => {
    const answer = await bench.call('public/auth', {
      grant_type: 'client_credentials',
      ...credentials(),
      client_id: 'nobody',
    });
    expect(answer.error).toEqual({ code: 13_004, message: 'invalid_credentials' });
  });

  test('a client signature covers timestamp, nonce and data', async () => {
    const { clientId, clientSecret } = bench.simulator;
    const timestamp = bench.clock.ms;
    const params = {
      grant_type: 'client_signature',
      client_id: clientId,
      timestamp,
      nonce: '1iqt2wls',
      data: '',
      signature: sign(clientSecret, `${timestamp}\n1iqt2wls\n`),
    };
    expect(await bench.call('public/auth', params)).toMatchObject({ status: 200 });
    expect(await bench.call('public/auth', params), 'the nonce is used up').toMatchObject({ error: { code: 13_004 } });
    expect(await bench.call('public/auth', { ...params, nonce: 'other' })).toMatchObject({ error: { code: 13_004 } });
  });

  test('the documented signature vector is what this form of signing gives', () => {
    expect(sign('AMANDASECRECT', '1576074319000\n1iqt2wls\n')).toBe(
      '56590594f97921b09b18f166befe0d1319b198bbcdad7ca73382de2f88fe9aa1',
    );
  });

  test('a refresh token gives a new pair and ends the old one', async () => {
    const first = await login();
    const second = await bench.result<Tokens>('public/auth', {
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
    });
    expect(second.scope).toBe(first.scope);
    expect(await bench.call(READ, BTC, `Bearer ${second.access_token}`)).toMatchObject({ status: 200 });
    expect(await bench.call(READ, BTC, `Bearer ${first.access_token}`)).toMatchObject({ error: { code: 13_009 } });
    const again = await bench.call('public/auth', {
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
    });
    expect(again).toMatchObject({ error: { code: 13_009 } });
  });

  test('a token ends after 900 seconds', async () => {
    const { access_token: token } = await login();
    bench.clock.ms += 899_999;
    expect(await bench.call(READ, BTC, `Bearer ${token}`)).toMatchObject({ status: 200 });
    bench.clock.ms += 1;
    expect(await bench.call(READ, BTC, `Bearer ${token}`)).toMatchObject({
      status: 400,
      error: { code: 13_009, message: 'unauthorized', data: { reason: 'invalid_token' } },
    });
  });

  test.each([
    ['grant_type', {}],
    ['client_id', { grant_type: 'client_credentials' }],
    ['client_secret', { grant_type: 'client_credentials', client_id: 'x' }],
    ['timestamp', { grant_type: 'client_signature', client_id: 'x' }],
    ['signature', { grant_type: 'client_signature', client_id: 'x', timestamp: 1 }],
    ['refresh_token', { grant_type: 'refresh_token' }],
  ])('%s is required where its grant needs it', async (param, params) => {
    expect(await bench.call('public/auth', params)).toMatchObject({
      error: { code: -32_602, data: { param, reason: 'value required' } },
    });
  });
});

describe('HTTP schemes', () => {
  test('no token is 13009', async () => {
    expect(await bench.call(READ, BTC, null)).toMatchObject({
      status: 400,
      error: { code: 13_009, data: { reason: 'invalid_token' } },
    });
  });

  test('a token that nobody gave out is 13009', async () => {
    expect(await bench.call(READ, BTC, 'Bearer nonsense')).toMatchObject({ error: { code: 13_009 } });
  });

  test.each(['Basic !!!', 'Basic bm9jb2xvbg==', 'Digest x', 'deri-hmac-sha256 id=x'])('%s is 13004', async (header) => {
    expect(await bench.call(READ, BTC, header)).toMatchObject({ error: { code: 13_004 } });
  });

  test('Basic takes the pair and refuses a wrong secret', async () => {
    expect(await bench.call(READ, BTC, basic(bench.simulator))).toMatchObject({ status: 200 });
    const wrong = basic({ clientId: bench.simulator.clientId, clientSecret: `${bench.simulator.clientSecret}x` });
    expect(await bench.call(READ, BTC, wrong)).toMatchObject({ error: { code: 13_004 } });
  });

  let nonces = 0;
  async function signedCall(change: { timestamp?: number; nonce?: string; body?: string; verb?: string } = {}) {
    const { clientId, clientSecret } = bench.simulator;
    const target = `/api/v2/${READ}`;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: READ, params: BTC });
    const timestamp = change.timestamp ?? bench.clock.ms;
    nonces += 1;
    const nonce = change.nonce ?? `n-${nonces}`;
    const signature = sign(clientSecret, `${timestamp}\n${nonce}\n${change.verb ?? 'GET'}\n${target}\n${body}\n`);
    const reply = await bench.send({
      target,
      body: change.body ?? body,
      headers: { authorization: `deri-hmac-sha256 id=${clientId},ts=${timestamp},sig=${signature},nonce=${nonce}` },
    });
    return JSON.parse(reply.text) as { result?: unknown; error?: { code: number } };
  }

  test('a signature over method, address and body is taken', async () => {
    expect(await signedCall()).toHaveProperty('result');
  });

  test('a signature for another verb or body is refused', async () => {
    expect(await signedCall({ verb: 'POST' })).toMatchObject({ error: { code: 13_004 } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: READ, params: { currency: 'ETH' } });
    expect(await signedCall({ body })).toMatchObject({ error: { code: 13_004 } });
  });

  test('a timestamp is accepted for 60 seconds, before and after', async () => {
    expect(await signedCall({ timestamp: bench.clock.ms - 60_000 })).toHaveProperty('result');
    expect(await signedCall({ timestamp: bench.clock.ms - 60_001 })).toMatchObject({ error: { code: 13_004 } });
    expect(await signedCall({ timestamp: bench.clock.ms + 60_001 })).toMatchObject({ error: { code: 13_004 } });
  });

  test('a nonce is taken once', async () => {
    expect(await signedCall({ nonce: 'once' })).toHaveProperty('result');
    expect(await signedCall({ nonce: 'once' })).toMatchObject({ error: { code: 13_004 } });
  });
});

describe('scopes', () => {
  test('a key without the scope of a method gets 13403', async () => {
    const reader = basic(bench.simulator.control.addKey(['account:read', 'trade:read']));
    const order = { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market' };
    expect(await bench.call(READ, BTC, reader)).toMatchObject({ status: 200 });
    expect(await bench.call('private/get_open_orders_by_label', BTC, reader)).toMatchObject({ status: 200 });
    expect(await bench.call('private/sell', order, reader)).toMatchObject({
      status: 400,
      error: { code: 13_403, message: 'scope_exceeded' },
    });
    expect(bench.simulator.control.executions()).toBe(0);
  });

  test('a token is no wider than what was asked for', async () => {
    const { access_token: token, scope } = await login({ scope: 'session:desk account:read trade:read' });
    expect(scope.split(' ')).not.toContain('trade:read_write');
    const order = { instrument_name: 'BTC-PERPETUAL', amount: 10, type: 'market' };
    expect(await bench.call('private/sell', order, `Bearer ${token}`)).toMatchObject({ error: { code: 13_403 } });
  });

  test('a scope that the key lacks is not granted', async () => {
    const key = bench.simulator.control.addKey(['account:read']);
    const tokens = await login({
      client_id: key.clientId,
      client_secret: key.clientSecret,
      scope: 'trade:read_write account:read',
    });
    expect(tokens.scope.split(' ')).not.toContain('trade:read_write');
  });
});
