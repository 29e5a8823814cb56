import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from './ways-out.ts';

/** Somebody that a page may try to reach, over TCP and UDP. */
export interface OutListener {
  readonly host: string;
  /** What a way out of this name tries to reach. */
  readonly target: (name: string) => Target;
  /** Names of the ways that got here; `UDP`, and `TCP` for what connected and was no request. */
  readonly reached: () => string[];
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1, and lets every page read its answers. */
export async function startOutListener(): Promise<OutListener> {
  const reached = new Set<string>();
  const server = createServer((request, response) => {
    reached.add(decodeURIComponent(/[^/?]+/u.exec(request.url ?? '')?.[0] ?? ''));
    response
      .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*', connection: 'close' })
      .end('<!doctype html><body>');
  });
  server.on('upgrade', (request, stream) => {
    reached.add(decodeURIComponent(request.url?.slice(1) ?? ''));
    stream.destroy();
  });
  server.on('clientError', (_error, stream) => {
    reached.add('TCP');
    stream.destroy();
  });
  const datagrams = createSocket('udp4');
  datagrams.on('message', () => reached.add('UDP'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const udpPort = datagrams.address().port;
  return {
    host,
    target: (name) => ({ url: `http://${host}/${encodeURIComponent(name)}`, host, udpPort }),
    reached: () => [...reached].toSorted(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await new Promise<void>((resolve) => datagrams.close(resolve));
    },
  };
}
