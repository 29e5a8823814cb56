import { STATUS_CODES } from 'node:http';
import { COMMON_HEADERS, PLAIN_POLICY } from '../page/policy.ts';

/** The bytes of a refusal where there is no response to write to: with the headers of every other answer, and no body. */
export function writeRawRefusal(status: number): string {
  const headers = {
    ...COMMON_HEADERS,
    'content-security-policy': PLAIN_POLICY,
    connection: 'close',
    'content-length': '0',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}

/** The status for what Node could not read as a request. */
export function unreadableStatus(error: Error): number {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
