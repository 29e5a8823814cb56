import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { App } from 'electron';
import { describe, expect, it } from 'vitest';
import { lockContents } from '../../../../electron/shell/lockdown.ts';
import { windowOptions } from '../../../../electron/shell/window.ts';
import { findMissingTest, readDocument, readNamedTest, readRows, readSection } from '../../../support/documents.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

describe('the shell', () => {
  it('turns on nothing that is insecure, experimental or of Blink', () => {
    const preferences = windowOptions('/p.cjs', 'Strikedesk', false, 'dark').webPreferences;
    expect(preferences).toMatchObject({ allowRunningInsecureContent: false, experimentalFeatures: false });
    expect(preferences).not.toHaveProperty('enableBlinkFeatures');
  });

  it('attaches no webview', () => {
    const listeners = new Map<string, (...values: unknown[]) => void>();
    const contents = {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
      on: (name: string, listener: (...values: unknown[]) => void) => void listeners.set(name, listener),
    };
    const app = { on: (_name: string, told: (event: unknown, made: unknown) => void) => told({}, contents) };
    lockContents(app as unknown as App, () => expect.unreachable());
    let isStopped = false;
    listeners.get('will-attach-webview')?.({ preventDefault: () => (isStopped = true) });
    expect(isStopped).toBe(true);
  });

  it('hands nothing to the system', () => {
    const files = readdirSync(`${ROOT}electron`, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const name of files)
      expect(readFileSync(`${ROOT}electron/${name}`, 'utf8'), name).not.toContain('openExternal');
  });

  it('is pinned to one version of Electron', () => {
    const { devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

it('the table of SECURITY.md has all 20 items, each with a test that is there', () => {
  const rows = readRows(readSection(readDocument('SECURITY.md'), "Electron's checklist"));
  expect(rows.map(([item = '']) => item.split('.')[0])).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)));
  for (const [, , cell = ''] of rows) expect(findMissingTest(readNamedTest(cell)), cell).toBeNull();
});

/** What the guide has a page for besides panels, by the title of the page. */
const AROUND = {
  keys: 'Keys',
  news: 'News',
  palette: 'Command palette',
  profiles: 'Profiles and keys',
  settings: 'Settings',
};

it('every panel has a page in the guide, named after it, with a picture; so has what stands around them', () => {
  const panels = [...readFileSync(`${ROOT}renderer/panels.ts`, 'utf8').matchAll(/id: '([^']+)',\s*name: '([^']+)'/g)];
  expect(panels.length).toBeGreaterThan(15);
  const pages = [...panels.map(([, id = '', name = '']) => [id, name] as const), ...Object.entries(AROUND)];
  const contents = readFileSync(`${ROOT}docs/guide/README.md`, 'utf8');
  for (const [id, name] of pages) {
    expect(readFileSync(`${ROOT}docs/guide/${id}.md`, 'utf8')).toMatch(
      new RegExp(`^# ${name}\n\n\\S.*\n\n!\\[[A-Z][\\w ]*\\]\\(${id}\\.png\\)\n`),
    );
    expect(contents).toContain(`- [${name}](${id}.md): `);
  }
  const files = readdirSync(`${ROOT}docs/guide`).filter((name) => name !== 'README.md');
  expect(files.toSorted()).toEqual(pages.flatMap(([id]) => [`${id}.md`, `${id}.png`]).toSorted());
});
