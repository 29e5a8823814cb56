import type { z } from 'zod';
import { markNumbers } from './json.ts';
import { planWire } from './wire-numbers.ts';

/** Writes params of a schema as they stand on the wire, for reading: decimals as the exact numbers that are sent. */
export function createRequestWriter<Params>(schema: z.ZodType<Params>): (params: Params) => string {
  const plan = planWire(schema);
  return (params) => JSON.stringify(markNumbers(params, plan), null, 2);
}
