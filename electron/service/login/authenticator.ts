import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Clock } from '../../clock.ts';
import type { Credentials } from '../../profiles/profile.ts';
import type { HttpRequest } from '../wire/connection.ts';
import type { NotSent } from '../failure.ts';
import { signatureHeader } from './signature.ts';
import { createTokenSource, type Login } from './token.ts';

/** Proves the account to the service, in one of its three schemes (facts, section 2). */
export interface Authenticator {
  /** Value of the `Authorization` header for a private call. */
  readonly authorize: (request: HttpRequest) => Promise<Result<string, NotSent>>;
  /** The service answered `unauthorized` to this header. True when a new header may be taken. */
  readonly reject: (header: string) => boolean;
  /** Texts that must appear in no message. */
  readonly secrets: () => readonly string[];
}

export interface AuthenticatorOptions {
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** The service's clock, milliseconds since the epoch: a signature is good for a minute of it. */
  readonly serviceNow: () => number;
  readonly random: () => number;
  readonly login: Login;
}

/** Throws with a plain sentence, which holds no secret, when the credentials can't be written in a header. */
export function createAuthenticator({
  credentials,
  clock,
  serviceNow,
  random,
  login,
}: AuthenticatorOptions): Authenticator {
  switch (credentials.scheme) {
    case 'none':
      return {
        authorize: async () =>
          fail({ kind: 'not_sent', reason: 'no_credentials', detail: 'the profile has no credentials' }),
        reject: () => false,
        secrets: () => [],
      };
    case 'token': {
      const tokens = createTokenSource(credentials, clock, login);
      return {
        authorize: async () => {
          const token = await tokens.obtain();
          return token.ok ? ok(`Bearer ${token.value}`) : token;
        },
        reject: (header) => {
          tokens.drop(header.slice('Bearer '.length));
          return true;
        },
        secrets: tokens.secrets,
      };
    }
    case 'basic': {
      const { clientId, clientSecret } = credentials;
      if (clientId.includes(':')) throw new Error('the client id must not contain a colon');
      const encoded = Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64');
      return {
        authorize: async () => ok(`Basic ${encoded}`),
        reject: () => false,
        secrets: () => [clientSecret, encoded],
      };
    }
    case 'signature': {
      const { clientId, clientSecret } = credentials;
      if (!/^[\w.~-]+$/.test(clientId)) throw new Error('the client id must be letters, digits and . _ ~ - only');
      const nextNonce = createNonces(random);
      return {
        authorize: async ({ verb, path, body }) => {
          const parts = { timestampMs: serviceNow(), nonce: nextNonce(), verb, uri: path, body: body ?? '' };
          return ok(signatureHeader(parts, clientId, clientSecret));
        },
        reject: () => false,
        secrets: () => [clientSecret],
      };
    }
  }
}

/** Texts that don't repeat: a random start, then a count. */
function createNonces(random: () => number): () => string {
  const start = Math.floor(random() * 36 ** 8).toString(36);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
