import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import { createTradingLock } from '../../../../electron/orders/trading-lock.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

let folder: string;
let database: DatabaseSync;
let told: number;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-lock-'));
  database = new DatabaseSync(':memory:');
  for (const sql of SETTINGS_MIGRATIONS) database.exec(sql);
  told = 0;
  logged = [];
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const seller = () => createTradingLock({ settings: createSettings(database, () => 0), folder, onChange, log });
const reader = (at = folder) => createTradingLock({ settings: null, folder: at, onChange, log });
const onChange = (): void => {
  told += 1;
};
const log = (_level: string, event: string): void => void logged.push(event);
const file = () => join(folder, 'trading-stopped');

function readFailure(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error instanceof IpcFailure ? error.detail : error;
  }
  return null;
}

describe('the stop', () => {
  it('of an instance that only reads is in force at once where it sells, and is kept there', async () => {
    const [selling, reading] = [seller(), reader()];
    reading.set(true);
    expect([selling.isStopped(), reading.isStopped(), told]).toEqual([true, true, 1]);
    expect(selling.blocked()).toMatchObject({ params: { reason: 'stopped_by_trader' } });
    expect(logged).toEqual(['trading_stopped']);
    await Promise.resolve();
    rmSync(file());
    expect([selling.isStopped(), seller().isStopped()]).toEqual([true, true]);
  });

  it('of another instance is kept also where it is found while orders are being written', async () => {
    const selling = seller();
    reader().set(true);
    database.exec('BEGIN');
    expect(selling.isStopped()).toBe(true);
    database.exec('COMMIT');
    await Promise.resolve();
    rmSync(file());
    expect(seller().isStopped()).toBe(true);
  });

  it('of another instance that is lifted in that moment is not kept', async () => {
    const selling = seller();
    reader().set(true);
    selling.isStopped();
    selling.set(false);
    await Promise.resolve();
    expect([selling.isStopped(), seller().isStopped()]).toEqual([false, false]);
  });

  it('is lifted where it sells, for all', () => {
    const [selling, reading] = [seller(), reader()];
    selling.set(true);
    expect(reading.isStopped()).toBe(true);
    expect(() => reading.set(false)).toThrow('allow trading there');
    selling.set(false);
    expect([selling.isStopped(), reading.isStopped(), seller().isStopped()]).toEqual([false, false, false]);
  });

  it('that can’t be told to the one that sells says so, and is not shown as one', () => {
    const reading = reader(join(folder, 'gone'));
    expect(() => reading.set(true)).toThrow('Stop it there');
    expect(reading.isStopped()).toBe(false);
  });

  it('is in force in memory where nothing can be written', () => {
    const selling = seller();
    mkdirSync(file());
    database.exec('PRAGMA query_only = ON');
    expect(readFailure(() => selling.set(true))).toMatchObject({
      code: 'StorageFailed',
      params: { in_force: 'until_the_end' },
    });
    rmSync(file(), { recursive: true });
    expect([selling.isStopped(), existsSync(file())]).toEqual([true, false]);
    expect(seller().isStopped()).toBe(false);
  });

  it('holds over a restart by its file alone, and by its setting alone: nothing is complained of', () => {
    database.exec('PRAGMA query_only = ON');
    seller().set(true);
    expect(seller().isStopped()).toBe(true);
    database.exec('PRAGMA query_only = OFF');
    rmSync(file());
    mkdirSync(file());
    seller().set(true);
    rmSync(file(), { recursive: true });
    expect(seller().isStopped()).toBe(true);
  });

  it('is lifted only where a restart would find it lifted too', () => {
    const selling = seller();
    selling.set(true);
    database.exec('PRAGMA query_only = ON');
    expect(() => selling.set(false)).toThrow('trading stays stopped');
    expect([selling.isStopped(), seller().isStopped()]).toEqual([true, true]);
    database.exec('PRAGMA query_only = OFF');
    selling.set(false);
    expect([selling.isStopped(), seller().isStopped()]).toEqual([false, false]);
  });

  it('stays where it can’t be lifted', () => {
    const selling = seller();
    selling.set(true);
    rmSync(file());
    mkdirSync(file());
    expect(() => selling.set(false)).toThrow('trading stays stopped');
    expect(selling.isStopped()).toBe(true);
  });
});
