import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Settings from the first version with workspaces: five panels, moved by hand at 1600 by 960, one narrower than now
 * allowed.
 */
export const FIRST_SCHEMA = JSON.parse(readFileSync(new URL('./first-schema.json', import.meta.url), 'utf8')) as object;

/** Puts a value into the settings of a data folder's one profile, as another version would have kept it. */
export function putSetting(dataDir: string, key: string, value: unknown): void {
  const database = openSettings(dataDir);
  database
    .prepare('INSERT OR REPLACE INTO settings (key, value, changed_at) VALUES (?, ?, 0)')
    .run(key, JSON.stringify(value));
  database.close();
}

/** What the settings of a data folder have under a key, and every text that was kept aside for it. */
export function readSetting(dataDir: string, key: string): { readonly value: unknown; readonly aside: unknown[] } {
  const database = openSettings(dataDir);
  const [row] = database.prepare('SELECT value FROM settings WHERE key = ?').all(key);
  const aside = database.prepare('SELECT value FROM changes WHERE key = ?').all(`${key} (unreadable)`);
  database.close();
  return { value: parse(row), aside: aside.map(parse) };
}

function openSettings(dataDir: string): DatabaseSync {
  const [file] = globSync(join(dataDir, '*/settings.sqlite'));
  if (file === undefined) throw new Error('the terminal made a folder for its profile');
  return new DatabaseSync(file);
}

function parse(row: Readonly<Record<string, unknown>> | undefined): unknown {
  const text = row?.['value'];
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
}
