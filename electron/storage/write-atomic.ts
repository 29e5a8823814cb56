import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { makeFolder } from './folder.ts';

/** Replaces a file as a whole: after a crash it is the one before or this one. Readable by its owner alone. Throws. */
export function writeAtomic(path: string, text: string): void {
  const folder = dirname(path);
  makeFolder(folder);
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      // Writes all of it or throws: a disk that is nearly full takes a part and says so by a number alone.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushFolder(folder);
}

/** The new name is on the disk too; Windows has no such call and needs none. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
