import type { ServerResponse } from 'node:http';
import type { RequestId } from './request.ts';

/** What can go wrong with one call, for tests. Those that execute the call first say so. */
export type Fault =
  /** The socket ends; nothing was executed. */
  | 'drop_before_executing'
  /** Executed, then the socket ends without a reply. */
  | 'drop_after_executing'
  /** Executed; half of the reply, then the socket ends. */
  | 'cut_reply'
  /** Executed; the reply bears another id. */
  | 'wrong_id'
  /** Executed; the reply has a result and an error. */
  | 'both_result_and_error'
  /** Executed; a valid reply of 16 MiB. */
  | 'huge_body'
  /** Executed; a valid reply nested 100,000 deep. */
  | 'deep_body'
  /** Executed, then the reply waits; with `before`, the call waits and is executed then. */
  | { readonly delayMs: number; readonly before?: boolean }
  /** A page of some gateway; executed only when `executed` is true. */
  | { readonly httpStatus: number; readonly html: string; readonly executed?: boolean }
  /** A redirect; nothing was executed. */
  | { readonly redirect: string };

/** A reply before it is written. */
export interface Reply {
  readonly status: number;
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** Whether a call that meets the fault is executed at all. */
export function executes(fault: Fault | null): boolean {
  if (fault === null) return true;
  if (typeof fault === 'string') return fault !== 'drop_before_executing';
  if ('html' in fault) return fault.executed === true;
  return !('redirect' in fault);
}

const HUGE_BYTES = 16 * 1024 * 1024;
const DEPTH = 100_000;

function otherId(id: unknown): RequestId {
  return typeof id === 'number' ? id + 1 : `${String(id)}-other`;
}

/** Writes a reply as JSON, with the length and nothing that would let a page read it. */
export function writeReply(response: ServerResponse, reply: Reply): void {
  writeText(response, reply.status, JSON.stringify(reply.envelope));
}

function writeText(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Answers as the fault has it. `reply` is null when the call was not executed. */
export function writeFaulty(response: ServerResponse, fault: Fault, reply: Reply | null): void {
  if (typeof fault === 'object') {
    if ('html' in fault) return writeText(response, fault.httpStatus, fault.html, 'text/html');
    if ('redirect' in fault) {
      response.writeHead(302, { location: fault.redirect, 'content-length': 0 });
      response.end();
      return;
    }
  }
  if (reply === null) {
    response.destroy();
    return;
  }
  writeExecuted(response, fault, reply);
}

function writeExecuted(response: ServerResponse, fault: Fault, reply: Reply): void {
  const { status, envelope } = reply;
  switch (fault) {
    case 'drop_before_executing':
    case 'drop_after_executing':
      response.destroy();
      return;
    case 'cut_reply': {
      const body = JSON.stringify(envelope);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
      return;
    }
    case 'wrong_id':
      writeReply(response, { status, envelope: { ...envelope, id: otherId(envelope['id']) } });
      return;
    case 'both_result_and_error':
      writeReply(response, {
        status,
        envelope: { result: {}, ...envelope, error: { code: 11_094, message: 'internal_server_error' } },
      });
      return;
    case 'huge_body':
      writeReply(response, { status: 200, envelope: { ...envelope, filler: 'x'.repeat(HUGE_BYTES) } });
      return;
    case 'deep_body': {
      const head = JSON.stringify({ jsonrpc: '2.0', id: envelope['id'] }).slice(0, -1);
      writeText(response, 200, `${head},"result":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`);
      return;
    }
    default:
      writeReply(response, reply);
  }
}
