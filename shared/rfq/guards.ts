import { z } from 'zod';
import { DEFAULT_GUARD_SETTINGS, type GuardSettings } from '../orders/limits/guard-settings.ts';
import { decimalField } from '../service/fields.ts';

/** The profile's limits as they hold for Block RFQs: two worths in USD, null for no limit, and how long an equal one asks. */
export const rfqGuardsSchema = z.strictObject({
  asks_above_usd: decimalField.nullable(),
  stops_above_usd: decimalField.nullable(),
  equal_within_ms: z.number(),
});
export type RfqGuards = z.infer<typeof rfqGuardsSchema>;

/** A request is answered by people: an equal one within this is more likely a slip than meant. */
const LEAST_EQUAL_MS = 30_000;

/** What of a profile's guards holds for its Block RFQs; where equal sells never ask, neither do they. */
export function readRfqGuards({ soft, hard, duplicateWindowMs }: GuardSettings): RfqGuards {
  return {
    asks_above_usd: soft.maxBlockRfqUsd,
    stops_above_usd: hard.maxBlockRfqUsd,
    equal_within_ms: duplicateWindowMs === 0 ? 0 : Math.max(duplicateWindowMs, LEAST_EQUAL_MS),
  };
}

/** Guards before the window knows the profile's; the back end checks anyway. */
export const DEFAULT_RFQ_GUARDS = readRfqGuards(DEFAULT_GUARD_SETTINGS);
