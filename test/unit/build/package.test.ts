import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseV1Options } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findForeignFiles, findWeaknesses, readFuses } from '../../../build/package/check.mjs';
import { PACKAGING, withUpdates } from '../../../build/package/config.mjs';
import { listDependencies, writeLicences, writeSbom } from '../../../build/package/dependencies.mjs';
import { FUSES, setFuses } from '../../../build/package/fuses.mjs';
import { drawIcon } from '../../../build/package/icon.mjs';
import { shorten } from '../../../build/package/shorten.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${ROOT}/${name}`, 'utf8'));
const program = read('package.json') as { name: string; version: string; dependencies: Record<string, string> };
const { packages } = read('package-lock.json') as { packages: Parameters<typeof listDependencies>[0] };

/** A binary with a list of fuses, one digit each. */
function wired(digits: string): Buffer {
  return Buffer.from(
    `xdL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001${String.fromCodePoint(digits.length)}${digits}`,
    'latin1',
  );
}

describe('the fuses', () => {
  it('are all stated: nothing runs as Node, nothing is taken from outside the archive, files have no privileges', () => {
    expect(FUSES).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
    // The list of the library itself, so that a fuse that is new is not left as it comes.
    expect(Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))).toEqual(Object.keys(FUSES));
    expect(PACKAGING.afterPack).toBe(setFuses);
  });

  it('are set in the binary of each system; one that has more of them, or less, is not packed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fuses-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const framework = 'Contents/Frameworks/Electron Framework.framework';
    mkdirSync(join(folder, 'Strikedesk.app', framework), { recursive: true });
    const appInfo = { productFilename: 'Strikedesk' };
    const systems = [
      ['linux', 'strikedesk', { appInfo, executableName: 'strikedesk' }],
      ['win32', 'Strikedesk.exe', { appInfo }],
      ['darwin', `Strikedesk.app/${framework}/Electron Framework`, { appInfo }],
    ] as const;
    for (const [electronPlatformName, name, packager] of systems) {
      const pack = async (wire: string) => {
        writeFileSync(join(folder, name), wired(wire));
        // What a hook is given is more than this one asks of it.
        await setFuses({ appOutDir: folder, electronPlatformName, packager } as unknown as AfterPackContext);
        return readFuses(readFileSync(join(folder, name)));
      };
      expect(await pack('101110011')).toEqual(FUSES);
      await expect(pack('1011100111')).rejects.toThrow(/10 fuses/u);
      await expect(pack('10111001')).rejects.toThrow(/WasmTrapHandlers/u);
    }
  });

  it('are read from a binary; one without is told of', () => {
    const odd = [false, true, false, true, false, true, false, true, false];
    expect(Object.values(readFuses(wired('010101010')))).toEqual(odd);
    expect(() => readFuses(Buffer.from('x'))).toThrow(/no fuses/u);
    expect(() => readFuses(wired('01r'))).toThrow(/neither on nor off/u);
  });
});

