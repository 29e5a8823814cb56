import { fail, ok, type Result } from '../../../shared/result.ts';
import type { AuthResult } from '../../../shared/service/auth.ts';
import type { MethodParams } from '../../../shared/service/methods.ts';
import type { Clock } from '../../clock.ts';
import type { CallFailure, NotSent } from '../failure.ts';

/**
 * The rights that panels use, in a session that outlives a connection. The service may grant less (facts, section 2).
 */
export const TOKEN_SCOPE = 'session:strikedesk account:read trade:read_write block_rfq:read_write';

/** Share of a token's life after which it is renewed, and up to which it serves while that has no answer. */
const RENEW_AT = 0.8;
const SERVES_UNTIL = 0.97;
/** A call waits this long for the renewal of a token that still serves, and a renewal without an answer is repeated after this. */
const RENEWAL_WAIT_MS = 500;
const RENEW_AGAIN_MS = 5_000;

export type LoginParams = MethodParams<'public/auth'>;
export type Login = (params: LoginParams) => Promise<Result<AuthResult, CallFailure>>;

/** The account's access token: fetched when first needed, renewed before it ends, by one call at a time. */
export interface TokenSource {
  readonly obtain: () => Promise<Result<string, NotSent>>;
  /** The service refused this token: the next call logs in anew. A newer one is kept. */
  readonly drop: (token: string) => void;
  /** Texts that must appear in no message. */
  readonly secrets: () => readonly string[];
}

interface Token {
  readonly access: string;
  readonly refresh: string;
  renewAtMs: number;
  readonly servesUntilMs: number;
}

/** Tokens by client credentials through `login`, which performs `public/auth`. */
export function createTokenSource(
  credentials: { readonly clientId: string; readonly clientSecret: string },
  clock: Clock,
  login: Login,
): TokenSource {
  let token: Token | null = null;
  /** Tokens of the last two grants: a refused one may still be quoted in an answer that is under way. */
  let issued: readonly string[] = [];
  let pending: Promise<Result<string, NotSent>> | null = null;

  async function renew(): Promise<Result<string, NotSent>> {
    const refreshed =
      token === null ? null : await login({ grant_type: 'refresh_token', refresh_token: token.refresh });
    if (refreshed?.ok === true) return keep(refreshed.value);
    const granted = await login({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      scope: TOKEN_SCOPE,
    });
    if (granted.ok) return keep(granted.value);
    if (token !== null && granted.error.kind !== 'service_error' && serves(token)) {
      // The login is away, and perhaps nothing else: cancels and look-ups go on with what is still good.
      token.renewAtMs = clock.monotonic() + RENEW_AGAIN_MS;
      return ok(token.access);
    }
    token = null;
    return fail(explainLoginFailure(granted.error));
  }

  function serves({ servesUntilMs }: Token): boolean {
    return clock.monotonic() < servesUntilMs;
  }

  /** The renewal, or after a while the token that still serves. */
  function renewal(underWay: Promise<Result<string, NotSent>>): Promise<Result<string, NotSent>> {
    const old = token;
    if (old === null || !serves(old)) return underWay;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(RENEWAL_WAIT_MS, () => resolve(token === old ? ok(old.access) : underWay));
      underWay.finally(cancel).then(resolve, reject);
    });
  }

  function keep(granted: AuthResult): Result<string, NotSent> {
    const lifeMs = granted.expires_in * 1000;
    token = {
      access: granted.access_token,
      refresh: granted.refresh_token,
      renewAtMs: clock.monotonic() + lifeMs * RENEW_AT,
      servesUntilMs: clock.monotonic() + lifeMs * SERVES_UNTIL,
    };
    issued = [granted.access_token, granted.refresh_token, ...issued].slice(0, 4);
    return ok(token.access);
  }

  return {
    obtain: async () => {
      if (token !== null && clock.monotonic() < token.renewAtMs) return ok(token.access);
      pending ??= renew().finally(() => {
        pending = null;
      });
      return renewal(pending);
    },
    drop: (refused) => {
      if (token?.access === refused) token = null;
    },
    secrets: () => [credentials.clientSecret, ...issued],
  };
}

/** The call that needed the token was not written, whatever became of the login. */
function explainLoginFailure(failure: CallFailure): NotSent {
  if (failure.kind === 'not_sent') return failure;
  return failure.kind === 'service_error'
    ? { kind: 'not_sent', reason: 'login_failed', detail: `${failure.code} ${failure.message}` }
    : { kind: 'not_sent', reason: 'login_unanswered', detail: `no answer to the login: ${failure.reason}` };
}
