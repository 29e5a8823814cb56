import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { TOKEN_SCOPE } from '../../../electron/service/login/token.ts';
import { placedOrder } from '../../support/records/records.ts';
import {
  byPath,
  createBackOffClock,
  createServiceDouble,
  createTestClient,
  inTurn,
  refuseWith,
  replyJson,
  replyText,
  replyWith,
  envelope,
  type Behaviour,
  type ReceivedCall,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const SELL = { instrument_name: 'BTC-PERPETUAL', amount: decimal(10), price: decimal(97_500), label: 'mine' };
const PLACED = replyWith({ order: placedOrder(), trades: [] });
const BY_LABEL = { currency: 'BTC', label: 'mine' } as const;
const TOKEN = { scheme: 'token', clientId: 'my-client', clientSecret: 'canary-client-secret' } as const;
const UNAUTHORIZED = refuseWith(13_009, 'unauthorized', 400, { reason: 'invalid_token', param: 'token' });

let double: ServiceDouble;
let grants: number;
beforeEach(async () => {
  double = await createServiceDouble();
  grants = 0;
});
afterEach(() => double.close());

/** Grants `access-1`, `access-2` … for credentials and refresh tokens alike. */
function grant(expiresInSeconds: number): Behaviour {
  return replyJson(200, (call) => {
    grants += 1;
    const result = {
      access_token: `access-${grants}`,
      refresh_token: `refresh-${grants}`,
      expires_in: expiresInSeconds,
      scope: TOKEN_SCOPE,
      token_type: 'bearer',
    };
    return envelope(call, { result });
  });
}

/** Answers only to the newest token. */
function guard(behaviour: Behaviour): Behaviour {
  return (call, response) => {
    const isNewest = call.headers.authorization === `Bearer access-${grants}`;
    (isNewest ? behaviour : UNAUTHORIZED)(call, response);
  };
}

const pathsOf = (calls: readonly ReceivedCall[]): string[] => calls.map((call) => call.path.replace('/api/v2/', ''));

describe('the token scheme', () => {
  it('logs in once for the first private calls, however many come at once', async () => {
    double.behave(
      byPath({
        'public/auth': grant(900),
        'private/sell': guard(PLACED),
        'private/get_open_orders_by_label': guard(replyWith([])),
      }),
    );
    const client = createTestClient(double.origin, { credentials: TOKEN });
    const answers = await Promise.all([
      client.call('private/sell', SELL),
      client.call('private/get_open_orders_by_label', BY_LABEL),
      client.call('private/get_open_orders_by_label', BY_LABEL),
      client.call('private/sell', SELL),
    ]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(grants).toBe(1);
    expect(double.calls[0]?.params).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my-client',
      client_secret: 'canary-client-secret',
      scope: TOKEN_SCOPE,
    });
    await client.close();
  });

  it('asks for a session, so that the token outlives a connection', () => {
    expect(TOKEN_SCOPE.split(' ')).toContain('session:strikedesk');
  });

  it('renews at 80 % of the life that the service named, by the refresh token', async () => {
    double.behave(byPath({ 'public/auth': grant(900), 'private/sell': guard(PLACED) }));
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { credentials: TOKEN, clock });
    await client.call('private/sell', SELL);
    await clock.advance(719_999);
    await client.call('private/sell', SELL);
    expect(grants).toBe(1);
    await clock.advance(1);
    await Promise.all([client.call('private/sell', SELL), client.call('private/sell', SELL)]);
    expect(grants).toBe(2);
    const [, renewal] = double.calls.filter((call) => call.path.endsWith('auth'));
    expect(renewal?.params).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
    await client.call('private/sell', SELL);
    expect(double.calls.at(-1)?.headers.authorization).toBe('Bearer access-2');
    await client.close();
  });

  it('while the login alone is away, a token that still serves cancels and sells', async () => {
    const answers = { 'private/sell': guard(PLACED), 'private/cancel': replyWith(placedOrder()) };
    double.behave(byPath({ 'public/auth': grant(900), ...answers }));
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { credentials: TOKEN, clock });
    await client.call('private/sell', SELL);
    double.behave(byPath({ 'public/auth': replyText(503, '<h1>busy</h1>'), ...answers }));
    await clock.advance(721_000);
    expect(await client.callExtension('private/cancel', { order_id: 'BTC-1' })).toMatchObject({ ok: true });
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    await client.close();
  });

  it('logs in anew when the refresh is refused', async () => {
    const refuseRefresh: Behaviour = (call, response) => {
      const isRefresh = call.params['grant_type'] === 'refresh_token';
      (isRefresh ? refuseWith(13_009, 'unauthorized') : grant(900))(call, response);
    };
    double.behave(byPath({ 'public/auth': refuseRefresh, 'private/sell': guard(PLACED) }));
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { credentials: TOKEN, clock });
    await client.call('private/sell', SELL);
    await clock.advance(880_000);
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    expect(grants).toBe(2);
    await client.close();
  });

  it('a read that is refused for its token logs in once and is asked once more', async () => {
    double.behave(
      byPath({
        'public/auth': grant(900),
        'private/get_open_orders_by_label': inTurn(UNAUTHORIZED, guard(replyWith([]))),
      }),
    );
    const client = createTestClient(double.origin, { credentials: TOKEN });
    expect(await client.call('private/get_open_orders_by_label', BY_LABEL)).toMatchObject({ ok: true });
    expect(pathsOf(double.calls)).toEqual([
      'public/auth',
      'private/get_open_orders_by_label',
      'public/auth',
      'private/get_open_orders_by_label',
    ]);
    await client.close();
  });

  it('a read that is refused again ends refused', async () => {
    double.behave(byPath({ 'public/auth': grant(900), 'private/get_open_orders_by_label': UNAUTHORIZED }));
    const client = createTestClient(double.origin, { credentials: TOKEN });
    expect(await client.call('private/get_open_orders_by_label', BY_LABEL)).toMatchObject({
      ok: false,
      error: { kind: 'service_error', code: 13_009, class: 'credentials' },
    });
    expect(pathsOf(double.calls).filter((path) => path.startsWith('private'))).toHaveLength(2);
    await client.close();
  });

  it('an order that is refused for its token is not repeated; the next one logs in', async () => {
    double.behave(byPath({ 'public/auth': grant(900), 'private/sell': inTurn(UNAUTHORIZED, guard(PLACED)) }));
    const client = createTestClient(double.origin, { credentials: TOKEN });
    expect(await client.call('private/sell', SELL)).toMatchObject({
      ok: false,
      error: { kind: 'service_error', code: 13_009, class: 'credentials' },
    });
    expect(pathsOf(double.calls)).toEqual(['public/auth', 'private/sell']);
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: true });
    expect(pathsOf(double.calls)).toEqual(['public/auth', 'private/sell', 'public/auth', 'private/sell']);
    await client.close();
  });

  it.each([
    ['refused', refuseWith(13_004, 'invalid_credentials'), 'login_failed', '13004 invalid_credentials'],
    ['unanswered', replyText(502, 'bad gateway'), 'login_unanswered', 'no answer to the login: http_status'],
  ])('an order whose login is %s was never sent', async (_name, login, reason, detail) => {
    double.behave(byPath({ 'public/auth': login, 'private/sell': PLACED }));
    const client = createTestClient(double.origin, { credentials: TOKEN });
    expect(await client.call('private/sell', SELL)).toEqual({
      ok: false,
      error: { kind: 'not_sent', reason, detail },
    });
    expect(pathsOf(double.calls)).not.toContain('private/sell');
    await client.close();
  });

  it('an order whose deadline passes during the login was never sent, and is not sent later', async () => {
    let release = (): void => undefined;
    double.behave(
      byPath({
        'public/auth': (call, response) => {
          release = () => grant(900)(call, response);
        },
        'private/sell': PLACED,
        'private/get_open_orders_by_label': replyWith([]),
      }),
    );
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { credentials: TOKEN, clock });
    const arrived = double.nextCall();
    const selling = client.call('private/sell', SELL, { deadlineMs: 3_000 });
    await arrived;
    await clock.advance(3_000);
    expect(await selling).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'login_unanswered' } });
    release();
    expect(await client.call('private/get_open_orders_by_label', BY_LABEL)).toMatchObject({ ok: true });
    expect(pathsOf(double.calls)).toEqual(['public/auth', 'private/get_open_orders_by_label']);
    await client.close();
  });

  it('a token that no header can carry is not written', async () => {
    const result = {
      access_token: 'a\r\nx-evil: 1',
      refresh_token: 'r',
      expires_in: 900,
      scope: '',
      token_type: 'bearer',
    };
    double.behave(byPath({ 'public/auth': replyWith(result), 'private/sell': PLACED }));
    const client = createTestClient(double.origin, { credentials: TOKEN });
    expect(await client.call('private/sell', SELL)).toMatchObject({ ok: false, error: { kind: 'not_sent' } });
    expect(pathsOf(double.calls)).toEqual(['public/auth']);
    await client.close();
  });

  it('never puts the secret into an address, not even where calls travel as queries', async () => {
    double.behave(byPath({ 'public/auth': grant(900), 'private/get_open_orders_by_label': replyWith([]) }));
    const client = createTestClient(double.origin, { credentials: TOKEN, form: 'get_query' });
    expect(await client.call('private/get_open_orders_by_label', BY_LABEL)).toMatchObject({ ok: true });
    expect(double.calls.map((call) => `${call.verb} ${call.path}`)).toEqual([
      'POST /api/v2/public/auth',
      'GET /api/v2/private/get_open_orders_by_label',
    ]);
    expect(double.calls.every((call) => call.query.get('client_secret') === null)).toBe(true);
    await client.close();
  });
});

