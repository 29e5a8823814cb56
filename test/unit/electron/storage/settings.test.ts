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

describe('what fits of a setting', () => {
  const item = z.strictObject({ name: z.string().max(5), size: z.number() });
  const whole = z.strictObject({
    version: z.literal(1),
    items: z.array(item).max(2),
    look: z.strictObject({ theme: z.enum(['dark', 'light']), keys: z.record(z.string(), z.string()) }).optional(),
    panels: z.record(z.string(), z.record(z.string(), z.string().max(3))).optional(),
  });
  const STANDARD = { look: { theme: 'dark', keys: {} } };
  const A = { name: 'a', size: 1 };
  const B = { name: 'b', size: 2 };
  const readFrom = (value: unknown) => {
    store('a', JSON.stringify(value));
    return open().readWhatFits('a', whole, STANDARD);
  };

  it.each([
    ['all of it', { version: 1, items: [A] }, { version: 1, items: [A] }, []],
    ['not a field of the whole', { version: 1, items: [A], zoom: 2 }, { version: 1, items: [A] }, [[null, 'zoom']]],
    [
      'not a field of an item',
      { version: 1, items: [A, { ...B, icon: 'x' }] },
      { version: 1, items: [A, B] },
      [['b', 'icon']],
    ],
    [
      'not an item without what it needs',
      { version: 1, items: [{ name: 'a' }, B] },
      { version: 1, items: [B] },
      [['a', null]],
    ],
    [
      'no more items than there may be',
      { version: 1, items: [A, B, { ...B, name: 'c' }] },
      { version: 1, items: [A, B] },
      [['c', null]],
    ],
    [
      'what is chosen as it comes, beside what else was chosen',
      { version: 1, items: [], look: { theme: 'sepia', keys: { x: 'Alt+P' } } },
      { version: 1, items: [], look: { theme: 'dark', keys: { x: 'Alt+P' } } },
      [[null, 'theme']],
    ],
    [
      'not one text that is too long',
      { version: 1, items: [], panels: { 'a/b': { span: 'long', unit: 'USD' } } },
      { version: 1, items: [], panels: { 'a/b': { unit: 'USD' } } },
      [[null, 'span']],
    ],
    ['nothing of another version', { version: 2, items: [A] }, null, [[null, null]]],
    ['nothing of something else', ['a'], null, [[null, null]]],
  ])('is %s', (_what, given, value, leftOut) => {
    expect(readFrom(given)).toEqual({ value, leftOut: leftOut.map(([of, field]) => ({ of, field })) });
    expect(told).toEqual(leftOut.length === 0 ? [] : ['a']);
  });

  it('takes the place of the whole, which is kept', () => {
    const text = JSON.stringify({ version: 1, items: [A], zoom: 2 });
    store('a', text);
    const settings = open();
    const { value } = settings.readWhatFits('a', whole);
    settings.write('a', value);
    expect(settings.history(unreadableKey('a'))).toEqual([{ at: 5, value: text }]);
    expect(settings.readWhatFits('a', whole)).toEqual({ value, leftOut: [] });
  });
});
