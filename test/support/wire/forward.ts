import { request } from 'node:http';
import type { Behaviour } from './service-double.ts';

/** What an answer is as JSON: the envelope, and in it a result or an error. */
export type Content = Readonly<Record<string, unknown>>;

/** Passes the call on to a service, and what that answers back, changed or as it is. */
export function forwardTo(
  origin: string,
  change: (content: Content) => Content | Promise<Content> = (content) => content,
): Behaviour {
  return (call, response) => {
    const headers = { ...call.headers, host: new URL(origin).host, connection: 'close' };
    const query = call.query.size === 0 ? '' : `?${call.query.toString()}`;
    async function answerWith(status: number, content: Content): Promise<void> {
      const changed = await change(content);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(changed));
    }
    const onward = request(`${origin}${call.path}${query}`, { method: call.verb, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        void answerWith(answer.statusCode ?? 500, JSON.parse(Buffer.concat(chunks).toString()) as Content);
      });
    });
    onward.on('error', () => response.destroy());
    onward.end(call.text);
  };
}
