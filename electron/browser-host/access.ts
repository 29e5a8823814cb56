import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may use the browser host: whoever opened the launch address first. */
export interface Access {
  /** 256 random bits as base64url. Good for one use. */
  readonly launchToken: string;
  /** Trades the launch token for the value of a `Set-Cookie` header; null when wrong or used. */
  readonly redeem: (token: string) => string | null;
  /** Whether a `Cookie` header holds the session. */
  readonly admits: (cookieHeader: string | undefined) => boolean;
}

/** `name` tells the cookie apart from those of other hosts on this machine, which share it across ports. */
export function createAccess(name: string): Access {
  const launchToken = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const cookieName = `strikedesk_${name}`;
  let isUsed = false;
  return {
    launchToken,
    redeem: (token) => {
      if (!isEqual(token, launchToken) || isUsed) return null;
      isUsed = true;
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    admits: (cookieHeader) =>
      (cookieHeader ?? '')
        .split(';')
        .map((cookie) => cookie.trim())
        .some((cookie) => cookie.startsWith(`${cookieName}=`) && isEqual(cookie.slice(cookieName.length + 1), session)),
  };
}

/** Takes the same time wherever the first difference is. */
function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
