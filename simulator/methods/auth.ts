import { ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import {
  allows,
  TOKEN_LIFE_SECONDS,
  type ApiKey,
  type Denial,
  type Keyring,
  type Session,
} from '../account/keyring.ts';
import { oneOf, optional, required, text, timestampMs, type ParamValues } from '../http/params.ts';
import { refuse, refuseParam, type Refusal } from '../refusal.ts';
import { defineMethod } from './method.ts';

const specification = {
  grant_type: required(oneOf(['client_credentials', 'client_signature', 'refresh_token'])),
  client_id: optional(text(256)),
  client_secret: optional(text(256)),
  refresh_token: optional(text(1024)),
  timestamp: optional(timestampMs),
  signature: optional(text(256)),
  nonce: optional(text(256)),
  data: optional(text(4096)),
  state: optional(text(1024)),
  scope: optional(text(1024)),
};
type AuthParams = ParamValues<typeof specification>;

/** The refusal of a caller that was not let in (facts, section 3). */
export function refuseDenial(denial: Denial) {
  return denial === 'invalid_credentials'
    ? refuse(ERROR_CODE.invalidCredentials)
    : refuse(ERROR_CODE.unauthorized, { reason: denial });
}

/** `public/auth` with its three grants (facts, section 2). */
export const auth = defineMethod('public/auth', specification, ({ keyring }, params, nowMs) => {
  const session = openSession(keyring, params, nowMs);
  if (!session.ok) return session;
  return ok({
    access_token: session.value.accessToken,
    refresh_token: session.value.refreshToken,
    expires_in: TOKEN_LIFE_SECONDS,
    scope: session.value.scopes.join(' '),
    token_type: 'bearer',
    enabled_features: [],
    ...(params.state === undefined ? {} : { state: params.state }),
  });
});

function openSession(keyring: Keyring, params: AuthParams, nowMs: number): Result<Session, Refusal> {
  if (params.grant_type === 'refresh_token') {
    if (params.refresh_token === undefined) return refuseParam('refresh_token', 'value required');
    const refreshed = keyring.refresh(params.refresh_token, nowMs);
    return refreshed.ok ? refreshed : refuseDenial(refreshed.error);
  }
  if (params.client_id === undefined) return refuseParam('client_id', 'value required');
  const key =
    params.grant_type === 'client_credentials'
      ? bySecret(keyring, params.client_id, params)
      : bySignature(keyring, params.client_id, params, nowMs);
  return key.ok ? ok(keyring.open(key.value, grantedScopes(key.value, params.scope), nowMs)) : key;
}

function bySecret(keyring: Keyring, clientId: string, params: AuthParams): Result<ApiKey, Refusal> {
  if (params.client_secret === undefined) return refuseParam('client_secret', 'value required');
  const key = keyring.bySecret(clientId, params.client_secret);
  return key.ok ? key : refuseDenial(key.error);
}

/** Signs `timestamp`, `nonce` and `data`, one to a line, without a newline at the end. */
function bySignature(keyring: Keyring, clientId: string, params: AuthParams, nowMs: number): Result<ApiKey, Refusal> {
  const { timestamp, signature, nonce = '', data = '' } = params;
  if (timestamp === undefined) return refuseParam('timestamp', 'value required');
  if (signature === undefined) return refuseParam('signature', 'value required');
  const claim = { clientId, timestampMs: timestamp, nonce, signature };
  const key = keyring.bySignature(claim, `${timestamp}\n${nonce}\n${data}`, nowMs);
  return key.ok ? key : refuseDenial(key.error);
}

/** What was asked for, as far as the key has it; without any access asked for, all that the key has. */
function grantedScopes(key: ApiKey, asked: string | undefined): readonly string[] {
  const wanted = (asked ?? '').split(' ').filter((scope) => scope !== '');
  const access = wanted.filter((scope) => /^(account|trade|block_rfq|wallet|block_trade|custody):/.test(scope));
  const others = wanted.filter((scope) => scope === 'connection' || scope.startsWith('session:'));
  const granted = access.length === 0 ? key.scopes : access.filter((scope) => allows(key.scopes, scope));
  return [
    ...granted,
    ...(others.length === 0 ? ['connection'] : others),
    ...(key.subaccountId === null ? ['mainaccount'] : []),
  ];
}
