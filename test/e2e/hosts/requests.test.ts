import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_FRAME_BYTES } from '../../../shared/ipc/window-protocol.ts';
import { sendRaw, statusOf } from '../../support/wire/raw-http.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';

let terminal: Terminal;
let port: number;
let token: string;
let cookie: string;
let key: string;

beforeAll(async () => {
  terminal = await startTerminal();
  const url = new URL(terminal.url);
  port = Number(url.port);
  token = url.searchParams.get('token') ?? '';
});

afterAll(async () => {
  await terminal.stop();
  terminal.removeData();
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<string> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers });
  return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}`).join('\r\n')}\r\n\r\n`);
}

describe('before the launch address was opened', () => {
  it.each(['/', '/index.html', '/assets/', '/?token=', '/?token=wrong', '/?other=1', '/ipc'])(
    'refuses %s and says what to do',
    async (path) => {
      const answer = await ask(path);
      expect(statusOf(answer)).toBe(403);
      expect(answer).toContain('Start the terminal again');
      expect(answer).not.toContain('<script');
    },
  );

  it('a HEAD and a page of another site do not use the token up', async () => {
    expect(statusOf(await ask(`/?token=${token}`, {}, 'HEAD'))).toBe(403);
    expect(statusOf(await ask(`/?token=${token}`, { 'Sec-Fetch-Site': 'cross-site' }))).toBe(403);
    expect(statusOf(await ask(`/?token=${token}`, { Host: `evil.test:${port}` }))).toBe(421);
  });

  it('trades the token for a cookie and the first page, which has the key of the session', async () => {
    const answer = await ask(`/?token=${token}`, { 'Sec-Fetch-Site': 'none' });
    expect(statusOf(answer)).toBe(200);
    expect(answer).toMatch(/^cache-control: no-store\r$/imu);
    expect(answer).toMatch(/^set-cookie: .*; HttpOnly; SameSite=Strict\r$/imu);
    cookie = /^set-cookie: ([^;]+)/imu.exec(answer)?.[1] ?? '';
    key = /<meta name="session-key" content="([\w-]{43})"/u.exec(answer)?.[1] ?? '';
    expect(key).not.toBe('');
  });
});

describe('after the launch address was opened', () => {
  it('refuses the token a second time, with and without the session', async () => {
    expect(statusOf(await ask(`/?token=${token}`))).toBe(403);
    const answer = await ask(`/?token=${token}`, { Cookie: cookie });
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain(`open to this browser at http://127.0.0.1:${port}/`);
    expect(answer).not.toMatch(/^set-cookie/imu);
  });

  it('serves the page with every header that keeps it alone', async () => {
    const [first, second] = [await ask('/', { Cookie: cookie }), await ask('/', { Cookie: cookie })];
    expect(statusOf(first)).toBe(200);
    const policy = /^content-security-policy: (.*)\r$/imu.exec(first)?.[1] ?? '';
    const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1] ?? '';
    expect(policy).toContain(`connect-src ws://127.0.0.1:${port};`);
    expect(policy).toContain("default-src 'none'; object-src 'none'; script-src 'self'");
    expect(first).toContain(`content="${nonce}"`);
    expect(second).not.toContain(nonce);
    expect(first).toContain('<meta name="session-key" content=""');
    for (const header of [
      'cache-control: no-store',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'referrer-policy: no-referrer',
      'x-content-type-options: nosniff',
      'permissions-policy: ',
    ]) {
      expect(first.toLowerCase()).toContain(`\r\n${header}`);
    }
    expect(first.toLowerCase()).not.toContain('access-control-');
  });

  it('lets the browser keep the files that are named by their content, and nothing else', async () => {
    const page = await ask('/', { Cookie: cookie });
    const [script] = /\/assets\/index-[\w-]+\.js/u.exec(page) ?? [];
    expect(await ask(script ?? '', { Cookie: cookie }, 'HEAD')).toMatch(
      /^cache-control: private, max-age=\d+, immutable\r$/imu,
    );
    for (const path of ['/', '/assets/none.js']) {
      expect(await ask(path, { Cookie: cookie }, 'HEAD')).toMatch(/^cache-control: no-store\r$/imu);
    }
    expect(await ask(script ?? '', {}, 'HEAD')).toMatch(/^cache-control: no-store\r$/imu);
  });

  it.each([
    ['/../package.json', 404],
    ['/..%2f..%2fpackage.json', 404],
    ['/assets/../../main/main.js', 404],
    ['/assets\\..\\..\\main\\main.js', 404],
    ['/%zz', 404],
    ['/%00', 404],
    ['//evil.test/', 404],
    ['/index.html', 404],
    ['/assets', 404],
    ['http://evil.test/', 404],
    ['*', 404],
    ['/ipc', 404],
    [`/${'a'.repeat(7000)}`, 404],
  ])('answers %s with %d', async (path, status) => {
    expect(statusOf(await ask(path, { Cookie: cookie }))).toBe(status);
  });

  it.each([
    ['POST', 405],
    ['PUT', 405],
    ['OPTIONS', 405],
    ['TRACE', 405],
    ['BREW', 400],
  ])('answers the method %s with %d', async (method, status) => {
    expect(statusOf(await ask('/', { Cookie: cookie }, method))).toBe(status);
  });

  it.each([
    [{ Host: 'localhost' }, 421],
    [{ Host: 'evil.test' }, 421],
    [{ Origin: 'http://evil.test' }, 403],
    [{ Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }, 403],
  ])('refuses the session with %j', async (headers, status) => {
    expect(statusOf(await ask('/', { Cookie: cookie, ...(headers as Record<string, string>) }))).toBe(status);
  });

  it('refuses huge headers and what is no HTTP, and lives on', async () => {
    expect(statusOf(await ask('/', { Cookie: cookie, 'X-Long': 'a'.repeat(20_000) }))).toBe(431);
    expect(statusOf(await sendRaw(port, 'hello\r\n\r\n'))).toBe(400);
    expect(statusOf(await ask('/', { Cookie: cookie }))).toBe(200);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
      .filter((address) => address !== '127.0.0.1');
    for (const host of ['127.0.0.2', '::1', ...others]) {
      const reached = await new Promise((resolve) => {
        const socket = connect({ host, port }, () => resolve(host));
        socket.once('error', () => resolve(null));
      });
      expect(reached).toBeNull();
    }
  });
});

