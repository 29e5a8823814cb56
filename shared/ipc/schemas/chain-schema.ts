import { z } from 'zod';
import { decimalField } from '../../service/fields.ts';
import { instrumentSchema } from '../../service/instrument.ts';
import { ipcErrorSchema } from './error-schema.ts';

/**
 * `live`: the service has the option. `stale`: it had, long ago. `dead`: it has none of that name. `unprobed`: not
 * asked yet.
 */
export const CELL_STANDINGS = ['live', 'stale', 'dead', 'unprobed'] as const;
export type CellStanding = (typeof CELL_STANDINGS)[number];

export const chainCellSchema = z.strictObject({
  instrument_name: z.string(),
  strike: decimalField,
  option_type: z.enum(['call', 'put']),
  standing: z.enum(CELL_STANDINGS),
  /** Service time of that answer, ms; null without one. */
  checked_at: z.number().nullable(),
});
export type ChainCell = z.infer<typeof chainCellSchema>;

export const chainExpirySchema = z.strictObject({
  expiration_timestamp: z.number().int(),
  /** `dead`: nothing of this expiry was found where it was looked for. */
  standing: z.enum(CELL_STANDINGS),
});

/** The options of one family and expiry, as far as they are known. */
export const chainSchema = z.strictObject({
  /** What their names start with: `BTC`, `BTC_USDC`. */
  family: z.string(),
  families: z.array(z.string()),
  /** `list`: the service lists its instruments. `probes`: it doesn't; names were asked for one by one. `waiting`: not known yet. */
  source: z.enum(['list', 'probes', 'waiting']),
  /** Nearest first; none has passed. */
  expirations: z.array(chainExpirySchema),
  /** The expiry that the cells are of; null where there is none. */
  expiration_timestamp: z.number().int().nullable(),
  /** By strike, the call first. */
  cells: z.array(chainCellSchema),
  /** One of them: what an expiry's options share, such as ticks and units. Null where none is known. */
  instrument: instrumentSchema.nullable(),
  /** How the search for names goes; null where the service lists them. */
  probing: z
    .strictObject({
      live: z.number().int(),
      dead: z.number().int(),
      /** Whether there is something left to ask for. */
      is_complete: z.boolean(),
    })
    .nullable(),
  /** Why the newest answer didn't come; null when it did. */
  failure: ipcErrorSchema.nullable(),
  /** The service's clock, for days to expiry. */
  service_time: z.number(),
});
export type Chain = z.infer<typeof chainSchema>;
