import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS, guardSettingsSchema } from '../../../../shared/orders/limits/guard-settings.ts';
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

function tiers(soft: object, hard: object) {
  const { soft: asks, hard: stops, ...others } = DEFAULT_GUARD_SETTINGS;
  return { soft: { ...asks, ...soft }, hard: { ...stops, ...hard }, ...others };
}

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
    expect(read.guardsReading()).toBe('unreadable');
  });

  it('guards beside which another version kept more hold every limit, and say so', () => {
    const own = tiers({ maxNotionalUsd: decimal('1000') }, { maxNotionalUsd: decimal('1000') });
    const kept = { ...own, hard: { ...own.hard, maxPerDayUsd: '5000' }, maxAge: { of: 1 } };
    settings.write('guards', kept);
    const read = createTradeSettings(settings, 'live');
    expect([read.guards(), read.guardsReading()]).toEqual([own, 'in_part']);
    read.setGuards(own);
    expect(read.guardsReading()).toBe('ok');
    expect(createTradeSettings(settings, 'live').guardsReading()).toBe('ok');
    expect(JSON.parse(settings.history('guards (unreadable)')[0]?.value ?? '')).toEqual(kept);
  });

  it.each([
    ['a limit', '0.02', 'ok'],
    ['none', null, 'ok'],
    ['what can’t be read', 'a lot', 'unreadable'],
  ])(
    'guards of a file that only knew sells, with %s from the bid, hold every order to the touch',
    (_what, stored, reading) => {
      const file = new DatabaseSync(':memory:');
      const [first, second, ...since] = SETTINGS_MIGRATIONS;
      for (const sql of [first, second]) file.exec(sql);
      const { maxDistanceFromTouch: _touch, ...hard } = DEFAULT_GUARD_SETTINGS.hard;
      const { maxDistanceFromTouch: _soft, ...soft } = DEFAULT_GUARD_SETTINGS.soft;
      createSettings(file, () => nowMs).write('guards', {
        ...DEFAULT_GUARD_SETTINGS,
        soft: { ...soft, maxDistanceFromBid: null },
        hard: { ...hard, maxDistanceFromBid: stored },
      });
      for (const sql of since) file.exec(sql);
      const read = createTradeSettings(
        createSettings(file, () => nowMs),
        'live',
      );
      expect(read.guardsReading()).toBe(reading);
      const held = reading === 'ok' ? stored : DEFAULT_GUARD_SETTINGS.hard.maxDistanceFromTouch;
      expect(read.guards()).toEqual({ ...DEFAULT_GUARD_SETTINGS, hard: { ...hard, maxDistanceFromTouch: held } });
    },
  );

  it('guards that contradict each other are read as the stricter', () => {
    settings.write('guards', tiers({ maxAmount: decimal('70') }, { maxAmount: decimal('5') }));
    const read = createTradeSettings(settings, 'live');
    expect(read.guards()).toEqual(tiers({ maxAmount: decimal('5') }, { maxAmount: decimal('5') }));
    expect(read.guardsReading()).toBe('in_part');
  });

  it.each<[string, object, object]>([
    ['a limit', { maxNotionalUsd: { value: '500' } }, { maxNotionalUsd: '1000', maxBlockRfqUsd: '30' }],
    ['a limit that has a standard', { maxNotionalUsd: '900' }, { maxNotionalUsd: '1000', maxBlockRfqUsd: false }],
    ['a limit that misses', { maxNotionalUsd: undefined }, { maxNotionalUsd: '1000' }],
  ])('of guards that lack %s the others hold, and what is missing is told', (_what, soft, hard) => {
    settings.write('guards', tiers(soft, hard));
    const read = createTradeSettings(settings, 'live');
    expect(read.guardsReading()).toBe('unreadable');
    expect(read.guards().hard.maxNotionalUsd).toBe('1000');
    expect(guardSettingsSchema.safeParse(read.guards()).success).toBe(true);
  });

  it('guards that were kept before amounts had limits by their unit hold as they were', () => {
    const { maxAmountByUnit, ...before } = tiers({ maxAmount: decimal('7') }, { maxAmount: decimal('9') });
    settings.write('guards', before);
    const read = createTradeSettings(settings, 'live');
    expect([read.guards(), read.guardsReading()]).toEqual([{ ...before, maxAmountByUnit }, 'ok']);
  });

  it.each([
    ['a limit of a unit', { BTC: { soft: null, hard: 'lots' }, USD: { soft: null, hard: '9' } }],
    ['all of them', 'ten of each'],
    ['a unit', { BTC: '1000', USD: { soft: null, hard: '9' } }],
    ['half of a unit', { BTC: { soft: null }, USD: { soft: null, hard: '9' } }],
    ['none of a unit', { BTC: null, USD: { soft: null, hard: '9' } }],
    ['the name of a unit', { btc: { soft: null, hard: '1' }, USD: { soft: null, hard: '9' } }],
    ['a long name', { ['B'.repeat(18)]: { soft: null, hard: '1' }, USD: { soft: null, hard: '9' } }],
  ])('of limits by unit that %s can’t be read of, trading is off', (_what, maxAmountByUnit) => {
    settings.write('guards', { ...DEFAULT_GUARD_SETTINGS, maxAmountByUnit });
    const read = createTradeSettings(settings, 'live');
    expect(read.guardsReading()).toBe('unreadable');
    if (typeof maxAmountByUnit === 'object') expect(read.guards().maxAmountByUnit['USD']?.hard).toBe('9');
  });

  it.each([null, 5, 'text', [], {}, { soft: DEFAULT_GUARD_SETTINGS.soft }])(
    'guards that are none (%j) are those a profile begins with, and unreadable',
    (stored) => {
      settings.write('guards', stored);
      const read = createTradeSettings(null, 'live', settings);
      expect([read.guards(), read.guardsReading()]).toEqual([DEFAULT_GUARD_SETTINGS, 'unreadable']);
      settings.record('guards', { ...DEFAULT_GUARD_SETTINGS, duplicateWindowMs: 0 });
      expect([read.guards().duplicateWindowMs, read.guardsReading()]).toEqual([0, 'ok']);
    },
  );

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
