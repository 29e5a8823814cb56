import { z } from 'zod';
import { MOST_MAKER_CHARACTERS } from './draft.ts';
import { ownStructureSchema } from './own-structures.ts';

/** A maker as the trader knows them. */
export const makerEntrySchema = z.strictObject({
  name: z.string().trim().min(1).max(MOST_MAKER_CHARACTERS),
  /** Empty: in none. */
  group: z.string().trim().max(40),
  note: z.string().max(200),
});
export type MakerEntry = z.infer<typeof makerEntrySchema>;

/** How an amount is split between accounts or clients: by a text such as `50% 30% rest` or `2:1:1` (`splitAmount`). */
export const schemeSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  split: z.string().min(1).max(500),
  parts: z
    .array(
      z.strictObject({
        user_id: z.string().max(32),
        client_id: z.string().max(32),
        client_link_id: z.string().max(32),
      }),
    )
    .max(100),
});
export type AllocationScheme = z.infer<typeof schemeSchema>;

/** What is kept for Block RFQs: makers, allocations, structures; names match exactly. */
export const rfqBookSchema = z.strictObject({
  makers: z.array(makerEntrySchema).max(200),
  schemes: z.array(schemeSchema).max(50),
  structures: z.array(ownStructureSchema).max(50),
});
export type RfqBook = z.infer<typeof rfqBookSchema>;

export const EMPTY_BOOK: RfqBook = { makers: [], schemes: [], structures: [] };

/** The list with an entry added, or put in place of the one of its name. */
export function withNamed<T extends { readonly name: string }>(list: readonly T[], entry: T): T[] {
  return list.some(({ name }) => name === entry.name)
    ? list.map((other) => (other.name === entry.name ? entry : other))
    : [...list, entry];
}

export function withoutNamed<T extends { readonly name: string }>(list: readonly T[], name: string): T[] {
  return list.filter((entry) => entry.name !== name);
}
