import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { ApiKey, Denial, SecretSource } from './api-key.ts';

/** How long an access token lives when no other life was asked for, seconds (facts, section 2). */
export const TOKEN_LIFE_SECONDS = 900;
const REFRESH_LIFE_MS = 24 * 3_600_000;
/** Named sessions of a key; one more, and the oldest ends (facts, section 2). */
export const MAX_NAMED_SESSIONS = 16;
/** More pairs of tokens than this, of all keys, and the oldest ends. */
const MAX_PAIRS = 256;

/** What a token is good for, as granted. */
export interface Grant {
  readonly key: ApiKey;
  readonly scopes: readonly string[];
  /** Of `session:<name>`; null binds the token to its connection. */
  readonly sessionName: string | null;
  /** Of `ip:<address>`; null for any. */
  readonly address: string | null;
  readonly lifeSeconds: number;
}

/** Which connection a token is asked for or used on. */
export interface Place {
  readonly connection: number;
  readonly address: string;
}

/** A pair of tokens as `public/auth` gives it. */
export interface Session extends Grant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresMs: number;
  readonly connection: number;
}

/** Tokens are looked up by their digest, so that the look-up's time says nothing about the token. */
function tokenKey(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Pairs of tokens that are good, by token, by name, and by connection. */
export class Sessions {
  readonly #secrets: SecretSource;
  readonly #byAccess = new Map<string, Session>();
  readonly #byRefresh = new Map<string, Session>();
  /** Names of a key's sessions, the oldest first. */
  readonly #names = new Map<ApiKey, Set<string>>();
  /** Whether tokens without a session name are refused on any connection but their own. */
  boundToConnections = false;

  constructor(secrets: SecretSource) {
    this.#secrets = secrets;
  }

  /** Opens a session. A name that is already there goes on beside its older pairs; a 17th name ends the oldest. */
  open(grant: Grant, place: Place, nowMs: number): Session {
    const session = {
      ...grant,
      connection: place.connection,
      accessToken: `${nowMs}.${this.#secrets(32)}`,
      refreshToken: `${nowMs}.${this.#secrets(32)}`,
      expiresMs: nowMs + grant.lifeSeconds * 1000,
    };
    if (grant.sessionName !== null) this.#name(grant.key, grant.sessionName);
    this.#byAccess.set(tokenKey(session.accessToken), session);
    this.#byRefresh.set(tokenKey(session.refreshToken), session);
    const oldest = this.#byRefresh.values().next().value;
    if (oldest !== undefined && this.#byRefresh.size > MAX_PAIRS) this.#end(oldest);
    return session;
  }

  #name(key: ApiKey, name: string): void {
    const names = this.#names.get(key) ?? new Set<string>();
    this.#names.set(key, names.add(name));
    const [oldest] = names;
    if (names.size <= MAX_NAMED_SESSIONS || oldest === undefined) return;
    names.delete(oldest);
    this.#endAll((session) => session.key === key && session.sessionName === oldest);
  }

  #end(session: Session): void {
    this.#byAccess.delete(tokenKey(session.accessToken));
    this.#byRefresh.delete(tokenKey(session.refreshToken));
  }

  #endAll(ends: (session: Session) => boolean): void {
    for (const session of this.#byRefresh.values()) if (ends(session)) this.#end(session);
  }

  /** Ends all of a key. */
  endKey(key: ApiKey): void {
    this.#names.delete(key);
    this.#endAll((session) => session.key === key);
  }

  /** Every token that is good, access and refresh. */
  tokens(): string[] {
    return [...this.#byRefresh.values()].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  }

  /** Ends what was bound to a connection that is gone. */
  endConnection(connection: number): void {
    if (!this.boundToConnections) return;
    this.#endAll((session) => session.sessionName === null && session.connection === connection);
  }

  #isGoodAt(session: Session, place: Place): boolean {
    if (session.address !== null && session.address !== place.address) return false;
    return !this.boundToConnections || session.sessionName !== null || session.connection === place.connection;
  }

  /** The session of an access token that is known, in time, and used where it may be. */
  byToken(accessToken: string, place: Place, nowMs: number): Result<Session, Denial> {
    const session = this.#byAccess.get(tokenKey(accessToken));
    if (session === undefined || session.expiresMs <= nowMs) return fail('invalid_token');
    return this.#isGoodAt(session, place) ? ok(session) : fail('invalid_token');
  }

  /** A new pair for a refresh token, of the same session, scopes and life; the old pair ends with it. */
  refresh(refreshToken: string, place: Place, nowMs: number): Result<Session, Denial> {
    const found = this.#byRefresh.get(tokenKey(refreshToken));
    if (found === undefined || !this.#isGoodAt(found, place)) return fail('invalid_token');
    const openedMs = found.expiresMs - found.lifeSeconds * 1000;
    if (nowMs >= openedMs + Math.max(REFRESH_LIFE_MS, found.lifeSeconds * 1000)) return fail('invalid_token');
    this.#end(found);
    return ok(this.open(found, place, nowMs));
  }
}
