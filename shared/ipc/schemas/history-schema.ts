import { z } from 'zod';
import { OBSERVATION_THINNING, observationSchema } from '../../market/observation.ts';
import { timestampField } from '../../service/fields.ts';

/** The most observations one answer may hold. */
export const MOST_HISTORY_POINTS = 4000;

/** The wanted span of a record, service time, both ends included. */
export const historyRequestSchema = z
  .strictObject({
    instrument_name: z.string().min(1).max(128),
    from_ms: timestampField,
    to_ms: timestampField,
    most_points: z.number().int().min(OBSERVATION_THINNING.mostPerBucket).max(MOST_HISTORY_POINTS),
  })
  .refine(({ from_ms, to_ms }) => from_ms <= to_ms, { path: ['to_ms'], message: 'must not be before from_ms' });
export type HistoryRequest = z.infer<typeof historyRequestSchema>;

/**
 * `on`: kept. `begun_anew`: in a new file, the damaged one set aside. `read_only`: another instance keeps it. `failed`:
 * can't be written or read.
 */
export const RECORDING_STATES = ['on', 'begun_anew', 'read_only', 'failed'] as const;

export const historySchema = z.strictObject({
  /** Observed, in order of time, never averaged; thinned to the extremes of equal parts where there are more. */
  points: z.array(observationSchema).max(MOST_HISTORY_POINTS),
  /** The oldest that is kept of this instrument; null when there is none. */
  recorded_since: timestampField.nullable(),
  /** With this much time between two tickers, as often as it is asked for now, nothing was observed between them. */
  gap_ms: z.number(),
  recording: z.enum(RECORDING_STATES),
  /** Why it failed, in the words of the storage; null otherwise. */
  failure: z.string().nullable(),
});
export type History = z.infer<typeof historySchema>;
