import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const LENGTH = Buffer.from('content-length: ');
const HEAD_END = Buffer.from('\r\n\r\n');
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/**
 * A socket with several requests in flight, which reads only where replies end, so that the server is the bottleneck.
 */
class Line {
  readonly #socket: Socket;
  #rest: Buffer | null = null;
  #inFlight = 0;
  #next: (() => Buffer | null) | null = null;
  #done: (() => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk])));
  }

  #read(received: Buffer): void {
    let at = 0;
    let answered = 0;
    while (at < received.length) {
      const end = replyEnd(received, at);
      if (end === null || end > received.length) break;
      at = end;
      answered += 1;
    }
    this.#rest = at === received.length ? null : received.subarray(at);
    this.#inFlight -= answered;
    this.#send(answered);
  }

  #send(count: number): void {
    const batch: Buffer[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const request = this.#next?.() ?? null;
      if (request !== null) batch.push(request);
    }
    this.#inFlight += batch.length;
    if (batch.length > 0) this.#socket.write(batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch));
    else if (this.#inFlight === 0) this.#done?.();
  }

  /** Sends what `next` gives, `depth` at a time, until it gives null and all are answered. */
  run(next: () => Buffer | null, depth: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#next = next;
    this.#done = resolve;
    this.#send(depth);
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Where the reply that starts at `from` ends; null while its head is incomplete. Every reply states its length. */
function replyEnd(received: Buffer, from: number): number | null {
  const headEnd = received.indexOf(HEAD_END, from);
  if (headEnd === -1) return null;
  const stated = received.indexOf(LENGTH, from);
  if (stated === -1 || stated > headEnd) throw new Error('a reply without content-length');
  let length = 0;
  for (let at = stated + LENGTH.length; ; at += 1) {
    const digit = received[at] ?? 0;
    if (digit < DIGIT_0 || digit > DIGIT_9) break;
    length = length * 10 + digit - DIGIT_0;
  }
  return headEnd + HEAD_END.length + length;
}

/** Several sockets to one server that share a list of ready-made requests. */
export interface Load {
  /** Sends `count` of the requests in turn; gives the requests a second. */
  run(count: number): Promise<number>;
  close(): void;
}

/** Keeps this process awake until the end: waking a sleeping core would cost a slower server half a reply each. */
function spin(): () => void {
  let isOn = true;
  const turn = () => {
    if (isOn) setImmediate(turn);
  };
  turn();
  return () => {
    isOn = false;
  };
}

/** Opens the sockets, each with `depth` requests in flight. Each request is the whole of its bytes, head and body. */
export async function openLoad(
  port: number,
  requests: readonly Buffer[],
  { sockets, depth }: { readonly sockets: number; readonly depth: number },
): Promise<Load> {
  const lines: Line[] = [];
  for (let at = 0; at < sockets; at += 1) {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    lines.push(new Line(socket));
  }
  let at = 0;
  return {
    run: async (count) => {
      let left = count;
      const next = () => {
        if (left === 0) return null;
        left -= 1;
        at = (at + 1) % requests.length;
        return requests[at] ?? null;
      };
      const stopSpinning = spin();
      const startedAt = process.hrtime.bigint();
      await Promise.all(lines.map((line) => line.run(next, depth)));
      const rate = count / (Number(process.hrtime.bigint() - startedAt) / 1e9);
      stopSpinning();
      return rate;
    },
    close: () => {
      for (const line of lines) line.close();
    },
  };
}

/** The bytes of a call in the contract's own form: GET with a JSON body. */
export function requestBytes(
  port: number,
  method: string,
  params: Readonly<Record<string, unknown>>,
  authorization: string | null,
): Buffer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const head = [
    `GET /api/v2/${method} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'connection: keep-alive',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(authorization === null ? [] : [`authorization: ${authorization}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
