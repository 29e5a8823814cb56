import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashFiles } from '../../../build/lib/bundle.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strikedesk-build-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'a');
  writeFileSync(join(root, 'src/deep/b.ts'), 'b');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('the digest that decides whether to build', () => {
  const digest = () => hashFiles(root, ['src']);

  it('stays when a file is only touched', () => {
    const before = digest();
    utimesSync(join(root, 'src/a.ts'), 1, 1);
    expect(digest()).toBe(before);
  });

  it.each([
    ['changed', () => writeFileSync(join(root, 'src/deep/b.ts'), 'c')],
    ['added', () => writeFileSync(join(root, 'src/c.ts'), '')],
    ['removed', () => rmSync(join(root, 'src/a.ts'))],
    ['renamed', () => renameSync(join(root, 'src/a.ts'), join(root, 'src/z.ts'))],
  ])('changes when a file is %s', (_name, change) => {
    const before = digest();
    change();
    expect(digest()).not.toBe(before);
  });
});
