import type { RequestEnvelope } from '../../../shared/service/envelope.ts';
import type { TransportForm } from '../../../shared/profiles/profile.ts';
import type { HttpRequest } from './connection.ts';
import { markNumbers, writeJson } from './json.ts';
import type { WirePlan } from './wire-numbers.ts';

/** A call before it is put into HTTP. */
export interface PlannedCall {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly plan: WirePlan;
}

/** Bytes of a call in one of the three forms that the service takes (facts, section 1), without its authorization. */
export function buildRequest(call: PlannedCall, form: TransportForm): HttpRequest {
  const path = `/api/v2/${call.method}`;
  if (form === 'get_query') {
    return { verb: 'GET', path: path + writeQuery(call), headers: ACCEPT, body: null };
  }
  const envelope: RequestEnvelope = { jsonrpc: '2.0', id: call.id, method: call.method, params: call.params };
  const plan: WirePlan = call.plan === 'plain' ? 'plain' : { kind: 'object', fields: new Map([['params', call.plan]]) };
  return {
    verb: form === 'post' ? 'POST' : 'GET',
    path,
    headers: ACCEPT_AND_CONTENT,
    body: writeJson(envelope, plan),
  };
}

export function withAuthorization(request: HttpRequest, header: string): HttpRequest {
  return { ...request, headers: [...request.headers, 'authorization', header] };
}

/** What servers and those before them take of an address, and of one header, in bytes: nginx and Node from 8 KiB on. */
const MOST_BYTES = 8 * 1024;

/** What is too long of a request for a server to take, in words; null when nothing is. */
export function findTooLong({ path, headers }: HttpRequest): string | null {
  if (isTooLong(path)) return `the address would be longer than ${MOST_BYTES} bytes`;
  return headers.some(isTooLong) ? `a header would be longer than ${MOST_BYTES} bytes` : null;
}

/** A UTF-16 unit takes three bytes at most: nearly every text need not be counted. */
function isTooLong(text: string): boolean {
  return 3 * text.length > MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES;
}

const ACCEPT: readonly string[] = ['accept', 'application/json'];
const ACCEPT_AND_CONTENT: readonly string[] = [...ACCEPT, 'content-type', 'application/json'];

/** Text goes as it is, numbers and booleans as their JSON, lists and objects as JSON text; all URI-encoded. */
function writeQuery({ params, plan }: PlannedCall): string {
  const pairs = Object.entries(markNumbers(params, plan) as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
