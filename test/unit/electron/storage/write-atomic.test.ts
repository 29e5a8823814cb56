import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWindowPlaces } from '../../../../electron/shell/window-places.ts';
import { writeAtomic } from '../../../../electron/storage/write-atomic.ts';

const SOURCE = fileURLToPath(new URL('../../../../electron/', import.meta.url));

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-atomic-'));
  path = join(folder, 'windows.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a module whose files end at 2 or 4 KiB: larger writes are cut short. */
function runNearlyFull(script: string): string {
  const command = ['-c', 'ulimit -f 4; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  return execFileSync('/bin/sh', command, { encoding: 'utf8' });
}

describe('a file that is replaced as a whole', () => {
  it('is the new text, for its owner alone, and nothing is left beside it', () => {
    writeAtomic(path, 'before');
    writeAtomic(path, 'é'.repeat(100_000));
    expect(readFileSync(path, 'utf8')).toBe('é'.repeat(100_000));
    expect(readdirSync(folder)).toEqual(['windows.json']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform !== 'win32')('stays as it was where the disk takes only a part of the new one', () => {
    const PLACE = { x: 1, y: 2, width: 300, height: 400, isMaximized: false };
    const vault = join(folder, 'credentials.vault');
    writeAtomic(vault, 'before');
    openWindowPlaces(folder, () => expect.unreachable()).keep('main', PLACE);
    const told = runNearlyFull(`
      import { openWindowPlaces } from ${JSON.stringify(join(SOURCE, 'shell/window-places.ts'))};
      import { writeAtomic } from ${JSON.stringify(join(SOURCE, 'storage/write-atomic.ts'))};
      const tell = (error) => console.log(error.code);
      try { writeAtomic(${JSON.stringify(vault)}, 'x'.repeat(5000)); } catch (error) { tell(error); }
      openWindowPlaces(${JSON.stringify(folder)}, tell).keep('w-' + 'x'.repeat(5000), ${JSON.stringify(PLACE)});
    `);
    expect(told).toBe('EFBIG\nEFBIG\n');
    expect(readFileSync(vault, 'utf8')).toBe('before');
    expect(openWindowPlaces(folder, () => expect.unreachable()).read('main')).toEqual(PLACE);
    expect(readdirSync(folder).toSorted()).toEqual(['credentials.vault', 'windows.json']);
  });
});
