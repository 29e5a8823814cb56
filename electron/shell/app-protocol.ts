import type { Protocol } from 'electron';
import { OWN_WINDOW_ID } from '../../shared/ipc/workspace-schema.ts';
import type { Page, PageLook } from '../page/page.ts';
import { COMMON_HEADERS, contentSecurityPolicy, makeNonce, PLAIN_POLICY } from '../page/policy.ts';

const APP_SCHEME = 'app';
const APP_HOST = 'strikedesk';

/** Origin of the window's page; no other origin is ever shown or listened to. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/** The address of a window that holds what was moved out of the main one. */
export function ownWindowUrl(windowId: string): string {
  return `${APP_URL}?window=${windowId}`;
}

/** The window that an address asks for; null for any other address, however near. */
export function readOwnWindowUrl(url: string): string | null {
  const id = url.startsWith(ownWindowUrl('')) ? url.slice(ownWindowUrl('').length) : '';
  return OWN_WINDOW_ID.test(id) ? id : null;
}

/** Before the app is ready: makes `app:` a secure scheme with origins, and gives it nothing else. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves the page under `app:`. A request that can't be answered gets a refusal; the handler never throws. */
export function serveApp(
  protocol: Pick<Protocol, 'handle'>,
  page: Page,
  look: () => PageLook,
  reportBug: (error: unknown) => void,
): void {
  protocol.handle(APP_SCHEME, (request) => {
    try {
      return answerApp(page, look, request);
    } catch (error) {
      reportBug(error);
      return refuse(500, 'Something failed inside the terminal.');
    }
  });
}

/** Paths are compared as the URL spells them and never decoded, so `/%zz` and `/..%2f` are only unknown names. */
export function answerApp(page: Page, look: () => PageLook, request: Pick<Request, 'method' | 'url'>): Response {
  if (request.method !== 'GET') return refuse(405, 'Only GET is answered here.');
  const rest = request.url.startsWith(APP_URL) ? request.url.slice(APP_ORIGIN.length) : null;
  const path = rest?.split(/[?#]/u, 1)[0] ?? '';
  if (path === '/') return renderPage(page, look());
  const file = page.file(path);
  if (file === null) return refuse(404, 'There is no such file.');
  return respond(200, file.contentType, PLAIN_POLICY, file.body);
}

function renderPage(page: Page, look: PageLook): Response {
  const nonce = makeNonce();
  return respond(200, 'text/html; charset=utf-8', contentSecurityPolicy(nonce, "'none'"), page.render(nonce, look));
}

function refuse(status: number, text: string): Response {
  return respond(status, 'text/plain; charset=utf-8', PLAIN_POLICY, `${text}\n`);
}

function respond(status: number, contentType: string, policy: string, body: string | Uint8Array<ArrayBuffer>) {
  return new Response(body, {
    status,
    headers: { ...COMMON_HEADERS, 'content-type': contentType, 'content-security-policy': policy },
  });
}
