import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSettings, SETTINGS_MIGRATIONS, unreadableKey } from '../../../../electron/storage/settings.ts';

const schema = z.strictObject({ version: z.literal(1), name: z.string() });
const FITTING = { version: 1, name: 'mine' } as const;

let database: DatabaseSync;
let told: string[];
let nowMs: number;
const open = () =>
  createSettings(
    database,
    () => nowMs,
    (key) => told.push(key),
  );
const store = (key: string, value: string) =>
  database.prepare('INSERT INTO settings (key, value, changed_at) VALUES (?, ?, 0)').run(key, value);

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  told = [];
  nowMs = 5;
  return () => database.close();
});

describe('a setting', () => {
  it('is read as it was written, by the next start too', () => {
    open().write('a', FITTING);
    expect(open().read('a', schema)).toEqual(FITTING);
    expect(open().read('b', schema)).toBeNull();
    expect(told).toEqual([]);
  });

  it.each([
    ['is of a later version', '{"version":2,"name":"mine","more":true}'],
    ['is no JSON', '{"version":1,'],
    ['has a field that nobody knows', '{"version":1,"name":"mine","else":1}'],
  ])('that %s is told of once, and kept when another takes its place', (_what, text) => {
    store('a', text);
    const settings = open();
    expect(settings.read('a', schema)).toBeNull();
    expect(settings.read('a', schema)).toBeNull();
    expect(told).toEqual(['a']);
    settings.write('a', FITTING);
    settings.write('a', { ...FITTING, name: 'newer' });
    expect(settings.read('a', schema)?.name).toBe('newer');
    expect(settings.history(unreadableKey('a'))).toEqual([{ at: 5, value: text }]);
  });

  it('that is recorded keeps what was not readable too, apart from its own changes', () => {
    store('a', '"old"');
    const settings = open();
    expect(settings.read('a', schema)).toBeNull();
    settings.record('a', FITTING);
    expect(settings.history('a')).toEqual([{ at: 5, value: JSON.stringify(FITTING) }]);
    expect(settings.history(unreadableKey('a'))).toEqual([{ at: 5, value: '"old"' }]);
  });

  it('that cannot be written says why, and leaves what was there', () => {
    store('a', '"old"');
    const settings = open();
    settings.read('a', schema);
    database.exec('PRAGMA query_only = ON');
    expect(() => settings.write('a', FITTING)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ code: 'StorageFailed', params: { setting: 'a' } }) }),
    );
    database.exec('PRAGMA query_only = OFF');
    settings.write('a', FITTING);
    expect(settings.history(unreadableKey('a'))).toEqual([{ at: 5, value: '"old"' }]);
  });
});
