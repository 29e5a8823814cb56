import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, makeNonce } from '../../../../electron/page/policy.ts';
import { readPage } from '../../../../electron/page/page.ts';
import { answerApp, APP_URL } from '../../../../electron/shell/app-protocol.ts';
import { fuzzRuns } from '../../../support/fuzz/fuzz-runs.ts';

const LOOK = { theme: 'dark', density: 'compact' } as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html data-theme="dark" data-density="compact"><meta name="csp-nonce" content="__CSP_NONCE__"><i>__SESSION_KEY__</i>',
  );
  writeFileSync(join(folder, 'assets/index.js'), 'export {};');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the built page', () => {
  it('gives exactly the files of its folder', () => {
    const page = readPage(folder);
    expect(page.file('/assets/index.js')?.contentType).toBe('text/javascript; charset=utf-8');
    expect(page.file('/index.html')).toBeNull();
    expect(page.file('/assets')).toBeNull();
    expect(page.file('/assets/../assets/index.js')).toBeNull();
  });

  it('is refused without a page, without a place for the nonce, or with a file of unknown kind', () => {
    writeFileSync(join(folder, 'assets/run.exe'), '');
    expect(() => readPage(folder)).toThrow(/unknown kind.*run\.exe/u);
    rmSync(join(folder, 'assets/run.exe'));
    writeFileSync(join(folder, 'index.html'), '<p>');
    expect(() => readPage(folder)).toThrow(/nonce/u);
    rmSync(join(folder, 'index.html'));
    expect(() => readPage(folder)).toThrow(/no built window/u);
  });

  it('puts the nonce of each load in as it is, the look that was chosen, and a key only where there is one', () => {
    const look = { theme: 'light', density: 'cosy' } as const;
    const start = '<html data-theme="light" data-density="cosy"><meta name="csp-nonce" content="a$&b">';
    expect(readPage(folder).render('a$&b', look)).toBe(`${start}<i></i>`);
    expect(readPage(folder).render('a$&b', look, 'k')).toBe(`${start}<i>k</i>`);
    writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
    expect(() => readPage(folder)).toThrow(/its look/u);
    writeFileSync(
      join(folder, 'index.html'),
      '<p data-theme="dark" data-density="compact"><meta name="csp-nonce" content="__CSP_NONCE__">',
    );
    expect(() => readPage(folder)).toThrow(/key of its session/u);
  });
});

describe('the policy', () => {
  it('allows only its own files, the nonce and the one connection', () => {
    const policy = contentSecurityPolicy('N', "'none'");
    expect(policy).toContain("default-src 'none'; object-src 'none';");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'nonce-N';");
    expect(policy).toContain("connect-src 'none';");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types analysis-worker;");
    expect(policy).not.toContain('unsafe');
  });

  it('has a new nonce of 128 bits each time', () => {
    const nonces = new Set(Array.from({ length: 100 }, makeNonce));
    expect(nonces.size).toBe(100);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  });
});

describe('the app: protocol', () => {
  const ask = (url: string, method = 'GET') => answerApp(readPage(folder), () => LOOK, { url, method });

  it('serves the page with a nonce of its own, and the policy that names it', async () => {
    const [first, second] = [ask(APP_URL), ask(`${APP_URL}?q#h`)];
    const html = await first.text();
    const nonce = /content="([^"]+)"/u.exec(html)?.[1] ?? '';
    expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(first.headers.get('content-security-policy')).toContain("connect-src 'none'");
    expect(await second.text()).not.toBe(html);
  });

  it('answers everything, refusals too, with a policy and the headers that keep it alone', () => {
    const answers = [
      ask(APP_URL),
      ask(`${APP_URL}assets/index.js`),
      ask(`${APP_URL}crashed`),
      ask(`${APP_URL}none`),
      ask(APP_URL, 'POST'),
    ];
    for (const { headers } of answers) {
      const rules = (headers.get('content-security-policy') ?? '').split('; ');
      expect(rules).toEqual(expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
      expect(headers.get('content-type')).toMatch(/^text\/(?:html|javascript|plain); charset=utf-8$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect([...headers.keys()].filter((name) => /^access-control-|^location$/.test(name))).toEqual([]);
    }
  });

  it('serves a file of the list, and nothing by another method', async () => {
    const response = ask(`${APP_URL}assets/index.js`);
    expect(await response.text()).toBe('export {};');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(ask(APP_URL, 'POST').status).toBe(405);
  });

  it.each([
    'app://other/',
    'app://strikedesk.evil/',
    'file:///etc/passwd',
    'app://strikedesk/%zz',
    'app://strikedesk/..%2f..%2fpackage.json',
    'app://strikedesk/assets/..\\..\\package.json',
    'app://strikedesk/index.html',
    'app://strikedesk',
  ])('refuses %s', (url) => {
    expect(ask(url).status).toBe(404);
  });

  it('never throws and never serves what is not on the list, whatever the path', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%zz',
      '/',
      '\\',
      'assets',
      'etc',
      'passwd',
    );
    const page = readPage(folder);
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { minLength: 1 }), (pieces) => {
        const url = `${APP_URL}${pieces.join('/')}`;
        const { status } = answerApp(page, () => LOOK, { url, method: 'GET' });
        const path = url.slice(APP_URL.length - 1).split(/[?#]/u, 1)[0];
        expect(status).toBe(path === '/' || path === '/assets/index.js' ? 200 : 404);
      }),
      fuzzRuns(2000),
    );
  });
});