describe('the other schemes', () => {
  it('basic: id and secret in every private call', async () => {
    double.behave(byPath({ 'private/sell': PLACED }));
    const client = createTestClient(double.origin, { credentials: { ...TOKEN, scheme: 'basic' } });
    await client.call('private/sell', SELL);
    const expected = Buffer.from('my-client:canary-client-secret').toString('base64');
    expect(double.calls[0]?.headers.authorization).toBe(`Basic ${expected}`);
    await client.close();
  });

  it.each(['get_body', 'get_query', 'post'] as const)('signature: covers verb, address and body (%s)', async (form) => {
    double.behave(byPath({ 'private/get_open_orders_by_label': replyWith([]) }));
    const clock = createBackOffClock();
    const client = createTestClient(double.origin, { credentials: { ...TOKEN, scheme: 'signature' }, form, clock });
    await client.call('private/get_open_orders_by_label', BY_LABEL);
    await client.call('private/get_open_orders_by_label', BY_LABEL);
    const nonces = double.calls.map((call) => {
      const header = /^deri-hmac-sha256 id=my-client,ts=(\d+),sig=([0-9a-f]{64}),nonce=([\w-]+)$/;
      const [, ts = '', signature, nonce = ''] = header.exec(call.headers.authorization ?? '') ?? [];
      const uri = call.path + (call.query.size === 0 ? '' : `?${call.query.toString()}`);
      const text = [ts, nonce, call.verb, uri, call.text, ''].join('\n');
      expect(signature).toBe(createHmac('sha256', 'canary-client-secret').update(text).digest('hex'));
      expect(Number(ts)).toBe(clock.now());
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
    await client.close();
  });
});

describe('secrets', () => {
  it('stand in no failure and no log line, though the other side sends back all it was given', async () => {
    const lines: string[] = [];
    const echo: Behaviour = (call, response) => {
      response.writeHead(500);
      response.end(JSON.stringify([call.headers, call.text]));
    };
    const echoError: Behaviour = (call, response) =>
      refuseWith(10_001, `you sent ${String(call.headers.authorization)}`, 400, { reason: call.text, ...call.headers })(
        call,
        response,
      );
    const canaries = [
      'canary-client-secret',
      'access-1',
      'refresh-1',
      Buffer.from('my-client:canary-client-secret').toString('base64'),
    ];
    for (const [credentials, auth] of [
      [TOKEN, grant(900)],
      [TOKEN, echo],
      [TOKEN, echoError],
      [{ ...TOKEN, scheme: 'basic' }, grant(900)],
      [{ ...TOKEN, scheme: 'signature' }, grant(900)],
    ] as const) {
      for (const fault of [echo, echoError]) {
        grants = 0;
        double.behave(
          byPath({ 'public/auth': auth, 'private/sell': fault, 'private/get_open_orders_by_label': fault }),
        );
        const client = createTestClient(double.origin, { credentials, log: (line) => lines.push(line) });
        lines.push(JSON.stringify(await client.call('private/sell', SELL)));
        lines.push(JSON.stringify(await client.call('private/get_open_orders_by_label', BY_LABEL)));
        await client.close();
      }
    }
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.join('\n')).toContain('[secret]');
    for (const canary of canaries) expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });
});
