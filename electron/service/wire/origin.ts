const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * A profile's origin as an address. Throws a sentence unless it is scheme, host and port only, and https (or this
 * machine).
 */
export function parseOrigin(origin: string): URL {
  if (!URL.canParse(origin)) throw new Error('the service address is not an address');
  const url = new URL(origin);
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error('the service address must be scheme, host and port only');
  }
  const isLocal = url.protocol === 'http:' && isLoopback(url);
  if (url.protocol !== 'https:' && !isLocal) {
    throw new Error(`the service address must use https, ${url.protocol}//${url.host} does not`);
  }
  return url;
}

/** Whether an address is of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
