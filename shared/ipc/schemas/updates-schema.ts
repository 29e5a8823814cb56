import { z } from 'zod';

/**
 * Where updates of the program stand. `off`: no address is configured, and nothing is ever asked. `forbidden`: by the
 * policy. `unsupported`: this program can't prove an update's signature. `waiting`: one was found and is not fetched
 * while something is undecided. `ready`: it is fetched and proven, and installed when somebody says so.
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
