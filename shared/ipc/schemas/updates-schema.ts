import { z } from 'zod';

/**
 * `off`: no address. `forbidden`: by policy. `unsupported`: signatures can't be proven here. `waiting`: not fetched
 * while something is undecided. `ready`: fetched and proven.
 */
export const updatesViewSchema = z.strictObject({
  state: z.enum(['off', 'forbidden', 'unsupported', 'idle', 'checking', 'waiting', 'downloading', 'ready', 'failed']),
  feed_url: z.string().nullable(),
  /** Of the update that was found; null while none was. */
  version: z.string().nullable(),
  /** Why it stands so, in words; null where the state says it all. */
  reason: z.string().nullable(),
  /** When the address was last asked, local milliseconds; null before. */
  checked_at: z.number().nullable(),
});
export type UpdatesView = z.infer<typeof updatesViewSchema>;
