import { z } from 'zod';

/** One step of what a journal follows; `at` in local milliseconds, `detail` as JSON text. */
export interface StoredStep {
  readonly at: number;
  readonly kind: string;
  readonly detail: string;
}

const storedRow = z.object({ row: z.string() });
const storedSteps = z.array(z.object({ at: z.number(), kind: z.string(), detail: z.string() }));

/** Reads the JSON in a `row` column; null when it doesn't fit, so that other rows are still read. */
export function createRowReader<T>(schema: z.ZodType<T>): (stored: unknown) => T | null {
  return (stored) => {
    try {
      return schema.parse(JSON.parse(storedRow.parse(stored).row));
    } catch {
      return null;
    }
  };
}

/** The steps of a way, as they are stored. Throws on anything else. */
export function readSteps(stored: unknown): StoredStep[] {
  return storedSteps.parse(stored);
}
