import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthResult } from '../../../../shared/service/auth.ts';
import type { Result } from '../../../../shared/result.ts';
import type { CallFailure } from '../../../../electron/service/failure.ts';
import { createTokenSource, type LoginParams, type TokenSource } from '../../../../electron/service/login/token.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, settle, type VirtualClock } from '../../../support/virtual-clock.ts';

const LIFE_S = 900;
const AWAY: CallFailure = { kind: 'no_answer', reason: 'deadline', detail: '', httpStatus: null, bodyStart: null };
const REFUSED = refusal(13_004, 'credentials', 'invalid_credentials');

let clock: VirtualClock;
let tokens: TokenSource;
let logins: LoginParams['grant_type'][];
/** How the next logins end; null: not yet. */
let answer: () => Promise<Result<AuthResult, CallFailure>>;

const grant = async (): Promise<Result<AuthResult, CallFailure>> => ({
  ok: true,
  value: {
    access_token: `access-${logins.length}`,
    refresh_token: `refresh-${logins.length}`,
    expires_in: LIFE_S,
    scope: '',
    token_type: 'bearer',
  },
});
const fail = (error: CallFailure) => async () => ({ ok: false as const, error });

beforeEach(async () => {
  clock = createVirtualClock();
  logins = [];
  answer = grant;
  tokens = createTokenSource({ clientId: 'id', clientSecret: 'secret' }, clock, (params) => {
    logins.push(params.grant_type);
    return answer();
  });
  await tokens.obtain();
  await clock.advance(0.8 * LIFE_S * 1000);
});

async function obtain(withinMs: number) {
  const obtained = tokens.obtain();
  await clock.advance(withinMs);
  return await Promise.race([obtained, settle().then(() => 'still waiting')]);
}

describe('a token that is due to be renewed', () => {
  it('is renewed once for all who ask', async () => {
    expect(await Promise.all([tokens.obtain(), tokens.obtain()])).toEqual([
      { ok: true, value: 'access-2' },
      { ok: true, value: 'access-2' },
    ]);
    expect(logins).toEqual(['client_credentials', 'refresh_token']);
  });

  it('serves on when nobody answers the renewal, which is tried again a while later, not at every call', async () => {
    answer = fail(AWAY);
    expect(await obtain(0)).toEqual({ ok: true, value: 'access-1' });
    const before = logins.length;
    expect(await obtain(0)).toEqual({ ok: true, value: 'access-1' });
    expect(logins).toHaveLength(before);
    await clock.advance(5_000);
    answer = grant;
    expect(await obtain(0)).toMatchObject({ ok: true, value: expect.not.stringMatching('access-1') });
  });

  it('serves on while the renewal hangs, and no longer than it lives', async () => {
    answer = () => new Promise(() => undefined);
    expect(await obtain(499)).toBe('still waiting');
    expect(await obtain(500)).toEqual({ ok: true, value: 'access-1' });
    await clock.advance(0.2 * LIFE_S * 1000);
    expect(await obtain(2_000)).toBe('still waiting');
  });

  it('is thrown away when the service refuses to renew it', async () => {
    answer = fail('failure' in REFUSED ? REFUSED.failure : AWAY);
    expect(await obtain(0)).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'login_failed' } });
  });

  it('is not given once the service has refused it, though the renewal hangs', async () => {
    answer = () => new Promise(() => undefined);
    const obtained = tokens.obtain();
    tokens.drop('access-1');
    await clock.advance(2_000);
    expect(await Promise.race([obtained, settle().then(() => 'still waiting')])).toBe('still waiting');
  });
});
