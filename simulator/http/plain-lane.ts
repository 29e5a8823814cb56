import type { Socket } from 'node:net';
import type { Place } from '../account/sessions.ts';
import { answerPlainly, type CallDoor, type CallRequest } from './call-door.ts';
import { dateHeader, envelopeText, type Reply } from './reply.ts';
import { MAX_BODY_BYTES } from './request.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);
const MAX_HEAD_BYTES = 4096;
const REQUEST_LINE = /^(GET|POST) (\/api\/v2\/[!-~]{1,2048}) HTTP\/1\.1$/;
/** Header names that mean nothing here, whatever their value. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);
const REASON: Readonly<Record<number, string>> = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' };

/** A request at the front of some bytes, and its end. */
interface PlainRequest {
  readonly request: CallRequest;
  readonly end: number;
}

/** What a head says. */
interface PlainHead extends PlainHeaders {
  readonly httpMethod: string;
  readonly target: string;
}

/** Heads kept parsed: clients repeat the same few. */
const MAX_HEADS = 512;
const heads = new Map<string, PlainHead | null>();

/**
 * Reads the whole plain request at `from`: known headers, each once, and a stated length. Null leaves it to an HTTP
 * parser.
 */
export function readPlainRequest(bytes: Buffer, from: number, host: string, place: Place): PlainRequest | null {
  const headEnd = bytes.indexOf(HEAD_END, from);
  if (headEnd < 0 || headEnd - from > MAX_HEAD_BYTES) return null;
  const text = bytes.toString('latin1', from, headEnd);
  let head = heads.get(text);
  if (head === undefined) {
    if (heads.size >= MAX_HEADS) heads.clear();
    heads.set(text, (head = readHead(text)));
  }
  if (head === null || head.host !== host) return null;
  const bodyAt = headEnd + HEAD_END.length;
  const end = bodyAt + head.length;
  if (end > bytes.length) return null;
  const { httpMethod, target, contentType, authorization } = head;
  const body = head.length === 0 ? EMPTY : bytes.subarray(bodyAt, end);
  return { request: { httpMethod, target, contentType, authorization, place, body }, end };
}

function readHead(text: string): PlainHead | null {
  const [requestLine = '', ...lines] = text.split('\r\n');
  const [, httpMethod, target] = REQUEST_LINE.exec(requestLine) ?? [];
  const headers = readHeaders(lines);
  return httpMethod === undefined || target === undefined || headers === null
    ? null
    : { ...headers, httpMethod, target };
}

interface PlainHeaders {
  host?: string;
  contentType?: string;
  authorization?: string;
  length: number;
}

/** Null when one is unknown, malformed or stands twice. */
function readHeaders(lines: readonly string[]): PlainHeaders | null {
  const headers: PlainHeaders = { length: 0 };
  let seen = '\n';
  for (const line of lines) {
    const colon = line.indexOf(': ');
    if (colon < 1 || !/^[ -~]*$/.test(line)) return null;
    const name = line.slice(0, colon).toLowerCase();
    if (seen.includes(`\n${name}\n`)) return null;
    seen += `${name}\n`;
    if (!take(headers, name, line.slice(colon + 2))) return null;
  }
  return headers;
}

function take(headers: PlainHeaders, name: string, value: string): boolean {
  if (value.trim() !== value || value === '') return false;
  switch (name) {
    case 'host':
      headers.host = value;
      return true;
    case 'connection':
      return value === 'keep-alive';
    case 'content-type':
      headers.contentType = value;
      return true;
    case 'authorization':
      headers.authorization = value;
      return true;
    case 'content-length':
      headers.length = Number(value);
      return /^\d{1,5}$/.test(value) && headers.length <= MAX_BODY_BYTES;
    default:
      return WITHOUT_MEANING.has(name);
  }
}

/** What a lane serves: where calls go, whose Host is answered, and when a call is not for it. */
export interface PlainLaneOptions {
  readonly door: CallDoor;
  readonly host: string;
  /** Whether a fault waits for some call: those are the other lane's. */
  readonly expectsFaults: () => boolean;
  readonly keepAliveSeconds: number;
  /** Takes the socket over for good, with the bytes that are not answered yet. */
  readonly handOver: (rest: Buffer) => void;
}

/**
 * Answers a socket's plain requests in order, one write each, for speed. From the first other request on, node:http
 * takes over.
 */
export function runPlainLane(socket: Socket, place: Place, options: PlainLaneOptions): void {
  const { door, host, expectsFaults, keepAliveSeconds, handOver } = options;
  const onData = (bytes: Buffer): void => {
    let at = 0;
    while (at < bytes.length) {
      const read = expectsFaults() ? null : readPlainRequest(bytes, at, host, place);
      if (read === null) {
        socket.off('data', onData);
        handOver(at === 0 ? bytes : bytes.subarray(at));
        return;
      }
      at = read.end;
      const { reply, isLast } = answerPlainly(door, read.request, door.now());
      const closing = isLast ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}`;
      write(socket, reply, closing);
      if (isLast) {
        socket.off('data', onData);
        socket.end();
        return;
      }
    }
  };
  socket.on('data', onData);
}

function write(socket: Socket, reply: Reply, closing: string): void {
  const body = envelopeText(reply);
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${reply.status} ${REASON[reply.status] ?? 'Internal Server Error'}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\ncache-control: no-store\r\ndate: ${dateHeader(reply.outMs)}\r\nConnection: ${closing}\r\n\r\n`;
  // Equal bytes and characters mean ASCII, which is sent faster.
  const isTaken = socket.write(head + body, length === body.length ? 'latin1' : 'utf8');
  // A caller that does not read its replies is not asked for more.
  if (!isTaken && !socket.isPaused()) {
    socket.pause();
    socket.once('drain', () => socket.resume());
  }
}
