import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Passes every byte between terminal and service, until it cuts a request. */
export interface CuttingLine {
  readonly origin: string;
  /**
   * Lets this many bytes of the method's next request through, then resets the connection. Resolves with how many
   * requests it had carried.
   */
  readonly cutNext: (method: string, through: (request: Buffer) => number) => Promise<number>;
  /** How many requests of the method the terminal has begun to write. */
  readonly begun: (method: string) => number;
  readonly close: () => Promise<void>;
}

interface Cut {
  readonly method: string;
  readonly through: (request: Buffer) => number;
  readonly tell: (carried: number) => void;
}

const HEAD_END = '\r\n\r\n';

/** A request is held until it is there whole, in however many pieces it came. */
function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const end = text.indexOf(HEAD_END);
  const length = Number(/^content-length: *(\d+)/imu.exec(text)?.[1] ?? 0);
  return end !== -1 && bytes.length >= end + HEAD_END.length + length;
}

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** One request at a time on each connection, as the terminal's client writes them. */
export async function openCuttingLine(port: number): Promise<CuttingLine> {
  const sockets = new Set<Socket>();
  const begun: string[] = [];
  let cut: Cut | null = null;

  const server = createServer((terminal) => {
    const service = connect(port, '127.0.0.1');
    let held = Buffer.alloc(0);
    let carried = 0;
    for (const socket of [terminal, service]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    terminal.once('close', () => service.destroy());
    service.once('close', () => terminal.destroy());
    service.on('data', (reply) => terminal.write(reply));
    terminal.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      if (!isWhole(held)) return;
      // The service takes calls that name it as their host alone.
      const text = held.toString('latin1').replace(hostOf(server), `127.0.0.1:${port}`);
      const request = Buffer.from(text, 'latin1');
      held = Buffer.alloc(0);
      const method = /^\S+ \/api\/v2\/([^ ?]+)/u.exec(text)?.[1] ?? '';
      begun.push(method);
      if (cut?.method !== method) {
        carried += 1;
        service.write(request);
        return;
      }
      const part = request.subarray(0, cut.through(request));
      cut.tell(carried);
      cut = null;
      terminal.removeAllListeners('close');
      service.removeAllListeners('data');
      service.end(part);
      terminal.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://${hostOf(server)}`,
    cutNext: (method, through) =>
      new Promise((tell) => {
        cut = { method, through, tell };
      }),
    begun: (method) => begun.filter((one) => one === method).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Where the head of a request ends and its body begins. */
export function headLength(request: Buffer): number {
  return request.indexOf(HEAD_END) + HEAD_END.length;
}