describe('what is packed', () => {
  const BUILT = ['/package.json', '/out', '/out/main/main.js', '/out/preload/preload.cjs', '/out/renderer/index.html'];

  it('is the built output and nothing else', () => {
    expect(findForeignFiles(BUILT)).toEqual([]);
    expect(findForeignFiles([...BUILT, '/node_modules/ws/index.js', '/.env'])).toEqual([
      '/node_modules/ws/index.js is no part of the built output',
      '/.env is no part of the built output',
    ]);
    expect(findForeignFiles(BUILT.slice(0, 3))).toEqual([
      '/out/preload/preload.cjs is missing',
      '/out/renderer/index.html is missing',
    ]);
  });

  it.each([
    ['webPreferences:{nodeIntegration:!0}', 'gives a page Node'],
    ['{ "contextIsolation": false }', 'shares a world with a page'],
    ['sandbox: false', 'takes a page out of its sandbox'],
    ['{webSecurity:!1}', 'lets a page read other origins'],
    ['a.openExternal(url)', 'hands addresses to the system'],
    ['rejectUnauthorized:!1', 'trusts any certificate'],
    ['window.webContents.executeJavaScript(text)', 'runs text as a script'],
  ])('may not hold %s', (text, what) => {
    expect(findWeaknesses('main.js', text)).toEqual([`main.js ${what}`]);
    expect(findWeaknesses('main.js', 'nodeIntegration:!1,contextIsolation:!0,sandbox:!0,webSecurity:!0')).toEqual([]);
  });

  it('looks for updates only where it was packed with an address, which is encrypted and holds no password', () => {
    expect(PACKAGING.publish).toBeNull();
    expect(PACKAGING.win.verifyUpdateCodeSignature).toBe(true);
    const url = 'https://updates.example/strikedesk';
    // On macOS an update comes as a zip.
    const mac = { ...PACKAGING.mac, target: ['dmg', 'zip'] };
    expect(withUpdates(PACKAGING, url)).toEqual({ ...PACKAGING, mac, publish: [{ provider: 'generic', url }] });
    for (const wrong of ['http://a.example', 'a.example', 'https://u:p@a.example', 'file:///a', ''])
      expect(() => withUpdates(PACKAGING, wrong)).toThrow(/--update-url must be/);
  });

  it('comes as what each system installs', () => {
    expect(PACKAGING.linux.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(PACKAGING.win.target).toEqual(['nsis']);
    expect(PACKAGING.mac.target).toEqual(['dmg']);
  });

  it('opens no files, and has an icon', () => {
    expect(JSON.stringify(PACKAGING)).not.toContain('fileAssociations');
    const icon = drawIcon(64);
    expect(icon.subarray(1, 4).toString()).toBe('PNG');
    expect(icon.readUInt32BE(16)).toBe(64);
  });
});

describe('whose work it is built of', () => {
  const dependencies = listDependencies(packages, Object.keys(program.dependencies));

  it('is every package of the runtime tree, found as Node finds it, and none that only builds', () => {
    const names = dependencies.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(program.dependencies), 'ag-stack', 'scheduler']));
    for (const tool of ['vite', 'typescript', 'electron', 'electron-builder', 'vitest'])
      expect(names).not.toContain(tool);
    const tree = {
      'node_modules/a': { version: '1', dependencies: { b: '1' } },
      'node_modules/a/node_modules/b': { version: '2' },
      'node_modules/b': { version: '1' },
    };
    expect(listDependencies(tree, ['a']).map(({ path }) => path)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
    ]);
  });

  it('is of the registry alone: each file is pinned by its digest, to one version, and none comes by another way', () => {
    const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> };
    for (const version of Object.values({ ...program.dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const locked = Object.entries<{ integrity?: string; resolved?: string; link?: boolean }>(packages);
    expect(locked.length).toBeGreaterThan(300);
    for (const [path, { integrity, resolved, link }] of locked.filter(([name]) => name !== '')) {
      expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(link, path).toBeUndefined();
      if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it('is a bill that is the same for the same lock file, each with its licence and digest', () => {
    const bill = JSON.parse(writeSbom(program, dependencies)) as {
      specVersion: string;
      components: {
        name: string;
        hashes: { content: string }[];
        licenses: { expression: string }[];
        'bom-ref': string;
      }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    expect(bill.specVersion).toBe('1.6');
    expect(bill.components).toHaveLength(dependencies.length);
    const references = new Set(bill.components.map((component) => component['bom-ref']));
    expect(references.size).toBe(dependencies.length);
    for (const { hashes, licenses, name } of bill.components) {
      expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
      expect(licenses[0]?.expression, name).toMatch(/MIT|Apache|BSD|ISC|0BSD|OFL|Python-2.0|BlueOak/);
    }
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !references.has(ref))).toEqual([]);
    expect(writeSbom(program, dependencies)).toBe(
      writeSbom(program, listDependencies(packages, Object.keys(program.dependencies))),
    );
  });

  it('gives every licence in its own words', () => {
    const text = writeLicences(ROOT, dependencies);
    for (const { name, version } of dependencies) expect(text).toContain(`${name} ${version} (`);
    expect(text).toContain('Permission is hereby granted');
  });
});

describe('what the builder says while it packs', () => {
  it('is told in full, but for a list of names that says nothing', () => {
    const fields = { dependencies: ['a@1', 'b@2', 'a@1'] };
    expect(shorten(fields, 'duplicate dependency references')[0]).toMatch(/^2 packages are needed by more than one/);
    for (const [first, message] of [
      [fields, 'unresolved duplicate dependency references'],
      [fields, 'cannot find path for dependency'],
      ['packaging', undefined],
    ] as const) {
      expect(shorten(first, message)).toEqual([first, message]);
    }
  });
});
