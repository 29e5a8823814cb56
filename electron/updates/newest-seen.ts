import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../storage/write-atomic.ts';

const FILE = 'updates-seen.json';

const seenSchema = z.strictObject({ version: z.literal(1), newest_issued_at: z.int().min(0) });

/** When the newest manifest of updates was issued that this machine has proven: no older one is taken after it. */
export interface NewestSeen {
  /** Milliseconds since 1970 in UTC; null for none, or where the file can't be read. */
  readonly read: () => number | null;
  /** Never goes back. Throws with the disk's own reason: what can't be remembered must not be taken. */
  readonly note: (issuedAtMs: number) => void;
}

/** Keeps it in `updates-seen.json` of the data folder: it is the program's, whichever profile is open. */
export function openNewestSeen(dataDir: string): NewestSeen {
  const path = join(dataDir, FILE);

  function read(): number | null {
    try {
      return seenSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).newest_issued_at;
    } catch {
      return null;
    }
  }

  return {
    read,
    note: (issuedAtMs) => {
      if (issuedAtMs <= (read() ?? -1)) return;
      writeAtomic(path, JSON.stringify({ version: 1, newest_issued_at: issuedAtMs }));
    },
  };
}
