import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { IpcFailure } from '../../shared/ipc/error.ts';

export const SETTINGS_MIGRATIONS = [
  'CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, changed_at INTEGER NOT NULL) STRICT',
] as const;

export interface Settings {
  /** The stored value, or null when there is none or it no longer fits its schema. */
  readonly read: <T>(key: string, schema: z.ZodType<T>) => T | null;
  /** Throws `IpcFailure` with the disk's own reason when the value can't be kept. */
  readonly write: (key: string, value: unknown) => void;
}

/** Small values that a profile keeps, as JSON under a key. */
export function createSettings(database: DatabaseSync, now: () => number): Settings {
  const select = database.prepare('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (key, value, changed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at',
  );
  return {
    read: (key, schema) => {
      const value = select.get(key)?.['value'];
      if (typeof value !== 'string') return null;
      const parsed = schema.safeParse(parseJson(value));
      return parsed.success ? parsed.data : null;
    },
    write: (key, value) => {
      try {
        upsert.run(key, JSON.stringify(value), now());
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        throw new IpcFailure({ code: 'StorageFailed', message: reason, params: { setting: key } });
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
