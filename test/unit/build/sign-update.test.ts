import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { afterAll, describe, expect, it } from 'vitest';
import { PACKAGING, withUpdates } from '../../../build/package/config.mjs';
import { main, signRelease } from '../../../build/package/sign-update.mjs';
import { readPrivateKey, readPublicKey, toSpki } from '../../../build/package/update-key.mjs';
import { MANIFEST_NAME, SIGNATURE_NAME, verifyManifest } from '../../../electron/updates/manifest.ts';
import { createUpdateProver } from '../../../electron/updates/prover.ts';
import { readUpdateKey } from '../../../electron/updates/update-key.ts';
import { assertDefined } from '../../../shared/result.ts';
import { makeSigningKeys, SIGNED_NOW_MS as NOW_MS } from '../../support/update-signing.ts';

const DAY_MS = 86_400_000;
const { publicKey, privateKey } = makeSigningKeys();
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-release-'));
  made.push(folder);
  return folder;
}

/** As electron-builder leaves it: installers, and beside them what electron-updater reads. */
function makeRelease(changes: { readonly version?: string; readonly url?: string } = {}): string {
  const folder = makeFolder();
  const lists = {
    'latest-linux.yml': ['Strikedesk-0.2.0.AppImage', changes.url ?? 'strikedesk_0.2.0_amd64.deb'],
    'latest.yml': ['Strikedesk Setup 0.2.0.exe'],
  };
  for (const [list, names] of Object.entries(lists)) {
    const files = names.map((name) => {
      const content = `the content of ${name}`;
      if (!name.includes('/')) writeFileSync(join(folder, name), content);
      const sha512 = createHash('sha512').update(content).digest('base64');
      return `  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\n    blockMapSize: 7\n`;
    });
    const version = list === 'latest.yml' ? (changes.version ?? '0.2.0') : '0.2.0';
    writeFileSync(
      join(folder, list),
      `version: ${version}\nfiles:\n${files.join('')}path: ${names[0]}\nreleaseDate: '2026-11-22T10:00:00.000Z'\n`,
    );
  }
  return folder;
}

const signFolder = (folder: string, days = 30) => signRelease({ folder, key: privateKey, days, nowMs: NOW_MS });

function writePem(key: KeyObject): string {
  const file = join(makeFolder(), 'key.pem');
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  writeFileSync(file, key.export({ format: 'pem', type }));
  return file;
}