describe('the socket', () => {
  /** The HTTP status of a refusal, or the opened socket. */
  function open(
    headers: Record<string, string>,
    path = '/ipc',
    protocols = ['strikedesk', key],
  ): Promise<number | WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      socket.once('error', reject);
    });
  }

  const own = () => ({ Cookie: cookie, Origin: `http://127.0.0.1:${port}` });

  it.each([
    ['no cookie', () => ({ Origin: `http://127.0.0.1:${port}` }), 403],
    ['another cookie', () => ({ ...own(), Cookie: `${cookie}x` }), 403],
    ['no origin', () => ({ Cookie: cookie }), 403],
    ['a foreign origin', () => ({ ...own(), Origin: 'http://evil.test' }), 403],
    ['the origin null', () => ({ ...own(), Origin: 'null' }), 403],
    ['another host', () => ({ ...own(), Host: `evil.test:${port}` }), 421],
    ['a cross-site fetch', () => ({ ...own(), 'Sec-Fetch-Site': 'cross-site' }), 403],
  ])('refuses an upgrade with %s', async (_name, headers, status) => {
    expect(await open(headers())).toBe(status);
  });

  it.each([
    ['no key', () => []],
    ['the name alone', () => ['strikedesk']],
    ['the cookie in place of the key', () => ['strikedesk', cookie.slice(cookie.indexOf('=') + 1)]],
    ['another key', () => ['strikedesk', `${key}x`]],
    ['the key by itself', () => [key]],
  ])('refuses our own origin and cookie with %s', async (_name, protocols) => {
    expect(await open(own(), '/ipc', protocols())).toBe(403);
  });

  it.each(['/', '/ipc/', '/ipc?x', '//ipc'])('is not at %s', async (path) => {
    expect(await open(own(), path)).toBe(404);
  });

  async function opened(): Promise<WebSocket> {
    const socket = await open(own());
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    return socket;
  }

  it('answers what is asked and nothing that the contract does not know', async () => {
    const socket = await opened();
    // The key is not said back.
    expect(socket.protocol).toBe('strikedesk');
    const replies = new Map<number, { ok: boolean; error?: { code: string }; value?: { host: string } }>();
    const request = (id: number, channel: string, payload: unknown) =>
      new Promise<void>((resolve) => {
        const receive = (data: Buffer): void => {
          const frame = JSON.parse(data.toString()) as { id?: number; reply?: { ok: boolean } };
          if (frame.id !== id || frame.reply === undefined) return;
          replies.set(id, frame.reply);
          socket.off('message', receive);
          resolve();
        };
        socket.on('message', receive);
        socket.send(JSON.stringify({ id, channel, payload }));
      });
    await request(1, 'session.open', null);
    await request(2, '__proto__', null);
    await request(3, 'orders.list', { extra: 1 });
    await request(4, 'market.watch', 'x'.repeat(300_000));
    socket.close();
    expect(replies.get(1)).toMatchObject({ ok: true, value: { host: 'browser' } });
    expect(replies.get(2)).toMatchObject({ ok: false, error: { code: 'UnknownChannel' } });
    expect(replies.get(3)).toMatchObject({ ok: false, error: { code: 'BadRequest' } });
    expect(replies.get(4)).toMatchObject({ ok: false, error: { code: 'BadRequest' } });
  });

  it.each([
    ['a frame that is too large', 'x'.repeat(MOST_FRAME_BYTES + 1), 1009],
    ['bytes', Buffer.from([1, 2, 3]), 1003],
    ['text that is no request', 'hello', 1008],
  ])('is closed on %s', async (_name, frame, code) => {
    const socket = await opened();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.send(frame);
    expect(await closed).toBe(code);
  });
});
