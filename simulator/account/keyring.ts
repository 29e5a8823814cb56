import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { ApiKey, Denial, SecretSource } from './api-key.ts';
import { Sessions } from './sessions.ts';

/** A signature is accepted for this long around its timestamp (facts, section 2). */
const SIGNATURE_WINDOW_MS = 60_000;
const MAX_KNOWN_HEADERS = 256;

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

/** Whether texts are equal, in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** Keys, sessions and used nonces of the simulator. */
export class Keyring {
  readonly sessions: Sessions;
  readonly #secrets: SecretSource;
  readonly #keys = new Map<string, ApiKey>();
  readonly #revoked = new Map<string, ApiKey>();
  readonly #knownHeaders = new Map<string, ApiKey>();
  readonly #nonces = new Map<string, number>();

  constructor(secrets: SecretSource) {
    this.#secrets = secrets;
    this.sessions = new Sessions(secrets);
  }

  addKey(scopes: readonly string[], subaccountId: number | null = null): ApiKey {
    const clientId = this.#secrets(6);
    const key = { clientId, clientSecret: this.#secrets(32), scopes, subaccountId };
    this.#keys.set(clientId, key);
    return key;
  }

  /** From now on the key is as good as unknown, and its sessions have ended; until it is given back. */
  setRevoked(clientId: string, isRevoked: boolean): void {
    const key = this.#keys.get(clientId) ?? this.#revoked.get(clientId);
    if (key === undefined) throw new Error('no such key');
    (isRevoked ? this.#keys : this.#revoked).delete(clientId);
    (isRevoked ? this.#revoked : this.#keys).set(clientId, key);
    if (!isRevoked) return;
    this.sessions.endKey(key);
    for (const [header, known] of this.#knownHeaders) if (known === key) this.#knownHeaders.delete(header);
  }

  /** The key of a Basic header that was right before: only then is the whole header looked up. */
  byKnownHeader(header: string): ApiKey | undefined {
    return this.#knownHeaders.get(header);
  }

  /** Keeps a valid Basic header while its key is good. */
  keepHeader(header: string, key: ApiKey): void {
    if (this.#knownHeaders.size < MAX_KNOWN_HEADERS) this.#knownHeaders.set(header, key);
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
    // Its length is no secret: every signature has the same.
    const given = Buffer.from(claim.signature);
    const isRight = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
    if (key === undefined || !isRight) return fail('invalid_credentials');
    if (!(Math.abs(nowMs - claim.timestampMs) <= SIGNATURE_WINDOW_MS)) return fail('invalid_credentials');
    return this.#useNonce(`${claim.clientId} ${claim.nonce}`, nowMs) ? ok(key) : fail('invalid_credentials');
  }

  /** Nonces are kept while their signatures could be accepted. */
  #useNonce(nonce: string, nowMs: number): boolean {
    for (const [used, untilMs] of this.#nonces) {
      if (untilMs > nowMs) break;
      this.#nonces.delete(used);
    }
    if (this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, nowMs + 2 * SIGNATURE_WINDOW_MS);
    return true;
  }
}
