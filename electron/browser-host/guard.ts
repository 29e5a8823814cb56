import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before anything looks at what it wants. */
export type Refusal = 'method' | 'host' | 'origin' | 'cross_site';

/** The part of a request that the guard reads. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came; a second `Host` shows only here. */
  readonly rawHeaders: readonly string[];
}

/** `127.0.0.1:port`, the only name under which the host answers. */
export function hostName(port: number): string {
  return port === 80 ? '127.0.0.1' : `127.0.0.1:${port}`;
}

/**
 * Lets a request through when it is a read, names exactly this host, and comes from this host's own page
 * or from the address bar. A name rebound to 127.0.0.1 fails by its `Host`; another site's page by its
 * `Origin` or `Sec-Fetch-Site`.
 */
export function findRefusal(request: GuardedRequest, port: number): Refusal | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return 'method';
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || request.headers.host !== hostName(port)) return 'host';
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${hostName(port)}`) return 'origin';
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return 'cross_site';
  return null;
}

/** The same for the upgrade to a WebSocket, where our page always says its origin. */
export function findUpgradeRefusal(request: GuardedRequest, port: number): Refusal | null {
  if (request.method !== 'GET') return 'method';
  if (request.headers.origin !== `http://${hostName(port)}`) return 'origin';
  return findRefusal(request, port);
}
