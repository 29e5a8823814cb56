import type { ApiKey } from './api-key.ts';
import { TOKEN_LIFE_SECONDS, type Grant } from './sessions.ts';

const YEAR_SECONDS = 365 * 86_400;
const ACCESS = /^(account|trade|wallet|block_trade|block_rfq|custody):(read|read_write|none)$/;
const SESSION = /^session:(\S{1,64})$/;
const EXPIRES = /^expires:(\d{1,9})$/;
const ADDRESS = /^ip:(\S{1,64})$/;

/** Whether granted scopes allow a method: `read_write` includes `read`. */
export function allows(granted: readonly string[], needed: string): boolean {
  return granted.includes(needed) || (needed.endsWith(':read') && granted.includes(`${needed}_write`));
}

/** As much of one asked scope as the key has: all, reading alone, or nothing. */
function narrow(key: ApiKey, asked: string): readonly string[] {
  if (allows(key.scopes, asked)) return [asked];
  const reading = asked.replace(/_write$/, '');
  return allows(key.scopes, reading) ? [reading] : [];
}

function capture(wanted: readonly string[], pattern: RegExp): string | null {
  for (const scope of wanted) {
    const found = pattern.exec(scope)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Grants of `public/auth` for a scope (facts, section 2): within the key's, all without a named access. Unknown words
 * are left out.
 */
export function grantScopes(key: ApiKey, asked: string | undefined): Grant {
  const wanted = (asked ?? '').split(' ').filter((scope) => scope !== '');
  const access = wanted.filter((scope) => ACCESS.test(scope));
  const granted = access.length === 0 ? key.scopes : access.flatMap((scope) => narrow(key, scope));
  const sessionName = capture(wanted, SESSION);
  const expires = capture(wanted, EXPIRES);
  const address = capture(wanted, ADDRESS);
  const lifeSeconds = expires === null ? TOKEN_LIFE_SECONDS : Math.max(1, Math.min(YEAR_SECONDS, Number(expires)));
  return {
    key,
    scopes: [
      ...new Set(granted),
      sessionName === null ? 'connection' : `session:${sessionName}`,
      ...(expires === null ? [] : [`expires:${lifeSeconds}`]),
      ...(address === null ? [] : [`ip:${address}`]),
      ...(key.subaccountId === null ? ['mainaccount'] : []),
    ],
    sessionName,
    address,
    lifeSeconds,
  };
}
