import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFetchBytes } from '../../../electron/updates/fetch-bytes.ts';
import { useTlsServers } from '../../support/wire/tls-server.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const { serve: serveTls } = useTlsServers();

/** An address of updates behind TLS, and the paths that it was asked for. */
async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void, isTrusted = true) {
  const asked: string[] = [];
  const origin = await serveTls({ isTrusted }, (request, response) => {
    asked.push(request.url ?? '');
    answer(response, request);
  });
  return { origin, asked };
}

describe('a file of the address of updates', () => {
  it('is read as it is, over https', async () => {
    const { origin, asked } = await serve((response) => response.end(Buffer.from([1, 2, 255])));
    const bytes = await createFetchBytes(createVirtualClock())(new URL(`${origin}/a/updates.manifest?x=1`), 3);
    expect([...bytes]).toEqual([1, 2, 255]);
    expect(asked).toEqual(['/a/updates.manifest?x=1']);
  });

  it('is not read when it is larger than allowed, whatever its length is said to be', async () => {
    const { origin } = await serve((response) => response.write(Buffer.alloc(200_000)));
    await expect(createFetchBytes(createVirtualClock())(new URL(origin), 1_000)).rejects.toThrow(/larger than 1000/);
  });

  it.each([301, 302, 307, 308])('is not looked for elsewhere: %i', async (status) => {
    const { origin, asked } = await serve((response) => {
      response.writeHead(status, { location: '/elsewhere' });
      response.end();
    });
    await expect(createFetchBytes(createVirtualClock())(new URL(`${origin}/here`), 9)).rejects.toThrow(
      `the answer was ${status}`,
    );
    expect(asked).toEqual(['/here']);
  });

  it.each([404, 500, 206])('is none with the answer %i, and nothing is repeated', async (status) => {
    const { origin, asked } = await serve((response) => {
      response.writeHead(status);
      response.end('text');
    });
    await expect(createFetchBytes(createVirtualClock())(new URL(`${origin}/here`), 9)).rejects.toThrow(
      `the answer was ${status}`,
    );
    expect(asked).toHaveLength(1);
  });

  it('is given up after 15 s, however slowly it drips', async () => {
    const clock = createVirtualClock();
    const began = Promise.withResolvers<undefined>();
    const { origin } = await serve((response) => {
      response.write('a');
      began.resolve(undefined);
    });
    const reading = createFetchBytes(clock)(new URL(origin), 9).catch((error: unknown) => String(error));
    await began.promise;
    await clock.advance(15_000);
    expect(await reading).toContain('it took too long');
    expect(clock.untilNext()).toBeNull();
  });

  it('is not asked for where the certificate is not vouched for', async () => {
    const { origin, asked } = await serve((response) => response.end('a'), false);
    await expect(createFetchBytes(createVirtualClock())(new URL(origin), 9)).rejects.toThrow(/could not be read/);
    expect(asked).toEqual([]);
  });

  it.each(['http://127.0.0.1:9', 'https://a:b@127.0.0.1:9', 'file:///etc/passwd'])(
    'is not asked for at %s',
    async (url) => {
      const fetchBytes = createFetchBytes(createVirtualClock(), () => expect.unreachable());
      await expect(fetchBytes(new URL(url), 9)).rejects.toThrow(/must use https, without a password/);
    },
  );
});
