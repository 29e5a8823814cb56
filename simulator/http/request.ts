import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { refusal, type Refusal } from '../refusal.ts';
import { isRecord, type RawParams } from './params.ts';

/** Bodies of more bytes are refused (facts, section 1). */
export const MAX_BODY_BYTES = 32_768;
/** A caller that goes on sending after the refusal is cut off here. */
const MAX_DROPPED_BYTES = 4_000_000;
const EMPTY = Buffer.alloc(0);

export type RequestId = number | string;

/** A call as it came in, whichever of the three forms it had. */
export interface IncomingCall {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: RawParams;
  /** Its place in the order of arrival, from 1: a fault may carry it out later. None where the door is not passed. */
  readonly arrival?: number;
}

/** A call that could not be read: the refusal, and the id when that much was readable. */
export interface UnreadableCall {
  readonly id: RequestId | undefined;
  readonly refusal: Refusal;
}

const PREFIX = '/api/v2/';

/**
 * Gives the body, or null when too long: the rest is drained, so the caller sees the rejection. Nothing when it
 * disconnects.
 */
export function readBody(request: IncomingMessage, give: (body: Buffer | null) => void): void {
  let first: Buffer | null = null;
  let others: Buffer[] | null = null;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      if (size - chunk.length <= MAX_BODY_BYTES) give(null);
      if (size > MAX_DROPPED_BYTES) request.destroy();
    } else if (first === null) first = chunk;
    else (others ??= []).push(chunk);
  });
  request.on('end', () => {
    if (size > MAX_BODY_BYTES) return;
    const whole = first ?? EMPTY;
    give(others === null ? whole : Buffer.concat([whole, ...others]));
  });
  request.on('error', () => request.destroy());
}

/** Method name and query text of a request target; null when it is not below `/api/v2/`. */
export function splitTarget(target: string): { readonly method: string; readonly query: string } | null {
  if (!target.startsWith(PREFIX)) return null;
  const mark = target.indexOf('?');
  return mark < 0
    ? { method: target.slice(PREFIX.length), query: '' }
    : { method: target.slice(PREFIX.length, mark), query: target.slice(mark + 1) };
}

function unreadable(code: number, id?: RequestId, data?: unknown): Result<never, UnreadableCall> {
  return fail({ id, refusal: refusal(code, data) });
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' ? value.length <= 256 : Number.isSafeInteger(value);
}

/** Reads the JSON-RPC envelope of a body (facts, "Request rules"): named params, no batch, method as in the path. */
export function readEnvelope(body: Buffer, method: string): Result<IncomingCall, UnreadableCall> {
  if (!isUtf8(body)) return unreadable(ERROR_CODE.parseError);
  let envelope: unknown;
  try {
    envelope = JSON.parse(body.toString('utf8'));
  } catch {
    return unreadable(ERROR_CODE.parseError);
  }
  if (!isRecord(envelope)) return unreadable(ERROR_CODE.badRequest, undefined, { reason: 'must be one object' });
  const { id, jsonrpc, params } = envelope;
  if (id !== undefined && !isId(id)) {
    return unreadable(ERROR_CODE.badRequest, undefined, { reason: 'must be an integer or a string', param: 'id' });
  }
  if (jsonrpc !== '2.0') return unreadable(ERROR_CODE.badRequest, id, { reason: 'must be 2.0', param: 'jsonrpc' });
  if (envelope['method'] !== method) {
    return unreadable(ERROR_CODE.badRequest, id, { reason: 'must equal the path', param: 'method' });
  }
  if (params !== undefined && !isRecord(params)) {
    return unreadable(ERROR_CODE.invalidParams, id, { reason: 'named params only', param: 'params' });
  }
  return ok({ id, method, params: { values: params ?? {}, fromQuery: false } });
}

/** Reads a query string: every value is text, objects and arrays JSON text; the reply will have no id. */
export function readQuery(query: string, method: string): Result<IncomingCall, UnreadableCall> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  try {
    for (const pair of query.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      if (Object.hasOwn(values, name)) {
        return unreadable(ERROR_CODE.invalidParams, undefined, { reason: 'given twice', param: name });
      }
      values[name] = equals < 0 ? '' : decode(pair.slice(equals + 1));
    }
  } catch {
    return unreadable(ERROR_CODE.badRequest, undefined, { reason: 'wrong format', param: 'query' });
  }
  return ok({ id: undefined, method, params: { values, fromQuery: true } });
}

/** Throws a URIError on a malformed sequence. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
