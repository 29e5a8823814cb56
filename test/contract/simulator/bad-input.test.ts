import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METHODS } from '../../../shared/service/methods.ts';
import { basic, openBench, type Bench } from './caller.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const METHOD_NAMES = Object.keys(METHODS);
const PARAM_NAMES =
  'instrument_name currency amount price type label legs hedge makers count grant_type start_timestamp continuation valid_until __proto__ constructor'.split(
    ' ',
  );
const value = fc.oneof(
  fc.constantFrom('BTC', 'BTC-PERPETUAL', 'limit', 'market', 'client_credentials', '', 'any', 10, 97_000, 0, -1, 1e308),
  fc.jsonValue({ maxDepth: 3 }),
);

test('whatever the parameters, the answer is a result or a documented refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...METHOD_NAMES),
      fc.dictionary(fc.constantFrom(...PARAM_NAMES), value, { maxKeys: 6 }),
      async (method, params) => {
        const answer = await bench.call(method, params, basic(bench.simulator));
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) expect(answer.error?.code).toSatisfy(Number.isInteger);
        else expect(answer).toHaveProperty('result');
      },
    ),
    { numRuns: 1500, seed: 1 },
  );
});

test('whatever the bytes of a body, the answer is a JSON-RPC refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const reply = await bench.send({ verb: 'POST', target: '/api/v2/public/ticker', body: Buffer.from(bytes) });
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: {} });
    }),
    { numRuns: 300, seed: 2 },
  );
});
