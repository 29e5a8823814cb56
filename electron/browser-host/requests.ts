import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page, PageLook } from '../page/page.ts';
import type { NoteRefusal } from '../assembly/refusals.ts';
import { COMMON_HEADERS, contentSecurityPolicy, makeNonce, PLAIN_POLICY } from '../page/policy.ts';
import type { Access } from './access.ts';
import { findRefusal, hostName } from './guard.ts';

export interface RequestParts {
  readonly page: Page;
  /** How the page is to look now. */
  readonly look: () => PageLook;
  readonly access: Access;
  readonly port: number;
  readonly noteRefusal: NoteRefusal;
  /** Told of what should never happen: a request whose handling threw. */
  readonly reportBug: (error: unknown) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

/** Answers every HTTP request of the browser host: the page, its files, or a refusal. Never throws. */
export function createRequestListener(parts: RequestParts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    try {
      send(request, response, answer(request, parts));
    } catch (error) {
      parts.reportBug(error);
      if (!response.headersSent) send(request, response, plain(500, 'Something failed inside the terminal.'));
      else response.destroy();
    }
  };
}

function answer(request: IncomingMessage, { page, look, access, port, noteRefusal }: RequestParts): Answer {
  const refusal = findRefusal(request, port);
  if (refusal !== null) noteRefusal(refusal);
  if (refusal === 'method') return plain(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
  if (refusal === 'host') return plain(421, `This address is not served here: use http://${hostName(port)}.`);
  if (refusal !== null) return plain(403, 'Requests of other pages are refused.');

  const url = request.url ?? '';
  const cut = url.indexOf('?');
  const path = cut === -1 ? url : url.slice(0, cut);
  const token = cut === -1 ? null : new URLSearchParams(url.slice(cut + 1)).get('token');
  if (path === '/' && token !== null) {
    // A HEAD, which some tools send first, must not use up the token.
    const session = request.method === 'GET' ? access.redeem(token) : null;
    if (session !== null) {
      const opened = renderPage(page, look(), port, session.key);
      return { ...opened, headers: { ...opened.headers, 'set-cookie': session.cookie } };
    }
    noteRefusal('token');
    const hint = access.admits(request.headers.cookie)
      ? `This address works once. The terminal is open to this browser at http://${hostName(port)}/`
      : STRANGER;
    return plain(403, hint);
  }
  if (!access.admits(request.headers.cookie)) {
    noteRefusal('session');
    return plain(403, STRANGER);
  }
  if (path === '/') return renderPage(page, look(), port);
  const file = page.file(path);
  if (file === null) return plain(404, 'There is no such file.');
  return {
    status: 200,
    headers: {
      'content-type': file.contentType,
      'content-security-policy': PLAIN_POLICY,
      'cache-control': NAMED_BY_CONTENT,
    },
    body: file.body,
  };
}

/** The page's files carry a digest in their names: the browser keeps them, and the compiled script, over a reload. */
const NAMED_BY_CONTENT = 'private, max-age=31536000, immutable';

const STRANGER =
  'This address works once, in the browser that opened it first. ' +
  'Start the terminal again, or copy the newest address that it printed.';

const plainType = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': PLAIN_POLICY };

function plain(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...plainType, ...headers }, body: `${text}\n` };
}

/**
 * Chromium since 2026 confines the page to this host by it. A content policy leaves out WebRTC, navigation and new
 * windows.
 */
const OWN_CONNECTIONS = '(response-origin)';

/** With the session's key in the one answer that redeems the launch token: the cookie alone gets a page without. */
function renderPage(page: Page, look: PageLook, port: number, key?: string): Answer {
  const nonce = makeNonce();
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce, `ws://${hostName(port)}`),
      'connection-allowlist': OWN_CONNECTIONS,
    },
    body: page.render(nonce, look, key),
  };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  response.writeHead(status, { ...COMMON_HEADERS, ...headers, 'content-length': length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
