import { randomBytes, timingSafeEqual } from 'node:crypto';
import { WINDOW_PROTOCOL } from '../../shared/ipc/window-protocol.ts';

/** What whoever opened the launch address first is given. */
export interface Session {
  /** The value of a `Set-Cookie` header. Browsers send the cookie to every port of this machine. */
  readonly cookie: string;
  /** 256 random bits as base64url, for the page alone, which keeps it where no other port's pages can read. */
  readonly key: string;
}

/** Who may use the browser host: whoever opened the launch address first. */
export interface Access {
  /** 256 random bits as base64url. Good for one use. */
  readonly launchToken: string;
  /** Trades the launch token for the session; null when wrong or used. */
  readonly redeem: (token: string) => Session | null;
  /** Whether a `Cookie` header holds the session: enough for the page and its files, which say nothing of the account. */
  readonly admits: (cookieHeader: string | undefined) => boolean;
  /** Whether a `Sec-WebSocket-Protocol` header holds the session's key. */
  readonly hasKey: (protocolHeader: string | undefined) => boolean;
}

/** `name` tells the cookie apart from those of other hosts on this machine, which share it across ports. */
export function createAccess(name: string): Access {
  const launchToken = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const key = randomBytes(32).toString('base64url');
  const cookieName = `strikedesk_${name}`;
  let isUsed = false;
  return {
    launchToken,
    redeem: (token) => {
      if (!isEqual(token, launchToken) || isUsed) return null;
      isUsed = true;
      return { cookie: `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`, key };
    },
    admits: (cookieHeader) =>
      listParts(cookieHeader, ';').some(
        (cookie) => cookie.startsWith(`${cookieName}=`) && isEqual(cookie.slice(cookieName.length + 1), session),
      ),
    hasKey: (protocolHeader) => {
      const [protocol, given, ...others] = listParts(protocolHeader, ',');
      return protocol === WINDOW_PROTOCOL && given !== undefined && others.length === 0 && isEqual(given, key);
    },
  };
}

function listParts(header: string | undefined, separator: string): string[] {
  return (header ?? '').split(separator).map((part) => part.trim());
}

/** Takes the same time wherever the first difference is. */
function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
