import type { ServerResponse } from 'node:http';
import type { Refusal } from '../refusal.ts';
import { JsonText } from './json-text.ts';
import type { RequestId } from './request.ts';

/** A reply before it is written. `content` is the result or the refusal as JSON text. */
export interface Reply {
  readonly status: number;
  readonly id: RequestId | undefined;
  readonly member: 'result' | 'error';
  readonly content: string;
  /** When the call came and when the reply goes, by the service's clock, ms. */
  readonly inMs: number;
  readonly outMs: number;
}

/** The reply that carries a result. */
export function resultReply(id: RequestId | undefined, result: unknown, inMs: number, outMs: number): Reply {
  return {
    status: 200,
    id,
    member: 'result',
    content: result instanceof JsonText ? result.text : JSON.stringify(result),
    inMs,
    outMs,
  };
}

/** The reply that carries a refusal. */
export function errorReply(
  id: RequestId | undefined,
  error: Refusal,
  inMs: number,
  outMs: number,
  status = 400,
): Reply {
  return { status, id, member: 'error', content: JSON.stringify(error), inMs, outMs };
}

function envelopeHead(id: RequestId | undefined): string {
  if (id === undefined) return '{"jsonrpc":"2.0"';
  return typeof id === 'number' ? `{"jsonrpc":"2.0","id":${id}` : `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
}

/** Microseconds are the clock's milliseconds times a thousand; nothing goes out before it came in. */
function envelopeTail(inMs: number, outMs: number): string {
  const usIn = Math.round(inMs * 1000);
  const usOut = Math.max(usIn, Math.round(outMs * 1000));
  return `,"usIn":${usIn},"usOut":${usOut},"usDiff":${usOut - usIn},"testnet":true}`;
}

/** The JSON-RPC envelope as text; `members` stands between the id and the times. */
export function envelopeText(reply: Reply, members = `"${reply.member}":${reply.content}`): string {
  const between = members === '' ? '' : `,${members}`;
  return envelopeHead(reply.id) + between + envelopeTail(reply.inMs, reply.outMs);
}

let stampedSecond = Number.NaN;
let stamp = '';

/** The Date header by the service's own clock, so that the same clock gives the same bytes. */
export function dateHeader(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== stampedSecond) {
    stampedSecond = second;
    stamp = new Date(second * 1000).toUTCString();
  }
  return stamp;
}

/** Writes a body with its length and nothing that would let a page read it. */
export function writeText(
  response: ServerResponse,
  status: number,
  body: string,
  atMs: number,
  type = 'application/json',
): void {
  const bytes = Buffer.byteLength(body);
  response.sendDate = false;
  response.writeHead(status, [
    'content-type',
    type,
    'content-length',
    String(bytes),
    'cache-control',
    'no-store',
    'date',
    dateHeader(atMs),
  ]);
  // Equal bytes and characters mean ASCII, which is sent faster.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

/** Writes a reply as JSON. */
export function writeReply(response: ServerResponse, reply: Reply): void {
  writeText(response, reply.status, envelopeText(reply), reply.outMs);
}
