import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderError, makeFolder } from '../../../../electron/storage/folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'strikedesk-folder-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with all above it, and may be there already', () => {
    const folder = join(base, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('under a file is refused in words', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => makeFolder(join(base, 'file', 'below'))).toThrow(FolderError);
    expect(() => makeFolder(join(base, 'file'))).toThrow(/is not a folder/);
  });

  it.runIf(process.platform === 'linux')('where nothing can be made is refused at once', () => {
    expect(() => makeFolder('/proc/nope/below')).toThrow(/can't be made/);
  });
});
