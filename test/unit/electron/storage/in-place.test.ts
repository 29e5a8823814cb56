import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../electron/storage/database.ts';
import { watchInPlace } from '../../../../electron/storage/in-place.ts';

type Look = NonNullable<Parameters<typeof watchInPlace>[1]>;
type Found = ReturnType<Look>;

const FILE = { dev: 1n, ino: 7n, size: 4096n };

/** A folder as it is looked at: `at` is what the file's name leads to, its log stays. */
function createFolder(at: Found) {
  const folder = { at };
  const look: Look = (path) => (path.endsWith('-wal') ? { dev: 1n, ino: 8n, size: 32n } : folder.at);
  return { folder, look };
}

describe('a file that is open', () => {
  it('may grow, and stays in its place through writes and checkpoints', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'strikedesk-in-place-')), 'a.sqlite');
    const { database } = openDatabase(path, ['CREATE TABLE kept (value TEXT) STRICT'], 1);
    const demandInPlace = watchInPlace(path);
    for (const checkpoint of ['', 'PRAGMA wal_checkpoint(RESTART)', '', 'PRAGMA wal_checkpoint(TRUNCATE)', '']) {
      for (let count = 0; count < 50; count += 1) database.exec(`INSERT INTO kept VALUES ('${'x'.repeat(2000)}')`);
      database.exec(checkpoint);
      expect(demandInPlace).not.toThrow();
    }
    database.close();
    rmSync(join(path, '..'), { recursive: true });
  });

  it('is told when its log loses pages that no checkpoint took', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'strikedesk-in-place-')), 'a.sqlite');
    const { database } = openDatabase(path, ['CREATE TABLE kept (value TEXT) STRICT'], 1);
    database.exec("INSERT INTO kept VALUES ('x')");
    const demandInPlace = watchInPlace(path);
    truncateSync(`${path}-wal`);
    expect(demandInPlace).toThrow('a.sqlite-wal was cut short while it was open');
    database.close();
    rmSync(join(path, '..'), { recursive: true });
  });

  it.each([
    ['was deleted', null],
    ['was replaced', { ...FILE, ino: 9n }],
    ['was replaced', { ...FILE, dev: 2n }],
    ['was cut short', { ...FILE, size: 4095n }],
  ])('is told when it %s', (what, found) => {
    const { folder, look } = createFolder(FILE);
    const demandInPlace = watchInPlace('/a.sqlite', look, 'linux');
    demandInPlace();
    folder.at = found;
    expect(demandInPlace).toThrow(`/a.sqlite ${what} while it was open`);
  });

  it('may not become shorter than it was seen to grow', () => {
    const { folder, look } = createFolder(FILE);
    const demandInPlace = watchInPlace('/a.sqlite', look, 'linux');
    folder.at = { ...FILE, size: 8192n };
    demandInPlace();
    folder.at = FILE;
    expect(demandInPlace).toThrow('was cut short');
  });

  it.each([
    ['under Windows', 'win32', 7n],
    ['on a disk without file numbers', 'linux', 0n],
  ])('need only exist %s', (_where, platform, ino) => {
    const { folder, look } = createFolder({ ...FILE, ino });
    const demandInPlace = watchInPlace('/a.sqlite', look, platform);
    folder.at = { dev: 3n, ino: 11n, size: 1n };
    demandInPlace();
    folder.at = null;
    expect(demandInPlace).toThrow('was deleted');
  });
});

it('a checkpoint of another program, after which something was written, is no harm', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'strikedesk-in-place-')), 'a.sqlite');
  const { database } = openDatabase(path, ['CREATE TABLE kept (value TEXT) STRICT'], 1);
  const demandInPlace = watchInPlace(path);
  for (let count = 0; count < 50; count += 1) database.exec(`INSERT INTO kept VALUES ('${'x'.repeat(2000)}')`);
  demandInPlace();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  database.exec("INSERT INTO kept VALUES ('one')");
  expect(demandInPlace).not.toThrow();
  // Cut short of what is in it since.
  truncateSync(`${path}-wal`, 2000);
  expect(demandInPlace).toThrow('was cut short');
  database.close();
  rmSync(dirname(path), { recursive: true });
});
