import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlainRequest } from '../../../simulator/http/plain-lane.ts';
import { openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'public/ticker',
  params: { instrument_name: 'BTC-PERPETUAL' },
});
/** Means nothing, but no plain request has it: node:http reads it. */
const UNUSUAL = 'x-unusual: 1';

function requestText(extra: readonly string[] = [], body = BODY, target = '/api/v2/public/ticker'): string {
  const lines = [
    `GET ${target} HTTP/1.1`,
    `host: 127.0.0.1:${bench.simulator.port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...extra,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends the pieces one by one, each after the bytes of the answers to those before; gives every byte received. */
async function converse(pieces: readonly { readonly text: string; readonly answers: number }[]): Promise<string> {
  const socket = connect(bench.simulator.port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  let received = '';
  let owed = 0;
  for (const { text, answers } of pieces) {
    owed += answers;
    socket.write(text);
    if (answers === 0) continue;
    while (received.split('HTTP/1.1 ').length - 1 < owed) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      received += chunk.toString('latin1');
    }
  }
  socket.destroy();
  return received;
}

const PLACE = { connection: 1, address: '127.0.0.1' };
const read = (text: string) => readPlainRequest(Buffer.from(text), 0, `127.0.0.1:${bench.simulator.port}`, PLACE);

describe('plain requests are answered as node:http answers them', () => {
  test.each([
    ['a result', BODY, '/api/v2/public/ticker'],
    ['a refusal', BODY.replace('PERPETUAL', 'NOTHING'), '/api/v2/public/ticker'],
    ['malformed JSON', '{', '/api/v2/public/ticker'],
    ['a query', '', '/api/v2/public/ticker?instrument_name=BTC-PERPETUAL'],
    ['an unknown method', BODY, '/api/v2/public/nothing'],
  ])('%s: the same bytes', async (_name, body, target) => {
    expect(read(requestText([], body, target))).not.toBeNull();
    expect(read(requestText([UNUSUAL], body, target))).toBeNull();
    const plain = await converse([{ text: requestText([], body, target), answers: 1 }]);
    const unusual = await converse([{ text: requestText([UNUSUAL], body, target), answers: 1 }]);
    expect(plain).toContain('HTTP/1.1');
    expect(plain).toBe(unusual);
  });

  test('on one socket the order of answers is that of the requests, whoever reads them', async () => {
    const one = await converse([{ text: requestText(), answers: 1 }]);
    const all = await converse([
      { text: requestText() + requestText(), answers: 2 },
      { text: requestText([UNUSUAL]) + requestText(), answers: 2 },
      { text: requestText(), answers: 1 },
    ]);
    expect(all).toBe(one.repeat(5));
  });

  test('a request that comes in pieces is answered once it is whole', async () => {
    const text = requestText();
    const one = await converse([{ text, answers: 1 }]);
    for (const cut of [5, text.indexOf('\r\n\r\n') + 2, text.length - 3]) {
      const pieces = [
        { text: text.slice(0, cut), answers: 0 },
        { text: text.slice(cut), answers: 1 },
      ];
      expect(await converse(pieces)).toBe(one);
    }
  });
});

describe('what is not plain is left to node:http', () => {
  test.each([
    ['another Host', (text: string) => text.replace('host: 127.0.0.1', 'host: evil.test')],
    ['no Host', (text: string) => text.replace(/host: [^\r]+\r\n/, '')],
    ['two Hosts', (text: string) => text.replace('host:', 'host: evil.test\r\nhost:')],
    ['an Origin', (text: string) => text.replace('host:', 'origin: http://evil.test\r\nhost:')],
    ['a chunked body', (text: string) => text.replace(/content-length: \d+/, 'transfer-encoding: chunked')],
    ['two lengths', (text: string) => text.replace('content-length:', 'content-length: 2\r\ncontent-length:')],
    ['a length in words', (text: string) => text.replace(/content-length: \d+/, 'content-length: +5')],
    ['a length beyond the limit', (text: string) => text.replace(/content-length: \d+/, 'content-length: 40000')],
    ['a body that is not all there', (text: string) => text.slice(0, -1)],
    ['a folded line', (text: string) => text.replace('content-type: ', 'content-type:\r\n ')],
    ['another verb', (text: string) => text.replace('GET', 'PUT')],
    ['another version', (text: string) => text.replace('HTTP/1.1', 'HTTP/1.0')],
    ['a connection that ends', (text: string) => text.replace('host:', 'connection: close\r\nhost:')],
    ['an expectation', (text: string) => text.replace('host:', 'expect: 100-continue\r\nhost:')],
  ])('%s', (_name, spoil) => {
    expect(read(requestText())).not.toBeNull();
    expect(read(spoil(requestText()))).toBeNull();
  });

  test('nothing that bytes hold makes the reader throw or read past them', () => {
    const pieces = fc.constantFrom(
      'GET ',
      '/api/v2/',
      'x',
      ' HTTP/1.1',
      '\r\n',
      ': ',
      'host',
      'content-length',
      '9',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 }), (parts) => {
        const bytes = Buffer.from(parts.join(''));
        const found = readPlainRequest(bytes, 0, '9', PLACE);
        expect(found === null || found.end <= bytes.length).toBe(true);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
