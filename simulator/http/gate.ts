import type { IncomingMessage } from 'node:http';

/** Why a request is turned away before it is read: an HTTP status and a sentence. */
export interface Turnaway {
  readonly status: 403 | 404 | 405;
  readonly sentence: string;
}

/**
 * Rejects web pages: the Host must be this address (no DNS rebinding), without signs of another origin. Null to pass.
 */
export function turnAway(request: IncomingMessage, host: string): Turnaway | null {
  const { headers, method } = request;
  if (headers.host !== host) return { status: 403, sentence: 'the Host header must be the address of this server' };
  if (headers.origin !== undefined) return { status: 403, sentence: 'requests of web pages are not answered' };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') {
    return { status: 403, sentence: 'cross-site requests are not answered' };
  }
  if (method !== 'GET' && method !== 'POST') return { status: 405, sentence: 'only GET and POST are answered' };
  return null;
}

/** Whether a Content-Type says JSON, with or without a UTF-8 charset. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  return contentType !== undefined && /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(contentType);
}
