import { once } from 'node:events';
import { connect } from 'node:net';

/** One HTTP answer: its status and body. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** A socket on which many requests go at once; their answers come in the same order. */
export interface PipelinedSocket {
  /** Sends all and resolves with as many answers. Rejects when the server ends the connection before. */
  send(requests: readonly string[]): Promise<readonly RawAnswer[]>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The bytes of a request in the contract's own form: GET with a JSON body, which need not be one. */
export function requestText(port: number, method: string, body: string, authorization: string): string {
  return [
    `GET /api/v2/${method} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `authorization: ${authorization}`,
    '',
    body,
  ].join('\r\n');
}

/** Connects to a server on this machine. */
export async function openPipelinedSocket(port: number): Promise<PipelinedSocket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let rest: Buffer = Buffer.alloc(0);
  let answers: RawAnswer[] = [];
  let wanted = 0;
  let settle: { resolve: (answers: readonly RawAnswer[]) => void; reject: (error: Error) => void } | null = null;
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END, at);
      if (headEnd === -1) break;
      const head = rest.toString('latin1', at, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      const end = headEnd + HEAD_END.length + length;
      if (end > rest.length) break;
      answers.push({ status: Number(head.slice(9, 12)), text: rest.toString('utf8', headEnd + HEAD_END.length, end) });
      at = end;
    }
    rest = rest.subarray(at);
    if (answers.length >= wanted) settle?.resolve(answers);
  });
  socket.on('close', () =>
    settle?.reject(new Error(`the connection ended after ${answers.length} of ${wanted} answers`)),
  );
  return {
    send: (requests) => {
      if (requests.length === 0) return Promise.resolve([]);
      const { promise, resolve, reject } = Promise.withResolvers<readonly RawAnswer[]>();
      answers = [];
      wanted = requests.length;
      settle = { resolve, reject };
      socket.write(requests.join(''));
      return promise;
    },
    close: () => {
      settle = null;
      socket.destroy();
    },
  };
}
