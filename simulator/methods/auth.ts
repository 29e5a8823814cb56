import { ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { ApiKey, Denial } from '../account/api-key.ts';
import type { Keyring } from '../account/keyring.ts';
import { grantScopes } from '../account/scopes.ts';
import type { Place, Session } from '../account/sessions.ts';
import {
  oneOf,
  optional,
  readParams,
  required,
  text,
  timestampMs,
  type ParamValues,
  type RawParams,
} from '../http/params.ts';
import { refuse, refuseParam, type Refusal } from '../refusal.ts';

/** The method that gives tokens. The door answers it itself: it needs to know where the caller is. */
export const AUTH_METHOD = 'public/auth';

/** The parameters of `public/auth`; which of them are needed goes by the grant. */
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

/** `public/auth` with its three grants (facts, section 2). The token belongs to the place that asks for it. */
export function answerAuth(
  keyring: Keyring,
  raw: RawParams,
  place: Place,
  nowMs: number,
): Result<Readonly<Record<string, unknown>>, Refusal> {
  const params = readParams(raw, specification);
  if (!params.ok) return params;
  const session = openSession(keyring, params.value, place, nowMs);
  if (!session.ok) return session;
  const { key, sessionName, lifeSeconds, accessToken, refreshToken, scopes } = session.value;
  return ok({
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: lifeSeconds,
    scope: scopes.join(' '),
    token_type: 'bearer',
    enabled_features: [],
    ...(sessionName === null ? {} : { sid: `${key.clientId}.${sessionName}` }),
    ...(params.value.state === undefined ? {} : { state: params.value.state }),
  });
}

function openSession(keyring: Keyring, params: AuthParams, place: Place, nowMs: number): Result<Session, Refusal> {
  if (params.grant_type === 'refresh_token') {
    if (params.refresh_token === undefined) return refuseParam('refresh_token', 'value required');
    const refreshed = keyring.sessions.refresh(params.refresh_token, place, nowMs);
    return refreshed.ok ? refreshed : refuseDenial(refreshed.error);
  }
  if (params.client_id === undefined) return refuseParam('client_id', 'value required');
  const key =
    params.grant_type === 'client_credentials'
      ? bySecret(keyring, params.client_id, params)
      : bySignature(keyring, params.client_id, params, nowMs);
  return key.ok ? ok(keyring.sessions.open(grantScopes(key.value, params.scope), place, nowMs)) : key;
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
