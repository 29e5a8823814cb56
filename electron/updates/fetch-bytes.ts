import type { Client } from 'undici';
import type { Clock } from '../clock.ts';
import { openSocketTransport } from '../service/wire/connection.ts';

/** From the question to the last byte. */
const LIMIT_MS = 15_000;

/** A small file of an address. Rejects with a sentence: nothing but exactly this address, whole and small, is taken. */
export type FetchBytes = (url: URL, mostBytes: number) => Promise<Uint8Array>;

/**
 * Fetches over a connection of its own, which ends with it: https alone, certificates checked, no redirect followed, no
 * proxy, no cookie, nothing repeated.
 */
export function createFetchBytes(
  clock: Pick<Clock, 'after'>,
  open: (origin: URL) => Pick<Client, 'request' | 'destroy'> = openSocketTransport,
): FetchBytes {
  return async (url, mostBytes) => {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
      throw new Error('the address of updates must use https, without a password');
    }
    const client = open(new URL(url.origin));
    const ender = new AbortController();
    const cancel = clock.after(LIMIT_MS, () => ender.abort(new Error('it took too long')));
    try {
      const path = `${url.pathname}${url.search}`;
      const { statusCode, body } = await client.request({ path, method: 'GET', signal: ender.signal });
      if (statusCode !== 200) throw new Error(`the answer was ${statusCode}`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of body as AsyncIterable<Uint8Array>) {
        size += part.length;
        if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'for an unknown reason';
      throw new Error(`${url.href} could not be read: ${why}`, { cause: error });
    } finally {
      cancel();
      await client.destroy();
    }
  };
}
