import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';
import { envelopeText, writeReply, writeText, type Reply } from './reply.ts';
import type { RequestId } from './request.ts';

const HUGE_BYTES = 16 * 1024 * 1024;
const DEPTH = 100_000;

function otherId(id: RequestId | undefined): RequestId {
  return typeof id === 'number' ? id + 1 : `${id ?? ''}-other`;
}

/** Answers as the fault has it. `reply` is null when the call was not executed. */
export function writeFaulty(response: ServerResponse, fault: Fault, reply: Reply | null, atMs: number): void {
  if (typeof fault === 'object') {
    if ('html' in fault) return writeText(response, fault.httpStatus, fault.html, atMs, 'text/html');
    if ('redirect' in fault) return redirect(response, fault.redirect, fault.status ?? 302);
    if (reply !== null) writeLate(response, fault, reply);
    return;
  }
  const socket = response.socket;
  switch (fault) {
    case 'silent_before_executing':
    case 'silent_after_executing':
      return;
    case 'reset_before_executing':
    case 'reset_after_executing':
      socket?.resetAndDestroy();
      return;
    case 'drop_before_executing':
    case 'drop_after_executing':
      response.destroy();
      return;
    default:
      if (reply !== null) writeWrong(response, fault, reply);
  }
}

function redirect(response: ServerResponse, location: string, status: number): void {
  response.writeHead(status, { location, 'content-length': 0 });
  response.end();
}

function writeLate(
  response: ServerResponse,
  fault: Extract<
    Fault,
    { readonly delayMs: number } | { readonly dripMs: number } | { readonly clockOffsetMs: number }
  >,
  reply: Reply,
): void {
  if ('clockOffsetMs' in fault) {
    const { clockOffsetMs: offset } = fault;
    writeReply(response, { ...reply, inMs: reply.inMs + offset, outMs: reply.outMs + offset });
  } else if ('dripMs' in fault) {
    drip(response, reply, fault.dripMs);
  } else {
    writeReply(response, reply);
  }
}

/** The head at once, then a byte at a time. */
function drip(response: ServerResponse, reply: Reply, dripMs: number): void {
  const body = Buffer.from(envelopeText(reply));
  let sent = 0;
  response.writeHead(reply.status, { 'content-type': 'application/json', 'content-length': body.length });
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent < body.length) return;
    clearInterval(timer);
    response.end();
  }, dripMs);
  response.on('close', () => clearInterval(timer));
}

function writeWrong(
  response: ServerResponse,
  fault: Exclude<Extract<Fault, string>, `${string}_executing`>,
  reply: Reply,
): void {
  const { status, outMs } = reply;
  switch (fault) {
    case 'cut_reply': {
      const body = envelopeText(reply);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    }
    case 'duplicate_reply': {
      const body = envelopeText(reply);
      const head = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const { socket } = response;
      writeReply(response, reply);
      socket?.write(head + body);
      return;
    }
    case 'wrong_id':
      return writeReply(response, { ...reply, id: otherId(reply.id) });
    case 'both_result_and_error': {
      const result = reply.member === 'result' ? reply.content : '{}';
      const error = '{"code":11094,"message":"internal_server_error"}';
      return writeText(response, status, envelopeText(reply, `"result":${result},"error":${error}`), outMs);
    }
    case 'null_result':
      return writeText(response, 200, envelopeText(reply, '"result":null'), outMs);
    case 'absent_result':
      return writeText(response, 200, envelopeText(reply, ''), outMs);
    case 'huge_body': {
      const members = `"${reply.member}":${reply.content},"filler":"${'x'.repeat(HUGE_BYTES)}"`;
      return writeText(response, 200, envelopeText(reply, members), outMs);
    }
    case 'deep_body':
      return writeText(response, 200, envelopeText(reply, `"result":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`), outMs);
  }
}
