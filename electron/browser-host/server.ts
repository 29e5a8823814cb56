import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MOST_FRAME_BYTES, WINDOW_PROTOCOL } from '../../shared/ipc/window-protocol.ts';
import type { Door } from '../ipc/door.ts';
import type { Page, PageLook } from '../page/page.ts';
import type { NoteRefusal } from '../assembly/refusals.ts';
import { type Access, createAccess } from './access.ts';
import { findUpgradeRefusal, hostName } from './guard.ts';
import type { Hub } from './hub.ts';
import { unreadableStatus, writeRawRefusal } from './raw-refusal.ts';
import { createRequestListener } from './requests.ts';

export interface BrowserHostParts {
  readonly page: Page;
  readonly look: () => PageLook;
  readonly door: Door;
  readonly hub: Hub;
  /** 0 takes any free port. */
  readonly port: number;
  /** Told of every request that was refused, and why. */
  readonly noteRefusal: NoteRefusal;
  readonly reportBug: (error: unknown) => void;
}

export interface BrowserHost {
  /** With the launch token; good for one use. */
  readonly launchUrl: string;
  readonly port: number;
  /** Closes every connection and resolves when the port is free. */
  readonly close: () => Promise<void>;
}

const MAX_HEADER_BYTES = 8 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;

/** Listens on 127.0.0.1 only. Rejects when the port is taken. */
export async function startBrowserHost({
  page,
  look,
  door,
  hub,
  port,
  noteRefusal,
  reportBug,
}: BrowserHostParts): Promise<BrowserHost> {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: HEADERS_TIMEOUT_MS,
    // The guard refuses what names no host, with the headers of every other answer.
    requireHostHeader: false,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME_BYTES,
    perMessageDeflate: false,
    // The second protocol is the key, which is not echoed.
    handleProtocols: () => WINDOW_PROTOCOL,
  });
  // What is no handshake after all.
  sockets.on('wsClientError', (_error, stream) => {
    noteRefusal('upgrade');
    refuse(stream, 400);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const boundPort = (server.address() as AddressInfo).port;
  const access = createAccess(String(boundPort));
  const listen = createRequestListener({ page, look, access, port: boundPort, noteRefusal, reportBug });
  // `Expect` is ignored: Node's own answers to it would lack our headers.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, listen);
  server.on('clientError', (error, stream) => {
    noteRefusal('no_http');
    refuse(stream, unreadableStatus(error));
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const status = upgradeStatus(request, access, boundPort);
    if (status !== null) {
      noteRefusal('upgrade');
      refuse(stream, status);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const end = hub.connect(socket, door);
      socket.on('message', (data, isBinary) => {
        if (isBinary) socket.close(1003, 'text only');
        else end.receive((data as Buffer).toString('utf8'));
      });
      socket.on('close', end.closed);
      // ws closes the socket after an error (a frame too large, broken UTF-8); there is nothing else to do.
      socket.on('error', () => undefined);
    });
  });

  return {
    launchUrl: `http://${hostName(boundPort)}/?token=${access.launchToken}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        hub.closeAll();
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(stream: Duplex, status: number): void {
  if (stream.writable) stream.end(writeRawRefusal(status));
  else stream.destroy();
}

/** The status that refuses an upgrade, or null when it may go on. */
function upgradeStatus(request: IncomingMessage, access: Access, port: number): number | null {
  const refusal = findUpgradeRefusal(request, port);
  if (refusal === 'host') return 421;
  if (refusal !== null) return 403;
  if (request.url !== '/ipc') return 404;
  // The cookie goes to every port; only our page has the key.
  return access.admits(request.headers.cookie) && access.hasKey(request.headers['sec-websocket-protocol']) ? null : 403;
}
