import type { NotSent } from '../failure.ts';

const CLOSED: readonly string[] = ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'];
const UNREACHABLE: readonly string[] = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];
const TLS = /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|^ECONNRESET$|^EPROTO$/;

/** Why no connection came about. A reset before any byte of ours can only be a broken TLS handshake. */
export function explainUnsent(error: Error): NotSent {
  const code = errorCode(error);
  const detail = describeError(error);
  if (CLOSED.includes(code)) return { kind: 'not_sent', reason: 'closed', detail: 'the client was closed' };
  // A header or an address that can't be written, such as a token with a line break in it.
  if (code === 'UND_ERR_INVALID_ARG') return { kind: 'not_sent', reason: 'bad_params', detail };
  if (UNREACHABLE.includes(code)) return { kind: 'not_sent', reason: 'host_unreachable', detail };
  if (TLS.test(code)) return { kind: 'not_sent', reason: 'tls_failed', detail };
  return { kind: 'not_sent', reason: 'connection_refused', detail };
}

/** Code and message of a network error. */
export function describeError(error: Error): string {
  const code = errorCode(error);
  return code === '' ? error.message : `${code}: ${error.message}`;
}

/** Where several addresses of one host were tried, the code of the first. */
function errorCode(error: Error): string {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const code: unknown = Reflect.get(first instanceof Error ? first : error, 'code');
  return typeof code === 'string' ? code : '';
}
