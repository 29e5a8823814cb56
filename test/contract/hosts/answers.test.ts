import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHub } from '../../../electron/browser-host/hub.ts';
import { type BrowserHost, startBrowserHost } from '../../../electron/browser-host/server.ts';
import { createDoor } from '../../../electron/ipc/door.ts';
import type { PageFile } from '../../../electron/page/page.ts';
import { createRefusalLog } from '../../../electron/assembly/refusals.ts';
import { sendRaw } from '../../support/wire/raw-http.ts';

const FILES = new Map<string, PageFile>([
  ['/assets/index-1.js', { body: new TextEncoder().encode('"ü";'), contentType: 'text/javascript; charset=utf-8' }],
  ['/assets/inter-1.woff2', { body: new Uint8Array([1, 2, 3]), contentType: 'font/woff2' }],
]);

const bugs: unknown[] = [];
const lines: { readonly reason: unknown; readonly count: unknown }[] = [];
let nowMs = 0;
let host: BrowserHost;
let cookie = '';
let key = '';

beforeAll(async () => {
  host = await startBrowserHost({
    page: {
      render: (nonce, { theme }, given = 'none') =>
        `<!doctype html><html data-theme="${theme}"><p>ü ${nonce} key:${given}.</p>`,
      file: (path) => {
        if (path === '/assets/broken.js') throw new Error('a secret of the inside');
        return FILES.get(path) ?? null;
      },
    },
    look: () => ({ theme: 'dark', density: 'compact' }),
    door: createDoor({}, (_channel, error) => bugs.push(error)),
    hub: createHub(
      () => 0,
      () => undefined,
    ),
    port: 0,
    noteRefusal: createRefusalLog(
      (_level, _event, { reason, count }) => void lines.push({ reason, count }),
      () => nowMs,
    ),
    reportBug: (error) => bugs.push(error),
  });
});
afterAll(() => host.close());

function write(path: string, headers: Record<string, string> = {}, method = 'GET'): string {
  const all = { Host: `127.0.0.1:${host.port}`, Connection: 'close', ...headers };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
}

const upgrade =
  (headers: Record<string, string> = {}, path = '/ipc') =>
  () =>
    write(path, {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Origin: origin(),
      Cookie: cookie,
      'Sec-WebSocket-Protocol': `strikedesk, ${key}`,
      ...headers,
    });
const origin = () => `http://127.0.0.1:${host.port}`;
const own =
  (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  () =>
    write(path, { Cookie: cookie, ...headers }, method);

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function read(text: string): Answer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(pairs), body: rest.join('\r\n\r\n') };
}

