import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, type PageFile, readPage } from '../../../electron/page/page.ts';
import { COMMON_HEADERS, contentSecurityPolicy, makeNonce } from '../../../electron/page/policy.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/ipc/schemas/preferences-schema.ts';
import { defineChunk } from './chunks.ts';

const BUILT = fileURLToPath(new URL('../../../out/renderer', import.meta.url));
const CHUNKS = '/chunks.js';

/** The built window under an address: its page, its styles and fonts as they are, its modules as functions. */
export interface ServedPage {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export async function servePage(): Promise<ServedPage> {
  const page = readPage(BUILT);
  const chunks: PageFile = {
    body: new TextEncoder().encode(defineChunks()),
    contentType: 'text/javascript; charset=utf-8',
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const { status, headers, body } = answer(page, chunks, pathname);
    response.writeHead(status, { ...COMMON_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

function defineChunks(): string {
  const folder = join(BUILT, 'assets');
  // The worker is a script by itself.
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && !name.startsWith('worker-'));
  return names.map((name) => defineChunk(`./${name}`, readFileSync(join(folder, name), 'utf8'))).join('\n');
}

/** Whatever the page would run or fetch ahead; its chunks come in one file instead. */
const SCRIPTS = /<script[^>]*><\/script>|<link[^>]*rel="modulepreload"[^>]*>/gu;

function answer(page: Page, chunks: PageFile, path: string) {
  if (path === '/') {
    const nonce = makeNonce();
    const html = page.render(nonce, DEFAULT_PREFERENCES).replaceAll(SCRIPTS, '');
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(nonce, "'none'"),
      },
      body: html.replace('</head>', () => `<script src="${CHUNKS}"></script></head>`),
    };
  }
  const file = path === CHUNKS ? chunks : page.file(path);
  if (file === null) return { status: 404, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': file.contentType }, body: file.body };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
