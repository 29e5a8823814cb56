import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { priceUnit } from '../../../../shared/orders/facts.ts';
import { priceUnitOfName } from '../../../../shared/service/instrument-name.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { createCore } from '../../../../simulator/core.ts';
import { resultReply } from '../../../../simulator/http/reply.ts';

const { service, now } = createCore({ seed: 7, clock: { now: () => Date.UTC(2026, 10, 24, 9) } });
const answer = service.call(
  { id: 1, method: 'public/get_instruments', params: { values: { currency: 'any' }, fromQuery: false } },
  { authorization: undefined, connection: 0, address: '127.0.0.1' },
  { httpMethod: 'POST', target: '', body: Buffer.alloc(0) },
  now(),
);
const listed = answer.ok ? z.array(instrumentSchema).parse(JSON.parse(resultReply(1, answer.value, 0, 0).content)) : [];

it('what a price is in is told alike by an instrument and by its name, combos among them', () => {
  expect(new Set(listed.map(({ kind }) => kind)).size).toBe(5);
  fc.assert(
    fc.property(fc.constantFrom(...listed), (instrument) => {
      expect(priceUnit(instrument), instrument.instrument_name).toBe(priceUnitOfName(instrument.instrument_name));
    }),
    { numRuns: 2000 },
  );
  const combo = listed.find(({ instrument_name: name }) => name.startsWith('BTC-CS-'));
  expect(combo === undefined ? '' : priceUnit(combo)).toBe('BTC');
});