/** Every source of an answer: listener, upgrade, socket library or Node. */
const WAYS: readonly (readonly [string, number, () => string])[] = [
  ['the launch address', 200, () => write(new URL(host.launchUrl).pathname + new URL(host.launchUrl).search)],
  ['the page', 200, own('/')],
  ['a script', 200, own('/assets/index-1.js')],
  ['a font', 200, own('/assets/inter-1.woff2')],
  ['the head of a script', 200, own('/assets/index-1.js', {}, 'HEAD')],
  ['the launch address again', 403, () => write(`/?token=x`)],
  ['a request without a session', 403, () => write('/')],
  ['a request of another site', 403, own('/', { 'Sec-Fetch-Site': 'cross-site' })],
  ['a request from another origin', 403, own('/', { Origin: 'http://evil.test' })],
  ['a file that is not there', 404, own('/none')],
  ['a method that is not served', 405, own('/', {}, 'POST')],
  ['a preflight', 405, own('/', { Origin: 'http://evil.test', 'Access-Control-Request-Method': 'PUT' }, 'OPTIONS')],
  ['another name', 421, own('/', { Host: 'evil.test' })],
  ['a request without a name', 421, () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a bug', 500, own('/assets/broken.js')],
  ['what expects to be told to go on', 200, own('/', { Expect: '100-continue' })],
  ['what expects something else', 200, own('/', { Expect: 'more' })],
  ['what is no HTTP', 400, () => 'hello\r\n\r\n'],
  ['a method that nobody knows', 400, () => write('/', {}, 'BREW')],
  ['a huge header', 431, own('/', { 'X-Long': 'a'.repeat(20_000) })],
  ['an upgrade without a session', 403, upgrade({ Cookie: 'x=1' })],
  ['an upgrade with the cookie alone', 403, upgrade({ 'Sec-WebSocket-Protocol': 'strikedesk' })],
  ['an upgrade of another origin', 403, upgrade({ Origin: 'http://evil.test' })],
  ['an upgrade elsewhere', 404, upgrade({}, '/other')],
  ['an upgrade on another name', 421, upgrade({ Host: 'evil.test' })],
  ['an upgrade without a key', 400, upgrade()],
  ['an upgrade to something else', 400, upgrade({ Upgrade: 'h2c' })],
];

describe('every answer of the browser host', () => {
  const answers = new Map<string, Answer>();

  it('is the one that its request deserves', async () => {
    for (const [name, status, request] of WAYS) {
      const answer = read(await sendRaw(host.port, request()));
      expect([name, answer.status]).toEqual([name, status]);
      answers.set(name, answer);
      cookie = /^[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? cookie;
      if (name === 'the launch address') key = /key:([\w-]{43})\./.exec(answer.body)?.[1] ?? '';
    }
  });

  it('has the key of the session where the launch token was, and nowhere else', () => {
    expect(key).toHaveLength(43);
    const having = [...answers].filter(([, { headers, body }]) => [body, ...headers.values()].join('\n').includes(key));
    expect(having.map(([name]) => name)).toEqual(['the launch address']);
    expect(answers.get('the page')?.body).toContain('key:none.');
  });

  it('has a policy that lets no object, no other base and no frame around it', () => {
    expect(answers.size).toBe(WAYS.length);
    for (const [name, { headers }] of answers) {
      const rules = (headers.get('content-security-policy') ?? '').split('; ');
      const wanted = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
      expect(
        wanted.filter((rule) => !rules.includes(rule)),
        name,
      ).toEqual([]);
    }
  });

  it('is never sniffed, kept from other origins, and tells nobody where it was', () => {
    for (const [name, { headers }] of answers) {
      expect(headers.get('x-content-type-options'), name).toBe('nosniff');
      expect(headers.get('referrer-policy'), name).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy'), name).toBe('same-origin');
      expect(
        [...headers.keys()].filter((header) => header.startsWith('access-control-')),
        name,
      ).toEqual([]);
    }
  });

  it('says what it is in which letters, and is exactly as long as it says', () => {
    for (const [name, { headers, body, status }] of answers) {
      const isHead = name.startsWith('the head');
      // A head says how long the file would be.
      const length = isHead ? answers.get('a script')?.body.length : body.length;
      expect(headers.get('content-length'), name).toBe(String(length));
      expect(headers.has('transfer-encoding'), name).toBe(false);
      const type = headers.get('content-type') ?? '';
      if (body !== '') expect(type, name).toMatch(/^(?:text\/(?:html|plain|javascript); charset=utf-8|font\/woff2)$/);
      if (status >= 400 && body !== '') expect(type, name).toBe('text/plain; charset=utf-8');
    }
  });

  it('leads nowhere', () => {
    const leading = [...answers].filter(([, { headers }]) => headers.has('location') || headers.has('refresh'));
    expect(leading.map(([name]) => name)).toEqual([]);
  });

  it('tells nothing of what failed inside', () => {
    expect(bugs).toHaveLength(1);
    expect(answers.get('a bug')?.body).toBe('Something failed inside the terminal.\n');
  });
});

describe('what was refused', () => {
  it('is told to the log by its reason, once a minute with how often, however often it happens', async () => {
    const told = lines.splice(0).map(({ reason }) => reason);
    const reasons = ['token', 'session', 'cross_site', 'origin', 'method', 'host', 'no_http', 'upgrade'];
    expect(told).toHaveLength(reasons.length);
    expect(new Set(told)).toEqual(new Set(reasons));
    for (let time = 0; time < 5; time += 1) await sendRaw(host.port, write('/', { Host: 'evil.test' }));
    expect(lines).toEqual([]);
    nowMs = 60_000;
    await sendRaw(host.port, write('/', { Host: 'evil.test' }));
    // The request without a name was the second of its reason.
    expect(lines).toEqual([{ reason: 'host', count: 7 }]);
  });
});
