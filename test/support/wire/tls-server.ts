import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { afterEach, beforeEach } from 'vitest';
import { type Certificate, makeCertificate } from './certificate.ts';

export interface TlsServers {
  /** Serves until the test is over; the certificate is one that this process trusts, unless said otherwise. */
  readonly serve: (terms: Terms, listener: RequestListener) => Promise<string>;
  /** Done after the test, the last first, before the servers that were begun earlier close. */
  readonly toClose: (() => Promise<unknown>)[];
}

export interface Terms {
  readonly certificate?: Certificate;
  readonly isTrusted?: boolean;
  readonly options?: TlsOptions;
}

/** Servers behind TLS for the tests of a file; what they made this process trust is taken back after each. */
export function useTlsServers(): TlsServers {
  let trusted: string[] = [];
  const toClose: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    trusted = getCACertificates('default');
  });
  afterEach(async () => {
    setDefaultCACertificates(trusted);
    for (const close of toClose.splice(0).toReversed()) await close();
  });
  return {
    toClose,
    serve: async ({ certificate = makeCertificate(), isTrusted = true, options }, listener) => {
      if (isTrusted) setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
      const server = createServer({ ...certificate, ...options }, listener);
      server.on('tlsClientError', () => undefined);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      toClose.push(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      });
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
