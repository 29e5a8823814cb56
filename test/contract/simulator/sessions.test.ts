import { Agent, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seededSecrets } from '../../../simulator/account/keyring.ts';
import { grantScopes } from '../../../simulator/account/scopes.ts';
import { Sessions } from '../../../simulator/account/sessions.ts';
import { openBench, type Bench } from './caller.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly sid?: string;
}

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const READ = 'private/get_account_summary';
const BTC = { currency: 'BTC' };
const REFUSED = { status: 400, error: { code: 13_009, message: 'unauthorized', data: { reason: 'invalid_token' } } };

function login(scope?: string, key: { clientId: string; clientSecret: string } = bench.simulator) {
  return bench.result<Tokens>('public/auth', {
    grant_type: 'client_credentials',
    client_id: key.clientId,
    client_secret: key.clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
}
const use = (token: string) => bench.call(READ, BTC, `Bearer ${token}`);
const refresh = (token: string) =>
  bench.call('public/auth', { grant_type: 'refresh_token', refresh_token: token }) as Promise<{ result: Tokens }>;

describe('the scope that was granted may be narrower than asked', () => {
  test.each([
    ['all that the key has without one', undefined, 'account:read trade:read connection mainaccount'],
    [
      'reading, where writing was asked and the key may only read',
      'trade:read_write',
      'trade:read connection mainaccount',
    ],
    ['less, when less was asked', 'account:read', 'account:read connection mainaccount'],
    ['nothing of what the key lacks', 'wallet:read_write account:read', 'account:read connection mainaccount'],
    ['nothing for none', 'trade:none account:read', 'account:read connection mainaccount'],
    ['nothing for words that mean nothing', 'root account:write account:read', 'account:read connection mainaccount'],
    ['each once', 'account:read account:read', 'account:read connection mainaccount'],
  ])('%s', async (_what, asked, granted) => {
    const key = bench.simulator.control.addKey(['account:read', 'trade:read']);
    expect((await login(asked, key)).scope).toBe(granted);
  });

  test('a subaccount’s key is not the main account’s', async () => {
    const [, subaccountId] = bench.simulator.control.accountIds();
    const key = bench.simulator.control.addKey(['account:read'], { subaccountId: subaccountId ?? 0 });
    expect((await login(undefined, key)).scope).not.toContain('mainaccount');
  });
});

describe('session:<name>', () => {
  test('gives a sid and outlives its connection', async () => {
    bench.simulator.control.setDoor({ connectionTokens: true });
    const tokens = await login('session:desk');
    expect(tokens.sid).toBe(`${bench.simulator.clientId}.desk`);
    expect(tokens.scope.split(' ')).toContain('session:desk');
    expect(await onAnotherConnection(tokens.access_token)).toMatchObject({ result: {} });
  });

  test('16 for a key: the 17th ends the oldest', async () => {
    const opened: Tokens[] = [];
    for (let at = 0; at < 16; at += 1) opened.push(await login(`session:s${at}`));
    for (const tokens of opened) expect(await use(tokens.access_token)).toMatchObject({ status: 200 });
    await login('session:s15');
    expect(await use(opened[0]?.access_token ?? '')).toMatchObject({ status: 200 });
    const last = await login('session:s16');
    expect(await use(opened[0]?.access_token ?? '')).toMatchObject(REFUSED);
    expect(await refresh(opened[0]?.refresh_token ?? '')).toMatchObject(REFUSED);
    expect(await use(opened[1]?.access_token ?? '')).toMatchObject({ status: 200 });
    expect(await use(last.access_token)).toMatchObject({ status: 200 });
  });

  test('another key has 16 of its own', async () => {
    const first = await login('session:mine');
    const key = bench.simulator.control.addKey(['account:read']);
    for (let at = 0; at < 16; at += 1) await login(`session:s${at}`, key);
    expect(await use(first.access_token)).toMatchObject({ status: 200 });
  });
});

describe('expires:<seconds>', () => {
  test('sets the life of the token', async () => {
    const tokens = await login('expires:60 account:read');
    expect(tokens.expires_in).toBe(60);
    bench.clock.ms += 59_999;
    expect(await use(tokens.access_token)).toMatchObject({ status: 200 });
    bench.clock.ms += 1;
    expect(await use(tokens.access_token)).toMatchObject(REFUSED);
  });

  test('up to a year; anything else is as if it were not there', async () => {
    expect((await login('expires:999999999')).expires_in).toBe(31_536_000);
    expect((await login('expires:0')).expires_in).toBe(1);
    for (const scope of ['expires:', 'expires:-5', 'expires:1.5', 'expires:abc']) {
      expect((await login(scope)).expires_in, scope).toBe(900);
    }
  });

  test('a refreshed pair lives as long as the one it replaces', async () => {
    const first = await login('expires:60 session:a');
    const { result } = await refresh(first.refresh_token);
    expect(result).toMatchObject({ expires_in: 60, scope: first.scope, sid: first.sid });
  });
});

describe('refresh', () => {
  test('invalidates the old pair, and the new one can be refreshed again', async () => {
    const first = await login('session:a');
    const { result: second } = await refresh(first.refresh_token);
    expect(await use(first.access_token)).toMatchObject(REFUSED);
    expect(await refresh(first.refresh_token)).toMatchObject(REFUSED);
    const { result: third } = await refresh(second.refresh_token);
    expect(await use(third.access_token)).toMatchObject({ status: 200 });
  });

  test('an access token is no refresh token, and the other way round', async () => {
    const tokens = await login();
    expect(await refresh(tokens.access_token)).toMatchObject(REFUSED);
    expect(await use(tokens.refresh_token)).toMatchObject(REFUSED);
  });

  test('works after the access token has ended, for a day', async () => {
    const first = await login();
    bench.clock.ms += 86_399_999;
    const { result: second } = await refresh(first.refresh_token);
    bench.clock.ms += 86_400_000;
    expect(await refresh(second.refresh_token)).toMatchObject(REFUSED);
  });
});

/** The same token over a connection of its own. */
function onAnotherConnection(token: string): Promise<unknown> {
  const agent = new Agent({ keepAlive: false });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const outgoing = request(
    {
      agent,
      host: '127.0.0.1',
      port: bench.simulator.port,
      path: `/api/v2/${READ}?currency=BTC`,
      headers: { authorization: `Bearer ${token}` },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    },
  );
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}

describe('connection-scoped tokens', () => {
  test('are taken everywhere unless the setting says otherwise', async () => {
    const { access_token: token } = await login();
    expect(await onAnotherConnection(token)).toMatchObject({ result: {} });
  });

  test('with the setting: 13009 on another connection, good on their own', async () => {
    bench.simulator.control.setDoor({ connectionTokens: true });
    const { access_token: token, refresh_token: other } = await login();
    expect(await onAnotherConnection(token)).toMatchObject({ error: REFUSED.error });
    expect(await use(token)).toMatchObject({ status: 200 });
    expect(await refresh(other)).toMatchObject({ status: 200 });
  });

  test('with the setting: they end with their connection', () => {
    const sessions = new Sessions(seededSecrets(1));
    sessions.boundToConnections = true;
    const key = { clientId: 'a', clientSecret: 'b', scopes: ['account:read'], subaccountId: null };
    const place = { connection: 7, address: '127.0.0.1' };
    const bound = sessions.open(grantScopes(key, undefined), place, 0);
    const named = sessions.open(grantScopes(key, 'session:a'), place, 0);
    expect(sessions.byToken(bound.accessToken, place, 1).ok).toBe(true);
    sessions.endConnection(7);
    expect(sessions.byToken(bound.accessToken, place, 1).ok).toBe(false);
    expect(sessions.byToken(named.accessToken, { connection: 8, address: '127.0.0.1' }, 1).ok).toBe(true);
  });

  test('ip:<address> is taken from there alone', async () => {
    expect(await use((await login('ip:127.0.0.1')).access_token)).toMatchObject({ status: 200 });
    expect(await use((await login('ip:10.0.0.1')).access_token)).toMatchObject(REFUSED);
  });
});
