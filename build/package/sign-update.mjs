import { createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { MANIFEST_NAME, SIGNATURE_NAME, verifyManifest } from '../../electron/updates/manifest.ts';
import { measureFileNow } from '../../electron/updates/measure.ts';
import { PlainFailure, inProject, say } from '../lib/project.mjs';
import { readPrivateKey, toSpki } from './update-key.mjs';

const DAY_MS = 86_400_000;
const USAGE = 'npm run sign-update needs --key PRIVATE_PEM and --days N, from 1 to 366';

/**
 * Writes a release's manifest and signature into its folder, and verifies both. Gives version and public key. Throws a
 * sentence, leaving no manifest (docs/design/updates.md).
 * @param {{ folder: string, key: import('node:crypto').KeyObject, days: number, nowMs: number }} release
 */
export function signRelease({ folder, key, days, nowMs }) {
  for (const name of [MANIFEST_NAME, SIGNATURE_NAME]) rmSync(join(folder, name), { force: true });
  const { version, files } = gatherFiles(folder);
  const manifest = {
    version,
    issued_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + days * DAY_MS).toISOString(),
    files,
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const signature = sign(null, bytes, key);
  const publicKey = createPublicKey(key);
  // Any version that runs is older than the one before all others; its own zero is no release.
  const proven = verifyManifest(bytes, signature, publicKey, {
    nowMs,
    currentVersion: '0.0.0',
    newestSeenIssuedAtMs: null,
  });
  if (!proven.ok) throw new PlainFailure(`the terminal would not take it: ${proven.error.reason}`);
  writeFileSync(join(folder, MANIFEST_NAME), bytes);
  writeFileSync(join(folder, SIGNATURE_NAME), signature);
  return { version, files: files.map(({ name }) => name), publicKey: toSpki(publicKey) };
}

/**
 * What the files of a release say that there is to fetch, as it lies on the disk.
 * @param {string} folder
 */
function gatherFiles(folder) {
  const lists = readdirSync(folder).filter((name) => /^latest.*\.yml$/u.test(name));
  if (lists.length === 0) throw new PlainFailure(`${folder} has no latest*.yml: package with --update-url first`);
  // Read by the very code that reads them in the terminal.
  const infos = lists
    .toSorted()
    .map((name) => parseUpdateInfo(readFileSync(join(folder, name), 'utf8'), name, new URL(`file:///${name}`)));
  const [version, ...others] = new Set(infos.map((info) => info.version));
  if (version === undefined || others.length > 0) {
    throw new PlainFailure(`the files latest*.yml are of several versions: ${[version, ...others].join(', ')}`);
  }
  const entries = new Map(infos.flatMap((info) => info.files).map((file) => [file.url, file]));
  const files = [...entries.values()].map(({ url, size, sha512 }) => {
    if (/[/\\:%]/u.test(url)) throw new PlainFailure(`${url} is not the name of a file beside latest*.yml`);
    const file = measure(join(folder, url));
    if (file.size !== size || file.sha512 !== sha512) {
      throw new PlainFailure(`${url} is not what latest*.yml says: it was built anew, or changed`);
    }
    return file;
  });
  return { version, files };
}

/** @param {string} path */
function measure(path) {
  try {
    return measureFileNow(path);
  } catch {
    throw new PlainFailure(`${path} is named by latest*.yml and can’t be read`);
  }
}

/** @param {readonly string[]} args */
function readArguments(args) {
  try {
    const { values } = parseArgs({ args: [...args], options: { key: { type: 'string' }, days: { type: 'string' } } });
    const days = /^\d{1,3}$/u.test(values.days ?? '') ? Number(values.days) : 0;
    if (values.key !== undefined && days >= 1 && days <= 366) return { key: values.key, days };
  } catch {
    // An option that is not known: told below.
  }
  throw new PlainFailure(USAGE, 2);
}

/** `npm run sign-update -- --key PRIVATE_PEM --days N`: signs what `npm run package` left in release/. Needs no network. */
export function main(args = process.argv.slice(2)) {
  const { key, days } = readArguments(args);
  const signed = signRelease({
    folder: inProject('release'),
    key: readPrivateKey(key),
    days,
    nowMs: Date.now(),
  });
  say(`signed ${signed.version} for ${days} days: ${signed.files.join(', ')}`);
  say(`packages that carry this key take it: ${signed.publicKey}`);
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}
