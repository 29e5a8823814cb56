import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { profileFormSchema, profileIdSchema } from '../../shared/profiles/profile.ts';
import { writeAtomic } from '../storage/write-atomic.ts';

const PROFILES_FILE = 'profiles.json';

const storedProfileSchema = profileFormSchema.extend({
  id: profileIdSchema,
  /** A digest that tells whether a new key is another than the last; null before the first. */
  key_digest: z.string().nullable(),
});
export type StoredProfile = z.infer<typeof storedProfileSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** The profile that the next start opens. */
  active: profileIdSchema,
  profiles: z.array(storedProfileSchema),
});
export type ProfileList = Omit<z.infer<typeof fileSchema>, 'version'>;

/** The trader's profiles in the data folder. Holds no secret. */
export interface ProfileFile {
  /** Read anew each time: another instance may have written it. */
  readonly read: () => ProfileList;
  /** Throws when the disk does not take it; the list before stays. */
  readonly write: (list: ProfileList) => void;
  /** Where a list that could not be read was put; null when none was. */
  readonly setAside: string | null;
}

/** Opens the list, empty before the first. Throws for one that a newer version of the terminal wrote. */
export function openProfileFile(dataDir: string, nowMs: number, firstActive: string): ProfileFile {
  const path = join(dataDir, PROFILES_FILE);
  const none: ProfileList = { active: firstActive, profiles: [] };

  function read(): ProfileList | null {
    if (!existsSync(path)) return none;
    const value = parseJson(readFileSync(path, 'utf8'));
    const parsed = fileSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const newer = z.looseObject({ version: z.number().gt(1) }).safeParse(value);
    if (newer.success) throw new Error(`${path} was written by a newer version of Strikedesk`);
    return null;
  }

  let setAside: string | null = null;
  if (read() === null) {
    setAside = `${path}.damaged-${nowMs}`;
    renameSync(path, setAside);
  }
  return {
    setAside,
    read: () => read() ?? none,
    write: ({ active, profiles }) =>
      writeAtomic(path, `${JSON.stringify({ version: 1, active, profiles }, null, 2)}\n`),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
