import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FUSES } from './fuses.mjs';

/** What Electron's binary carries before its fuses: a mark, the version of the list, its length, one digit each. */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_LIST_VERSION = 1;
const OFF = 0x30;
const ON = 0x31;

/** Their names, in the order of the list. */
const NAMES = Object.keys(FUSES);

/**
 * A folder that looks to electron-builder like an unpacked Electron. Every fuse is on, so that setting them shows.
 * @param {string} folder
 * @param {string} version
 */
export function makeStandIn(folder, version) {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const fuses = Buffer.alloc(NAMES.length, ON);
  const list = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([FUSE_LIST_VERSION, NAMES.length]), fuses]);
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
    NAMES.map((name, index) => {
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
 * What the bundles of main process and preload must not contain, minified or not. Electron's checklist asks the same of
 * the sources.
 */
const WEAKNESSES = /** @type {const} */ ([
  ['gives a page Node', /\bnodeIntegration\w*["']?\s*:\s*(?:!0|true)\b/u],
  ['shares a world with a page', /\bcontextIsolation["']?\s*:\s*(?:!1|false)\b/u],
  ['takes a page out of its sandbox', /\bsandbox["']?\s*:\s*(?:!1|false)\b/u],
  ['lets a page read other origins', /\bwebSecurity["']?\s*:\s*(?:!1|false)\b/u],
  ['lets a page load what is not encrypted', /\ballowRunningInsecureContent["']?\s*:\s*(?:!0|true)\b/u],
  ['gives a page what is being tried out', /\bexperimentalFeatures["']?\s*:\s*(?:!0|true)\b|\benableBlinkFeatures\b/u],
  ['lets a page embed others', /\bwebviewTag["']?\s*:\s*(?:!0|true)\b/u],
  ['hands addresses to the system', /\bopenExternal\s*\(/u],
  ['hands its own objects to a page', /@electron\/remote|\benableRemoteModule\b/u],
  ['opens a port for debuggers', /remote-debugging-(?:port|pipe)/u],
  ['trusts any certificate', /\brejectUnauthorized["']?\s*:\s*(?:!1|false)\b|ignore-certificate-errors/u],
  ['runs text as a script', /\beval\s*\(|\bexecuteJavaScript\s*\(/u],
]);

/**
 * What a script of the main process or the preload does that none may.
 * @param {string} name
 * @param {string} text
 * @returns {string[]}
 */
export function findWeaknesses(name, text) {
  return WEAKNESSES.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${name} ${what}`);
}

/** What lies beside the archive and the program, and says whose work it is. */
const BESIDE = ['LICENSES.txt', 'sbom.cdx.json'];

/**
 * Everything that is wrong with an unpacked Linux package.
 * @param {string} folder
 * @param {{ extraMetadata?: { updateKey: string } }} config
 */
export async function inspectPackage(folder, config) {
  const archive = join(folder, 'resources', 'app.asar');
  const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const scripts = files.filter((file) => /^\/out\/(?:main|preload)\/.*\.c?js$/u.test(file));
  const weaknesses = scripts.flatMap((file) => findWeaknesses(file, String(extractFile(archive, file.slice(1)))));
  if (scripts.length === 0) weaknesses.push('the archive has no script to look at');
  const missing = BESIDE.filter((file) => !existsSync(join(folder, file))).map((file) => `${file} is missing`);
  const strange = readdirSync(join(folder, 'resources'))
    .filter((file) => file !== 'app.asar')
    .map((file) => `resources/${file} is no part of the package`);
  const fuses = readFuses(readFileSync(join(folder, 'strikedesk')));
  const wrong = Object.entries(FUSES).filter(([name, isOn]) => fuses[name] !== isOn);
  const { updateKey } = JSON.parse(String(extractFile(archive, 'package.json')));
  const wrongKey = updateKey === config.extraMetadata?.updateKey ? [] : ['the key of updates is not the one given'];
  const problems = [...findForeignFiles(files), ...weaknesses, ...missing, ...strange, ...wrongKey];
  return [...problems, ...wrong.map(([name, isOn]) => `the fuse ${name} is not ${isOn ? 'on' : 'off'}`)];
}
