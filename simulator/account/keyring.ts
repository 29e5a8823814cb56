import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/result.ts';

/** An API key: what it is called, its secret, what it may do, and the subaccount it belongs to; null is the main account. */
export interface ApiKey {
  readonly subaccountId: number | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** A pair of tokens as `public/auth` gives it. */
export interface Session {
  readonly key: ApiKey;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresMs: number;
}

/** Why a caller was not let in: unknown key or wrong secret, or a token that is not valid. */
export type Denial = 'invalid_credentials' | 'invalid_token';

/** How long an access token lives, seconds (facts, section 2). */
export const TOKEN_LIFE_SECONDS = 900;
const REFRESH_LIFE_MS = 24 * 3_600_000;
/** A signature is accepted for this long around its timestamp (facts, section 2). */
const SIGNATURE_WINDOW_MS = 60_000;
/** More sessions than this, and the oldest ends. */
const MAX_SESSIONS = 256;

/** Gives `bytes` of secret material as text: random, or repeatable in a world with an injected clock. */
export type SecretSource = (bytes: number) => string;

/** Secrets from the system's generator. */
export const systemSecrets: SecretSource = (bytes) => randomBytes(bytes).toString('base64url');

/** The same secrets in the same order for a seed: for tests, never for a simulator that is left running. */
export function seededSecrets(seed: number): SecretSource {
  let count = 0;
  return (bytes) => {
    count += 1;
    return createHmac('sha512', `simulator ${seed}`)
      .update(String(count))
      .digest()
      .subarray(0, bytes)
      .toString('base64url');
  };
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Keys, tokens and used nonces of the simulator. */
export class Keyring {
  readonly #secrets: SecretSource;
  readonly #keys = new Map<string, ApiKey>();
  readonly #byAccess = new Map<string, Session>();
  readonly #byRefresh = new Map<string, { readonly session: Session; readonly expiresMs: number }>();
  readonly #nonces = new Map<string, number>();

  constructor(secrets: SecretSource) {
    this.#secrets = secrets;
  }

  addKey(scopes: readonly string[], subaccountId: number | null = null): ApiKey {
    const clientId = this.#secrets(6);
    const key = { clientId, clientSecret: this.#secrets(32), scopes, subaccountId };
    this.#keys.set(clientId, key);
    return key;
  }

  /** The key, when the secret is its own. */
  bySecret(clientId: string, clientSecret: string): Result<ApiKey, Denial> {
    const key = this.#keys.get(clientId);
    const matches = equalInConstantTime(clientSecret, key?.clientSecret ?? '');
    return key !== undefined && matches ? ok(key) : fail('invalid_credentials');
  }

  /** The key, when `signature` is the HMAC-SHA256 of `signed` by its secret, fresh, and its nonce is new. */
  bySignature(
    claim: {
      readonly clientId: string;
      readonly timestampMs: number;
      readonly nonce: string;
      readonly signature: string;
    },
    signed: string,
    nowMs: number,
  ): Result<ApiKey, Denial> {
    const key = this.#keys.get(claim.clientId);
    const expected = createHmac('sha256', key?.clientSecret ?? '')
      .update(signed)
      .digest('hex');
    if (key === undefined || !equalInConstantTime(claim.signature, expected)) return fail('invalid_credentials');
    if (!(Math.abs(nowMs - claim.timestampMs) <= SIGNATURE_WINDOW_MS)) return fail('invalid_credentials');
    return this.#useNonce(`${claim.clientId} ${claim.nonce}`, nowMs) ? ok(key) : fail('invalid_credentials');
  }

  /** Nonces are kept until no signature that bears them could be accepted any more. */
  #useNonce(nonce: string, nowMs: number): boolean {
    for (const [used, untilMs] of this.#nonces) {
      if (untilMs > nowMs) break;
      this.#nonces.delete(used);
    }
    if (this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, nowMs + 2 * SIGNATURE_WINDOW_MS);
    return true;
  }

  /** Opens a session with the scopes that were asked for, as far as the key has them. */
  open(key: ApiKey, scopes: readonly string[], nowMs: number): Session {
    const session = {
      key,
      scopes,
      accessToken: `${nowMs}.${this.#secrets(32)}`,
      refreshToken: `${nowMs}.${this.#secrets(32)}`,
      expiresMs: nowMs + TOKEN_LIFE_SECONDS * 1000,
    };
    this.#byAccess.set(tokenKey(session.accessToken), session);
    this.#byRefresh.set(tokenKey(session.refreshToken), { session, expiresMs: nowMs + REFRESH_LIFE_MS });
    const oldest = this.#byRefresh.values().next().value;
    if (oldest !== undefined && this.#byRefresh.size > MAX_SESSIONS) this.#end(oldest.session);
    return session;
  }

  #end(session: Session): void {
    this.#byAccess.delete(tokenKey(session.accessToken));
    this.#byRefresh.delete(tokenKey(session.refreshToken));
  }

  byToken(accessToken: string, nowMs: number): Result<Session, Denial> {
    const session = this.#byAccess.get(tokenKey(accessToken));
    return session !== undefined && session.expiresMs > nowMs ? ok(session) : fail('invalid_token');
  }

  /** A new pair for a refresh token; the old pair ends with it. */
  refresh(refreshToken: string, nowMs: number): Result<Session, Denial> {
    const found = this.#byRefresh.get(tokenKey(refreshToken));
    if (found === undefined || found.expiresMs <= nowMs) return fail('invalid_token');
    this.#end(found.session);
    return ok(this.open(found.session.key, found.session.scopes, nowMs));
  }
}

/** Tokens are looked up by their digest, so that the look-up's time says nothing about the token. */
function tokenKey(token: string): string {
  return createHmac('sha256', 'token').update(token).digest('base64url');
}

/** Whether granted scopes allow a method: `read_write` includes `read`. */
export function allows(granted: readonly string[], needed: string): boolean {
  return granted.includes(needed) || (needed.endsWith(':read') && granted.includes(`${needed}_write`));
}
