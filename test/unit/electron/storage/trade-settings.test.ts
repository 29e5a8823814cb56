import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS } from '../../../../shared/orders/guard-settings.ts';
import { createSettings, type Settings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { createTradeSettings } from '../../../../electron/storage/trade-settings.ts';

let database: DatabaseSync;
let settings: Settings;
let nowMs: number;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const sql of SETTINGS_MIGRATIONS) database.exec(sql);
  nowMs = 1000;
  settings = createSettings(database, () => nowMs);
});

const LADDER = { rung: 'one_click', cap_usd: decimal('5000') } as const;

describe('what a profile sets about its sells', () => {
  it('begins safe, is kept, and every change of ladder and guards is kept with its time', () => {
    const first = createTradeSettings(settings, 'live');
    expect(first.ladder().rung).toBe('confirm_each');
    expect(first.guards()).toEqual(DEFAULT_GUARD_SETTINGS);
    first.setLadder(LADDER);
    nowMs = 2000;
    first.setLadder({ rung: 'confirm_each', cap_usd: LADDER.cap_usd });
    first.setGuards({ ...DEFAULT_GUARD_SETTINGS, duplicateWindowMs: 0 });
    expect(settings.history('ladder').map(({ at, value }) => [at, JSON.parse(value) as unknown])).toEqual([
      [1000, LADDER],
      [2000, { ...LADDER, rung: 'confirm_each' }],
    ]);
    expect(settings.history('guards')).toHaveLength(1);
    const next = createTradeSettings(settings, 'live');
    expect(next.ladder()).toEqual({ ...LADDER, rung: 'confirm_each' });
    expect(next.guards().duplicateWindowMs).toBe(0);
  });

  it('that can no longer be read falls back to the safe start, never to something looser', () => {
    settings.write('ladder', { rung: 'one_click', cap_usd: null });
    settings.write('guards', { soft: {}, hard: {} });
    const read = createTradeSettings(settings, 'live');
    expect(read.ladder()).toEqual({ rung: 'confirm_each', cap_usd: null });
    expect(read.guards()).toEqual(DEFAULT_GUARD_SETTINGS);
  });

  it('that can’t be written stays as it was, and says so', () => {
    const kept = createTradeSettings(settings, 'live');
    database.exec('PRAGMA query_only = ON');
    expect(() => kept.setLadder(LADDER)).toThrow(/could not be written/);
    expect(kept.ladder().rung).toBe('confirm_each');
  });

  it('is only read where another instance holds the profile', () => {
    const other = createTradeSettings(null, 'live');
    expect(() => other.setPresets([])).toThrow(/another instance/);
    expect(other.ladder().rung).toBe('confirm_each');
  });

  it('is what the other instance holds it to be at this moment, or was last read', () => {
    const holder = createTradeSettings(settings, 'live');
    holder.setLadder(LADDER);
    const other = createTradeSettings(null, 'live', settings);
    expect(other.ladder()).toEqual(LADDER);
    holder.setLadder({ rung: 'arm_and_fire', cap_usd: null });
    holder.setGuards({ ...DEFAULT_GUARD_SETTINGS, duplicateWindowMs: 0 });
    expect([other.ladder().rung, other.guards().duplicateWindowMs]).toEqual(['arm_and_fire', 0]);
    database.close();
    expect(other.ladder().rung).toBe('arm_and_fire');
    expect(() => other.setLadder(LADDER)).toThrow(/another instance/);
  });
});