describe('a release', () => {
  it('is signed so that the terminal takes it, and every list that electron-updater reads of it', async () => {
    const folder = makeRelease();
    expect(signFolder(folder)).toEqual({
      version: '0.2.0',
      files: ['Strikedesk-0.2.0.AppImage', 'strikedesk_0.2.0_amd64.deb', 'Strikedesk Setup 0.2.0.exe'],
      publicKey: toSpki(publicKey),
    });
    const prover = createUpdateProver({
      key: publicKey,
      version: '0.1.0',
      seen: { read: () => null, note: () => undefined },
      fetchBytes: async ({ pathname }) => readFileSync(join(folder, pathname)),
      now: () => NOW_MS,
    });
    const manifest = assertDefined(await prover.prove('https://updates.example'), 'it is newer');
    for (const list of ['latest.yml', 'latest-linux.yml']) {
      const offer = parseUpdateInfo(readFileSync(join(folder, list), 'utf8'), list, new URL('https://updates.example'));
      expect(() => prover.holdOffer(manifest, offer)).not.toThrow();
    }
    const installer = join(folder, 'Strikedesk Setup 0.2.0.exe');
    expect(await prover.holdDownload(manifest, [installer])).toBe(installer);
  });

  it('is good for as many days as was said', () => {
    const folder = makeRelease();
    signFolder(folder, 10);
    const [bytes, signature] = [MANIFEST_NAME, SIGNATURE_NAME].map((name) => readFileSync(join(folder, name)));
    const isGood = (nowMs: number) =>
      verifyManifest(bytes ?? Buffer.of(), signature ?? Buffer.of(), publicKey, {
        nowMs,
        currentVersion: '0.1.0',
        newestSeenIssuedAtMs: null,
      }).ok;
    expect([isGood(NOW_MS), isGood(NOW_MS + 10 * DAY_MS - 1), isGood(NOW_MS + 10 * DAY_MS)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['a file was changed', () => makeRelease(), 'Strikedesk-0.2.0.AppImage', /is not what latest\*\.yml says/],
    ['nothing was packaged', () => makeFolder(), null, /has no latest\*\.yml/],
    ['two versions lie there', () => makeRelease({ version: '0.3.0' }), null, /of several versions: 0\.2\.0, 0\.3\.0/],
    ['a list names a path', () => makeRelease({ url: '../strikedesk.deb' }), null, /is not the name of a file beside/],
  ] as const)('is not signed where %s, and an earlier signature is gone', (_case, make, changed, reason) => {
    const folder = make();
    for (const name of [MANIFEST_NAME, SIGNATURE_NAME]) writeFileSync(join(folder, name), 'earlier');
    if (changed !== null) writeFileSync(join(folder, changed), 'something else');
    expect(() => signFolder(folder)).toThrow(reason);
    expect(readdirSync(folder).filter((name) => name.startsWith('updates'))).toEqual([]);
  });

  it('is not signed where a file is missing, or the terminal would not take it', () => {
    const folder = makeRelease();
    expect(() => signFolder(folder, 400)).toThrow(/the terminal would not take it: .*more than a year/);
    rmSync(join(folder, 'Strikedesk-0.2.0.AppImage'));
    expect(() => signFolder(folder)).toThrow(/can’t be read/);
    expect(existsSync(join(folder, MANIFEST_NAME))).toBe(false);
  });

  it('takes nothing of the private key with it', () => {
    const folder = makeRelease();
    const told = JSON.stringify(signFolder(folder));
    const secret = privateKey.export({ format: 'jwk' }).d ?? '';
    expect(secret).toHaveLength(43);
    const forms = [
      secret,
      Buffer.from(secret, 'base64url').toString('base64'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ];
    const texts = [told, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))];
    for (const form of forms) expect(texts.filter((text) => text.includes(form))).toEqual([]);
  });

  it.each([
    [[]],
    [['--key', 'a']],
    [['--days', '3']],
    [['--key', 'a', '--days', '0']],
    [['--key', 'a', '--days', '367']],
    [['--key', 'a', '--days', '1e1']],
    [['--sign']],
  ])('is signed with a key and days alone: not %j', (args) => {
    expect(() => main(args)).toThrow(/needs --key PRIVATE_PEM and --days N/);
  });
});

describe('the key of updates', () => {
  it('is put into the package.json of the archive, where the terminal finds it', () => {
    const key = readPublicKey(writePem(publicKey));
    const packed = withUpdates(PACKAGING, 'https://updates.example', key);
    expect(packed).toMatchObject({ extraMetadata: { updateKey: key }, publish: [{ provider: 'generic' }] });
    expect(withUpdates(PACKAGING, 'https://updates.example')).not.toHaveProperty('extraMetadata');
    const { extraMetadata } = packed as { extraMetadata?: object };
    const found = readUpdateKey(JSON.stringify({ name: 'strikedesk', ...extraMetadata }));
    expect(found.ok && found.value !== null && found.value.equals(publicKey)).toBe(true);
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  it.each([
    ['a private key', writePem(privateKey), /not a public key in PEM/],
    ['a key of another kind', writePem(ec.publicKey), /not of Ed25519/],
    ['no key', join(tmpdir(), 'strikedesk-no-such-key.pem'), /can’t be read/],
  ] as const)('is not taken from %s', (_case, file, reason) => {
    expect(() => readPublicKey(file)).toThrow(reason);
  });

  it('is private where it signs, of Ed25519, and nothing of it is told when it is wrong', () => {
    expect(readPrivateKey(writePem(privateKey)).equals(privateKey)).toBe(true);
    expect(() => readPrivateKey(writePem(ec.privateKey))).toThrow(/not of Ed25519/);
    expect(() => readPrivateKey(writePem(publicKey))).toThrow(/not a private key in PEM/);
    const file = writePem(privateKey);
    const body = readFileSync(file, 'utf8').split('\n')[1] ?? '';
    writeFileSync(file, body);
    expect(() => readPrivateKey(file)).toThrow(/not a private key in PEM/);
    expect(() => readPrivateKey(file)).not.toThrow(body);
  });
});
