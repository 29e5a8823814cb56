import { request } from 'node:http';
import type { Behaviour } from './service-double.ts';

/** Passes the call on to a service, and what that answers back, changed or as it is. */
export function forwardTo(
  origin: string,
  change: (content: Readonly<Record<string, unknown>>) => unknown = (content) => content,
): Behaviour {
  return (call, response) => {
    const headers = { ...call.headers, host: new URL(origin).host, connection: 'close' };
    const query = call.query.size === 0 ? '' : `?${call.query.toString()}`;
    const onward = request(`${origin}${call.path}${query}`, { method: call.verb, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const content = JSON.parse(Buffer.concat(chunks).toString()) as Readonly<Record<string, unknown>>;
        response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
        response.end(JSON.stringify(change(content)));
      });
    });
    onward.on('error', () => response.destroy());
    onward.end(call.text);
  };
}
