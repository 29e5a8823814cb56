import { once } from 'node:events';
import { connect } from 'node:net';

/** A keep-alive connection that writes a GET with a body and reads its reply's bytes: the least a call can cost. */
export interface RawSocket {
  readonly call: (path: string, body: string) => Promise<void>;
  readonly close: () => void;
}

export async function openRawSocket(port: number): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let finish: (() => void) | null = null;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1];
    if (received.length < headEnd + 4 + Number(length)) return;
    received = Buffer.alloc(0);
    finish?.();
  });
  return {
    call: (path, body) =>
      new Promise((resolve) => {
        finish = resolve;
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }),
    close: () => {
      socket.destroy();
    },
  };
}
