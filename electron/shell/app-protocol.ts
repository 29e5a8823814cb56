import type { Protocol } from 'electron';
import { OWN_WINDOW_ID } from '../../shared/ipc/window-id.ts';
import type { Page, PageLook } from '../page/page.ts';
import { COMMON_HEADERS, contentSecurityPolicy, makeNonce, PLAIN_POLICY } from '../page/policy.ts';

const APP_SCHEME = 'app';
const APP_HOST = 'strikedesk';

/** Origin of the window's page; no other origin is ever shown or listened to. */
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/** The main window, beginning with the standard arrangement of panels. */
export const SAFE_URL = `${APP_URL}?safe`;
const CRASHED_PATH = '/crashed';

/** The address of a window that holds what was moved out of the main one. */
export function ownWindowUrl(windowId: string): string {
  return `${APP_URL}?window=${windowId}`;
}

/** The window that an address asks for; null for any other address, however near. */
export function readOwnWindowUrl(url: string): string | null {
  const id = url.startsWith(ownWindowUrl('')) ? url.slice(ownWindowUrl('').length) : '';
  return OWN_WINDOW_ID.test(id) ? id : null;
}

/** The address of a window; null: the main one. */
export function windowUrl(windowId: string | null): string {
  return windowId === null ? APP_URL : ownWindowUrl(windowId);
}

/** The plain page that a window shows whose own went again and again; null: the main one's. */
export function crashedUrl(windowId: string | null): string {
  return `${APP_ORIGIN}${CRASHED_PATH}${windowId === null ? '' : `?window=${windowId}`}`;
}

/** Where a page may navigate: its own address, or from the plain page its window. */
export function mayNavigate(from: string, to: string): boolean {
  if (to === from || to === APP_URL) return true;
  const windowId = readOwnWindowUrl(to);
  return windowId === null ? to === SAFE_URL && from === crashedUrl(null) : from === crashedUrl(windowId);
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
  if (path === CRASHED_PATH) return renderCrashed(request.url);
  const file = page.file(path);
  if (file === null) return refuse(404, 'There is no such file.');
  return respond(200, file.contentType, PLAIN_POLICY, file.body);
}

function renderPage(page: Page, look: PageLook): Response {
  const nonce = makeNonce();
  return respond(200, 'text/html; charset=utf-8', contentSecurityPolicy(nonce, "'none'"), page.render(nonce, look));
}

/** Without script and style, which may have caused the failures. */
function renderCrashed(url: string): Response {
  const windowId = readOwnWindowUrl(url.replace(CRASHED_PATH, '/'));
  const safe = `<li><a href="/?safe">Safe start</a>: opens it with the standard arrangement of panels. Yours is kept.</li>`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="dark light">
<title>Strikedesk</title>
<h1>This window stopped several times in a row</h1>
<p>The terminal itself runs on. It follows orders on their way and sends nothing twice.</p>
<ul>
<li><a href="${windowId === null ? '/' : `/?window=${windowId}`}">Open it again</a></li>
${windowId === null ? safe : ''}
</ul>
</html>
`;
  return respond(200, 'text/html; charset=utf-8', PLAIN_POLICY, html);
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
