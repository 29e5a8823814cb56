import { join } from 'node:path';
import { z } from 'zod';
import { ACCOUNT_KEY } from '../account/account-owner.ts';
import { openForReading } from '../storage/database.ts';
import { profileFolder, SETTINGS_FILE } from '../storage/profile-store.ts';
import { createSettings } from '../storage/settings.ts';

/** Digest of the key last seen with the kept orders' account; null when unknown. */
export function readOwnKey(dataDir: string, profileId: string): string | null {
  try {
    const database = openForReading(join(profileFolder(dataDir, profileId), SETTINGS_FILE));
    if (database === null) return null;
    try {
      return createSettings(database, Date.now).read(ACCOUNT_KEY, z.string());
    } finally {
      database.close();
    }
  } catch {
    // A key that nothing speaks for is taken for another.
    return null;
  }
}
