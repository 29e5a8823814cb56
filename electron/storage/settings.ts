import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { createTransact } from './transaction.ts';
import { takeWhatFits, type WhatFits } from './what-fits.ts';

export const SETTINGS_MIGRATIONS = [
  'CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, changed_at INTEGER NOT NULL) STRICT',
  'CREATE TABLE changes (change_id INTEGER PRIMARY KEY, at INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL) STRICT',
  // A guard's limit got another name as orders got a side.
  `UPDATE settings SET value = replace(value, '"maxDistanceFromBid":', '"maxDistanceFromTouch":') WHERE key = 'guards'`,
] as const;

export interface Settings {
  /** The stored value; null when missing or unfit, which is kept when overwritten. */
  readonly read: <T>(key: string, schema: z.ZodType<T>) => T | null;
  /** As much of the stored value as fits, the rest as in `standard`; what does not is kept as with `read`. */
  readonly readWhatFits: <T>(key: string, schema: z.ZodType<T>, standard?: unknown) => WhatFits<T>;
  /** Throws `IpcFailure` with the disk's own reason when the value can't be kept. */
  readonly write: (key: string, value: unknown) => void;
  /** Writes a value whose changes are kept, each with its time: what guards orders must be accounted for. */
  readonly record: (key: string, value: unknown) => void;
  /** Every recorded change of a key, oldest first; `at` in local milliseconds. */
  readonly history: (key: string) => { readonly at: number; readonly value: string }[];
}

const storedChanges = z.array(z.object({ at: z.number(), value: z.string() }));

/**
 * A profile's small values, as JSON by key. `onUnreadable` hears once a key of a value that doesn't fit; it is kept.
 */
export function createSettings(
  database: DatabaseSync,
  now: () => number,
  onUnreadable: (key: string) => void = () => undefined,
): Settings {
  const select = database.prepare('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO settings (key, value, changed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at',
  );
  const append = database.prepare('INSERT INTO changes (at, key, value) VALUES (?, ?, ?)');
  const selectChanges = database.prepare('SELECT at, value FROM changes WHERE key = ? ORDER BY change_id');
  const transact = createTransact(database);
  const unreadable = new Set<string>();

  function readText(key: string): string | null {
    const value = select.get(key)?.['value'];
    return typeof value === 'string' ? value : null;
  }

  /** Among the recorded changes, where nothing takes its place. */
  function keepUnreadable(key: string): void {
    const text = unreadable.has(key) ? readText(key) : null;
    if (text !== null) append.run(now(), unreadableKey(key), text);
    unreadable.delete(key);
  }

  function noteUnreadable(key: string): void {
    if (!unreadable.has(key)) onUnreadable(key);
    unreadable.add(key);
  }

  return {
    read: (key, schema) => {
      const text = readText(key);
      if (text === null) return null;
      const parsed = schema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      noteUnreadable(key);
      return null;
    },
    readWhatFits: (key, schema, standard) => {
      const text = readText(key);
      if (text === null) return { value: null, leftOut: [] };
      const fitting = takeWhatFits(schema, parseJson(text), standard);
      if (fitting.leftOut.length > 0) noteUnreadable(key);
      return fitting;
    },
    write: (key, value) => {
      try {
        transact(() => {
          keepUnreadable(key);
          upsert.run(key, JSON.stringify(value), now());
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        throw new IpcFailure({ code: 'StorageFailed', message: reason, params: { setting: key } });
      }
    },
    record: (key, value) => {
      const text = JSON.stringify(value);
      transact(() => {
        keepUnreadable(key);
        append.run(now(), key, text);
        upsert.run(key, text, now());
      });
    },
    history: (key) => storedChanges.parse(selectChanges.all(key)),
  };
}

/** Under which `history` has the values of a key that could not be read. */
export function unreadableKey(key: string): string {
  return `${key} (unreadable)`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
