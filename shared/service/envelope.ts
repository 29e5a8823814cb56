import { z } from 'zod';
import { integerIdField, wireObject } from './fields.ts';

/** A request as it goes out; the body of a GET or POST (contract "JSON-RPC envelope"). */
export interface RequestEnvelope {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The service's own refusal; `data` is `{reason, param}`, `{wait}`, text, null or missing (facts, section 3). */
export const serviceErrorSchema = wireObject({
  code: z.number(),
  message: z.string(),
  data: z.unknown().optional(),
});
export type ServiceErrorBody = z.infer<typeof serviceErrorSchema>;

/** A reply's extra fields: an unreadable one voids nothing else. */
const besideField = z.number().nullable().catch(null).optional();

/** A reply. `usIn`, `usOut` are microseconds since the epoch by the service's clock, `usDiff` microseconds spent. */
export const responseEnvelopeSchema = wireObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([integerIdField, z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: serviceErrorSchema.optional(),
  usIn: besideField,
  usOut: besideField,
  usDiff: besideField,
  testnet: z.boolean().nullable().catch(null).optional(),
});
export type ResponseEnvelope = z.infer<typeof responseEnvelopeSchema>;
