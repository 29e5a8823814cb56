import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../../electron/browser-host/access.ts';
import { findRefusal, findUpgradeRefusal } from '../../../../electron/browser-host/guard.ts';
import { assertDefined } from '../../../../shared/result.ts';

const PORT = 4321;
const OWN = `http://127.0.0.1:${PORT}`;

function request(headers: Record<string, string>, method = 'GET') {
  return { method, headers, rawHeaders: Object.entries(headers).flat() };
}

describe('the guard of the browser host', () => {
  const host = `127.0.0.1:${PORT}`;

  it.each([
    [{}],
    [{ origin: OWN }],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': 'same-origin', origin: OWN }],
  ])('lets its own page and the address bar through: %j', (headers) => {
    expect(findRefusal(request({ host, ...headers }), PORT)).toBeNull();
    expect(findRefusal(request({ host, ...headers }, 'HEAD'), PORT)).toBeNull();
  });

  const hosts = [
    'localhost:4321',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:4321.evil.test',
    'evil.test:4321',
    'evil.test',
    '[::1]:4321',
    '0.0.0.0:4321',
    '127.0.0.2:4321',
    '127.1:4321',
    '2130706433:4321',
    '127.0.0.1:04321',
    ' 127.0.0.1:4321',
    '',
  ];
  const origins = [
    'http://evil.test',
    'null',
    'http://localhost:4321',
    'https://127.0.0.1:4321',
    'http://127.0.0.1',
    '',
  ];
  const sites = ['cross-site', 'same-site', 'unknown', ''];
  const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'get'];

  it.each(hosts)('refuses the host %j', (name) => {
    expect(findRefusal(request({ host: name }), PORT)).toBe('host');
    expect(findUpgradeRefusal(request({ host: name, origin: OWN }), PORT)).toBe('host');
  });

  it('refuses a request without a host or with two', () => {
    expect(findRefusal(request({}), PORT)).toBe('host');
    expect(findRefusal({ ...request({ host }), rawHeaders: ['Host', host, 'hOST', 'evil.test'] }, PORT)).toBe('host');
  });

  it.each(origins)('refuses the origin %j', (origin) => {
    expect(findRefusal(request({ host, origin }), PORT)).toBe('origin');
    expect(findUpgradeRefusal(request({ host, origin }), PORT)).toBe('origin');
  });

  it.each(sites)('refuses Sec-Fetch-Site %j, even with the right origin', (site) => {
    expect(findRefusal(request({ host, origin: OWN, 'sec-fetch-site': site }), PORT)).toBe('cross_site');
    expect(findUpgradeRefusal(request({ host, origin: OWN, 'sec-fetch-site': site }), PORT)).toBe('cross_site');
  });

  it.each(methods)('refuses the method %s, whatever a header says of overriding it', (method) => {
    expect(findRefusal(request({ host }, method), PORT)).toBe('method');
    expect(findRefusal(request({ host, 'x-http-method-override': 'GET' }, method), PORT)).toBe('method');
  });

  it('lets a socket be opened only by a page that says its origin', () => {
    expect(findUpgradeRefusal(request({ host, origin: OWN }), PORT)).toBeNull();
    expect(findUpgradeRefusal(request({ host }), PORT)).toBe('origin');
    expect(findUpgradeRefusal(request({ host, origin: OWN }, 'HEAD'), PORT)).toBe('method');
  });
});

describe('access to the browser host', () => {
  it('trades the launch token once for a session', () => {
    const access = createAccess('4321');
    expect(Buffer.from(access.launchToken, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(access.redeem(`${access.launchToken}x`)).toBeNull();
    expect(access.redeem('')).toBeNull();
    const session = access.redeem(access.launchToken);
    expect(session?.cookie).toMatch(/^strikedesk_4321=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u);
    expect(access.redeem(access.launchToken)).toBeNull();
    const [cookie] = session?.cookie.split(';') ?? [];
    expect(access.admits(cookie)).toBe(true);
    expect(access.admits(`other=1; ${cookie}; more=2`)).toBe(true);
  });

  it('knows no other cookie', () => {
    const access = createAccess('4321');
    const cookie = access.redeem(access.launchToken)?.cookie.split(';')[0] ?? '';
    for (const other of [undefined, '', 'strikedesk_4321=', `${cookie}x`, cookie.slice(0, -1), `x${cookie}`]) {
      expect(access.admits(other)).toBe(false);
    }
    expect(createAccess('4321').admits(cookie)).toBe(false);
  });

  it('knows a window by the key of its session, which is not in the cookie, and by nothing near it', () => {
    const access = createAccess('4321');
    const { cookie, key } = assertDefined(access.redeem(access.launchToken), 'the token is used once');
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(cookie).not.toContain(key);
    expect(access.hasKey(`strikedesk, ${key}`)).toBe(true);
    const session = /=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const near = ['', 'strikedesk', 'strikedesk, ', key, `${key}, strikedesk`, `strikedesk, ${session}`];
    const longer = [`strikedesk, ${key}x`, `strikedesk, x, ${key}`, `strikedesk, ${key}, x`, `other, ${key}`];
    for (const header of [undefined, ...near, ...longer]) expect(access.hasKey(header), header).toBe(false);
    expect(createAccess('4321').hasKey(`strikedesk, ${key}`)).toBe(false);
  });
});
