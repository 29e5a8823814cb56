import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBreaches } from '../../../build/boundaries/rules.mjs';
import { scanSource, scanSources } from '../../../build/boundaries/scan.mjs';

const CHECK = fileURLToPath(new URL('../../../build/check-boundaries.mjs', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strikedesk-boundaries-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

describe('a planted breach is caught', () => {
  it.each([
    ['shared-is-pure', 'shared/a.ts', `import { x } from '../electron/x.ts'; export const a = x;`],
    ['shared-is-pure', 'shared/a.ts', `import { readFileSync } from 'node:fs'; export const a = readFileSync;`],
    ['shared-is-pure', 'shared/a.ts', `import { create } from 'zustand'; export const a = create;`],
    ['simulator-stands-alone', 'simulator/a.ts', `import { x } from '../shared/orders/rules.ts'; export const a = x;`],
    [
      'simulator-stands-alone',
      'simulator/a.ts',
      `import type { X } from '../shared/ipc/contract.ts'; export type A = X;`,
    ],
    ['simulator-stands-alone', 'simulator/a.ts', `import { x } from '../electron/log.ts'; export const a = x;`],
    ['simulator-door', 'electron/a.ts', `import { x } from '../simulator/simulator.ts'; export const a = x;`],
    ['simulator-door', 'electron/a/b.ts', `export const a = () => import('../../simulator/simulator.ts');`],
    ['electron-in-the-shell', 'electron/a.ts', `import { app } from 'electron'; export const a = app;`],
    ['electron-in-the-shell', 'electron/browser-host.ts', `export const a = () => import('electron');`],
    ['back-end-without-window', 'electron/a.ts', `import { x } from '../renderer/api/port.ts'; export const a = x;`],
    ['window-without-back-end', 'renderer/a.ts', `import { x } from '../electron/log.ts'; export const a = x;`],
    ['window-without-back-end', 'renderer/a.ts', `import { x } from '../simulator/random.ts'; export const a = x;`],
    ['window-without-back-end', 'renderer/a.ts', `import { join } from 'path'; export const a = join;`],
    ['window-without-back-end', 'renderer/a.ts', `import { Client } from 'undici'; export const a = Client;`],
    ['features-apart', 'renderer/features/x/a.ts', `import { b } from '../y/b.ts'; export const a = b;`],
    ['features-apart', 'renderer/features/x/a.ts', `export type A = import('../y/b.ts').B;`],
    ['features-on-top', 'renderer/ui/a.ts', `import { b } from '../features/y/b.ts'; export const a = b;`],
    ['tests-last', 'electron/a.ts', `import { b } from '../test/support/b.ts'; export const a = b;`],
    ['no-default-export', 'shared/a.ts', `export default function a() {}`],
    ['no-barrel', 'shared/a.ts', `export { b } from './b.ts'; export * from './c.ts';`],
    ['no-barrel', 'shared/a.ts', `import { b } from './b.ts'; export { b };`],
    ['no-cycle', 'shared/a.ts', `import { a } from './a.ts'; export const b = a;`],
    ['no-text-as-code', 'renderer/a.ts', `export function a(e: Element) { e.innerHTML = ''; }`],
    ['no-text-as-code', 'renderer/a.ts', `export function a(e: Element) { e['outerHTML'] = ''; }`],
    [
      'no-text-as-code',
      'renderer/a.tsx',
      `export function A() { return <p dangerouslySetInnerHTML={{ __html: '' }} />; }`,
    ],
    ['no-text-as-code', 'shared/a.ts', `export const a = eval('1');`],
    ['no-text-as-code', 'shared/a.ts', `export const a = new Function('return 1');`],
  ])('%s in %s', (rule, path, text) => {
    plant({ [path]: text });
    expect(findBreaches(scanSources(root)).map((line) => line.split(/[ :]+/u)[2])).toEqual([rule]);
  });

  it('no-cycle, through three files', () => {
    plant({
      'shared/a.ts': `import { b } from './b.ts'; export const a = b;`,
      'shared/b.ts': `import { c } from './c.ts'; export const b = c;`,
      'shared/c.ts': `import { a } from './a.ts'; export const c = () => a;`,
    });
    expect(findBreaches(scanSources(root))).toEqual([
      expect.stringContaining('shared/a.ts -> shared/b.ts -> shared/c.ts -> shared/a.ts'),
    ]);
  });
});

describe('what is allowed passes', () => {
  it.each([
    ['shared/a.ts', `import { z } from 'zod'; import { b } from './b.ts'; export const a = z.string(b);`],
    ['electron/embedded-simulator.ts', `import { x } from '../simulator/simulator.ts'; export const a = x;`],
    ['electron/a.ts', `import type { App } from 'electron'; export type A = App;`],
    ['electron/shell/a.ts', `import { app } from 'electron'; export const a = app;`],
    [
      'renderer/features/x/a.ts',
      `import { b } from './b.ts'; import { c } from '../../ui/c.ts'; export const a = b + c;`,
    ],
    ['vitest.config.ts', `export default {};`],
    ['shared/a.ts', `/** Never sets innerHTML, never calls eval(text). */ export const a = 'innerHTML';`],
  ])('%s: %s', (path, text) => {
    expect(findBreaches([scanSource(path, text)])).toEqual([]);
  });
});

it('types that name each other are no circle', () => {
  plant({
    'shared/a.ts': `import type { B } from './b.ts'; export interface A { b: B }`,
    'shared/b.ts': `import { type A } from './a.ts'; export interface B { a: A }`,
  });
  expect(findBreaches(scanSources(root))).toEqual([]);
});

describe('the check as npm test runs it', () => {
  it('fails when it finds nothing to look at', () => {
    const checked = spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8' });
    expect(checked.status).toBe(1);
    expect(checked.stderr).toContain('no source files');
  });

  it('fails on a breach and says where and what to do instead', () => {
    plant({ 'shared/a.ts': `\nimport fs from 'node:fs';\nexport const a = fs;` });
    const checked = spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8' });
    expect(checked.status).toBe(1);
    expect(checked.stderr).toContain('shared/a.ts:2 shared-is-pure: node:fs: shared/ uses only itself');
  });

  it('passes on clean sources', () => {
    plant({ 'shared/a.ts': 'export const a = 1;' });
    const checked = spawnSync(process.execPath, [CHECK, root], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, 'boundaries: 1 files, 0 breaches\n']);
  });
});
