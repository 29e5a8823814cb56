import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before anything looks at what it wants. */
export type Refusal = 'method' | 'host' | 'origin' | 'cross_site';

/** The part of a request that the guard reads. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as received; shows a second `Host`. */
  readonly rawHeaders: readonly string[];
}

/** `127.0.0.1:port`, the only name under which the host answers. */
export function hostName(port: number): string {
  return port === 80 ? '127.0.0.1' : `127.0.0.1:${port}`;
}

/**
 * Allows reads addressed to this host, from its own page or the address bar. `Host` stops DNS rebinding; `Origin` and
 * `Sec-Fetch-Site` stop other sites.
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
