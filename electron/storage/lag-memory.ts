import { z } from 'zod';
import type { Settings } from './settings.ts';

/** What the terminal remembers by itself: no setting of a trader's. */
export const LAGS_KEY = 'look_up_lags';

const keptLagSchema = z.strictObject({
  /** A lag of look-ups behind the service's book that was seen, ms. */
  lag_ms: z.number().positive(),
  /** When it was seen, local milliseconds. */
  at: z.number(),
});
export type KeptLag = z.infer<typeof keptLagSchema>;
const keptLagsSchema = z.array(keptLagSchema);

/** What one run of the terminal has seen of lagging look-ups, for the next. */
export interface LagMemory {
  readonly read: () => readonly KeptLag[];
  /** In place of those that were kept before. */
  readonly write: (kept: readonly KeptLag[]) => void;
}

/** Kept with the profile's settings. Where it can't be kept the next run is as careful as one that has seen nothing. */
export function createLagMemory(settings: Settings | null): LagMemory {
  return {
    read: () => settings?.read(LAGS_KEY, keptLagsSchema) ?? [],
    write: (kept) => {
      try {
        settings?.write(LAGS_KEY, kept);
      } catch {
        // A full disk is told where orders are written.
      }
    },
  };
}
