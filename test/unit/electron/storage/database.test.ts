import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isFolderFree,
  isFull,
  lockFolder,
  NewerSchemaError,
  openDatabase,
} from '../../../../electron/storage/database.ts';
import { holdFile } from '../../../support/file-holder.ts';

const TABLE = 'CREATE TABLE kept (value TEXT) STRICT';
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-storage-'));
  path = join(folder, 'a.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a database file', () => {
  it('keeps what was committed, and gains new schema versions', () => {
    const first = openDatabase(path, [TABLE], 1).database;
    first.exec("INSERT INTO kept VALUES ('yes')");
    first.close();
    const second = openDatabase(path, [TABLE, 'ALTER TABLE kept ADD COLUMN extra TEXT'], 2);
    expect(second.setAside).toBeNull();
    expect(second.database.prepare('SELECT * FROM kept').all()).toEqual([{ value: 'yes', extra: null }]);
    second.database.close();
  });

  it('flushes every commit', () => {
    const { database } = openDatabase(path, [TABLE], 1);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('that is damaged is set aside whole, and a new one begun', () => {
    const damaged = 'this is no database at all, '.repeat(100);
    writeFileSync(path, damaged);
    const { database, setAside } = openDatabase(path, [TABLE], 77);
    expect(setAside).toBe(`${path}.damaged-77`);
    expect(readFileSync(`${path}.damaged-77`, 'utf8')).toBe(damaged);
    database.exec("INSERT INTO kept VALUES ('new')");
    database.close();
  });

  it('that another program holds for a second is waited for', async () => {
    openDatabase(path, [TABLE], 1).database.close();
    const { ended } = await holdFile(path, 1000);
    const opened = openDatabase(path, [TABLE], 1);
    expect(opened.setAside).toBeNull();
    // What is written later waits less: a click would feel dead.
    expect(opened.database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 300 });
    opened.database.close();
    await ended;
  });

  it('of a newer schema is left alone', () => {
    openDatabase(path, [TABLE, 'CREATE TABLE later (x TEXT)'], 1).database.close();
    expect(() => openDatabase(path, [TABLE], 2)).toThrow(NewerSchemaError);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('whose migration fails halfway keeps its old version', () => {
    openDatabase(path, [TABLE], 1).database.close();
    expect(() => openDatabase(path, [TABLE, 'CREATE TABLE one (x TEXT); CREATE TABLE one (x TEXT)'], 2)).toThrow();
    const { database } = openDatabase(path, [TABLE], 3);
    expect(database.prepare("SELECT name FROM sqlite_master WHERE name = 'one'").all()).toEqual([]);
    database.close();
  });
});

describe('the lock of a folder', () => {
  it('is held by one at a time and free again when released', () => {
    const first = lockFolder(folder);
    expect(first).not.toBeNull();
    expect(lockFolder(folder)).toBeNull();
    first?.release();
    const next = lockFolder(folder);
    expect(next).not.toBeNull();
    next?.release();
  });

  it('is seen to be free without being taken', () => {
    expect(isFolderFree(folder)).toBe(false);
    const first = lockFolder(folder);
    expect(isFolderFree(folder)).toBe(false);
    first?.release();
    expect([isFolderFree(folder), isFolderFree(folder)]).toEqual([true, true]);
    const next = lockFolder(folder);
    expect(next).not.toBeNull();
    next?.release();
  });
});

it.each([
  ['SQLite', { errcode: 13 }, true],
  ['the index of its log', { errcode: 4874 }, true],
  ['the system', { code: 'ENOSPC' }, true],
  ['a share of the disk', { code: 'EDQUOT' }, true],
  ['a disk that breaks', { errcode: 10 }, false],
  ['a held file', { errcode: 5 }, false],
])('a full disk is known as one: %s', (_name, fields, isSo) => {
  expect(isFull(Object.assign(new Error('no'), fields))).toBe(isSo);
});
