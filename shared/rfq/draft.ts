import { z } from 'zod';
import { directionField } from '../service/fields.ts';

/** Longest text a field may carry; far above anything valid, so that a bad entry can be explained. */
const FIELD_MAX = 512;
const text = z.string().max(FIELD_MAX);

/** A Block RFQ has this many legs at most (facts, section 8, "Block RFQ rules"). */
export const MOST_RFQ_LEGS = 20;
/** An anonymous request must name at least this many makers (contract, `disclosed`). */
export const LEAST_ANONYMOUS_MAKERS = 5;
/** More names than any directory holds: the terminal's own limit, so that a pasted file is not sent. */
export const MOST_RFQ_MAKERS = 100;

/** The terminal's own limit on a maker's name. */
export const MOST_MAKER_CHARACTERS = 64;

export const legDraftSchema = z.strictObject({
  instrument_name: text,
  direction: directionField,
  /** In the instrument's amount unit, as typed. */
  amount: text,
});
export type LegDraft = z.infer<typeof legDraftSchema>;

/** A hedge leg as typed; `direction` empty until one is chosen. */
export const hedgeDraftSchema = z.strictObject({
  instrument_name: text,
  direction: z.enum(['buy', 'sell', '']),
  amount: text,
  price: text,
});
export type HedgeDraft = z.infer<typeof hedgeDraftSchema>;

/** A part of the amount: for a user of the account, or for a broker's client; each as typed. */
export const allocationDraftSchema = z.strictObject({
  amount: text,
  user_id: text,
  client_id: text,
  client_link_id: text,
});
export type AllocationDraft = z.infer<typeof allocationDraftSchema>;

/** A Block RFQ as the trader typed it: text, never coerced. Longer lists than are valid, so that they can be refused in words. */
export const rfqDraftSchema = z.strictObject({
  legs: z.array(legDraftSchema).max(200),
  hedges: z.array(hedgeDraftSchema).max(20),
  label: text,
  makers: z.array(text).max(20_000),
  disclosed: z.boolean(),
  allocations: z.array(allocationDraftSchema).max(500),
});
export type RfqDraft = z.infer<typeof rfqDraftSchema>;

export const EMPTY_RFQ: RfqDraft = { legs: [], hedges: [], label: '', makers: [], disclosed: true, allocations: [] };

/** The makers as they are sent: outer blanks cut, empty names left out, each name once, in the order they came. */
export function distinctMakers(makers: readonly string[]): string[] {
  return [...new Set(makers.map((name) => name.trim()).filter((name) => name !== ''))];
}
