import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';

/** What Electron's binary carries before its fuses: a mark, the version of the list, its length, one digit each. */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_LIST_VERSION = 1;
const OFF = 0x30;
const ON = 0x31;

/** The fuses in the order of the list. */
export const FUSES = /** @type {const} */ ([
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]);

/**
 * A folder that is to electron-builder what an unpacked Electron is, every fuse the other way round from what is wanted
 * being possible: all are on.
 * @param {string} folder
 * @param {string} version
 */
export function makeStandIn(folder, version) {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const fuses = Buffer.alloc(FUSES.length, ON);
  const list = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([FUSE_LIST_VERSION, FUSES.length]), fuses]);
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('stand-in '), list, Buffer.from(' end')]), {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak']) {
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

/**
 * The fuses that a binary carries.
 * @param {Buffer} binary
 * @returns {Record<string, boolean>}
 */
export function readFuses(binary) {
  const at = binary.indexOf(FUSE_MARK);
  if (at === -1) throw new Error('the binary has no fuses');
  const start = at + FUSE_MARK.length + 2;
  return Object.fromEntries(
    FUSES.map((name, index) => {
      const digit = binary[start + index];
      if (digit !== ON && digit !== OFF) throw new Error(`the fuse ${name} is neither on nor off`);
      return [name, digit === ON];
    }),
  );
}

/**
 * What is wrong with files of an archive: anything but the built output and package.json.
 * @param {readonly string[]} files as the archive lists them
 * @returns {string[]}
 */
export function findForeignFiles(files) {
  const isExpected = (/** @type {string} */ file) =>
    file === '/package.json' || file === '/out' || /^\/out\/(?:main|preload|renderer)(?:\/|$)/u.test(file);
  const foreign = files.filter((file) => !isExpected(file)).map((file) => `${file} is no part of the built output`);
  const missing = ['/package.json', '/out/main/main.js', '/out/preload/preload.cjs', '/out/renderer/index.html']
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is missing`);
  return [...foreign, ...missing];
}

/**
 * Everything that is wrong with an unpacked Linux package.
 * @param {string} folder
 * @param {{ electronFuses?: object | null }} config
 */
export async function inspectPackage(folder, config) {
  const files = listPackage(join(folder, 'resources', 'app.asar'), { isPack: false }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const fuses = readFuses(readFileSync(join(folder, 'strikedesk')));
  const wanted = /** @type {Record<string, boolean>} */ (config.electronFuses ?? {});
  const wrong = Object.entries(fuses).filter(([name, isOn]) => isOn !== wanted[name]);
  return [...findForeignFiles(files), ...wrong.map(([name, isOn]) => `the fuse ${name} is ${isOn ? 'on' : 'off'}`)];
}
