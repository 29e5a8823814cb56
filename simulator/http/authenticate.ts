import { fail, ok, type Result } from '../../shared/result.ts';
import type { ApiKey, Denial } from '../account/api-key.ts';
import type { Keyring } from '../account/keyring.ts';
import type { Place } from '../account/sessions.ts';

/** What was sent, as far as signatures cover it. `target` is path and query as on the request line. */
export interface SignedRequest {
  readonly httpMethod: string;
  readonly target: string;
  readonly body: Buffer;
}

/** Where a call comes from, and the credentials it bears. */
export interface Origin extends Place {
  readonly authorization: string | undefined;
}

/** Who calls: the key, and the scopes granted to this call. */
export interface Caller {
  readonly key: ApiKey;
  readonly scopes: readonly string[];
}

const SIGNATURE_HEADER = /^deri-hmac-sha256 id=([^,\s]+), ?ts=(\d{1,16}), ?sig=([0-9a-f]{64}), ?nonce=([^,\s]{1,256})$/;

/**
 * The caller that an Authorization header proves: Bearer token, Basic pair or `deri-hmac-sha256` signature
 * (facts, section 2). Null when there is no header.
 */
export function authenticate(
  keyring: Keyring,
  origin: Origin,
  request: SignedRequest,
  nowMs: number,
): Result<Caller | null, Denial> {
  const header = origin.authorization;
  if (header === undefined) return ok(null);
  if (header.startsWith('Bearer ')) return keyring.sessions.byToken(header.slice(7), origin, nowMs);
  if (header.startsWith('Basic ')) {
    const known = keyring.byKnownHeader(header);
    if (known !== undefined) return ok({ key: known, scopes: known.scopes });
    const pair = Buffer.from(header.slice(6), 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    if (colon < 0) return fail('invalid_credentials');
    const key = keyring.bySecret(pair.slice(0, colon), pair.slice(colon + 1));
    if (!key.ok) return key;
    keyring.keepHeader(header, key.value);
    return ok({ key: key.value, scopes: key.value.scopes });
  }
  const [, clientId, timestamp, signature, nonce] = SIGNATURE_HEADER.exec(header) ?? [];
  if (clientId === undefined || timestamp === undefined || signature === undefined || nonce === undefined) {
    return fail('invalid_credentials');
  }
  const { httpMethod, target, body } = request;
  const signed = `${timestamp}\n${nonce}\n${httpMethod}\n${target}\n${body.toString('utf8')}\n`;
  const key = keyring.bySignature({ clientId, timestampMs: Number(timestamp), nonce, signature }, signed, nowMs);
  return key.ok ? ok({ key: key.value, scopes: key.value.scopes }) : key;
}
