import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createUpdateSource, type UpdaterPlace } from '../../../../electron/shell/update-source.ts';
import {
  describeContent,
  makeManifest,
  makeSigningKeys,
  SIGNED_NOW_MS,
  signBytes,
} from '../../../support/update-signing.ts';

const FEED = 'https://updates.example/strikedesk';
const DAY_MS = 86_400_000;
const IMAGE = describeContent('Strikedesk-0.2.0.AppImage', 'an image');
const { publicKey, privateKey } = makeSigningKeys();
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

function makePlace(changes: Partial<UpdaterPlace> = {}, updateKey: unknown = spki(publicKey), yaml = ''): UpdaterPlace {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-updates-'));
  made.push(folder);
  const packageFile = join(folder, 'package.json');
  writeFileSync(packageFile, JSON.stringify({ name: 'strikedesk', updateKey: updateKey ?? undefined }));
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${FEED}\n${yaml}`);
  const place = { platform: 'linux', isPackaged: true, resourcesPath: folder, packageFile, dataDir: folder } as const;
  return { ...place, version: '0.1.0', ...changes };
}

function spki(key: typeof publicKey): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

const offerOf = ({ name, size, sha512 }: typeof IMAGE) => ({ url: name, size, sha512 });
const OFFER = { version: '0.2.0', files: [{ ...offerOf(IMAGE), blockMapSize: 9 }], path: IMAGE.name };

interface World {
  readonly place?: UpdaterPlace;
  readonly manifest?: Buffer;
  readonly signature?: Buffer;
  /** What electron-updater finds; null for nothing. */
  readonly offer?: object | null;
  /** What it writes to the disk, under which names. */
  readonly fetched?: readonly (readonly [string, string])[];
}

/** A packed terminal whose electron-updater and address do as the test says, and note what they are asked. */
function start({ place = makePlace(), manifest = makeManifest(), offer = OFFER, ...world }: World = {}) {
  const did: string[] = [];
  const signature = world.signature ?? signBytes(manifest, privateKey);
  const fetched = world.fetched ?? [[IMAGE.name, 'an image']];
  let nowMs = SIGNED_NOW_MS;
  const updater = {
    disableDifferentialDownload: false,
    setFeedURL: () => undefined,
    checkForUpdates: async () => {
      did.push('ask');
      return offer === null ? null : { isUpdateAvailable: true, updateInfo: offer };
    },
    downloadUpdate: async () => {
      did.push('download');
      return fetched.map(([name, content]) => {
        writeFileSync(join(place.dataDir, name), content);
        return join(place.dataDir, name);
      });
    },
    quitAndInstall: () => void did.push('install'),
  };
  const source = createUpdateSource(place, {
    load: async () => {
      did.push('load');
      return updater as never;
    },
    fetchBytes: async (url) => {
      did.push(`fetch ${url.href}`);
      return url.pathname.endsWith('.sig') ? signature : manifest;
    },
    now: () => nowMs,
  });
  return { source, did, place, updater, wait: (ms: number) => (nowMs += ms) };
}

const FETCHED = [`fetch ${FEED}/updates.manifest`, `fetch ${FEED}/updates.manifest.sig`];

describe('updates of a package with a key', () => {
  it('are proven before electron-updater is asked, before they count as fetched, and before they are installed', async () => {
    const { source, did, updater } = start();
    expect(source.whyUnprovable).toBeNull();
    source.install();
    expect(await source.check(FEED)).toBe('0.2.0');
    expect(updater.disableDifferentialDownload).toBe(true);
    await source.download();
    source.install();
    expect(did).toEqual([...FETCHED, 'load', 'ask', 'download', 'install']);
  });

  it('are looked for as electron-updater looks for its own files', async () => {
    const { source, did } = start();
    await source.check('https://updates.example/a/b/?channel=x');
    expect(did[0]).toBe('fetch https://updates.example/a/b/updates.manifest?channel=x');
  });

  const older = makeManifest({ issued_at: new Date(SIGNED_NOW_MS - 2 * DAY_MS).toISOString() });
  it.each([
    ['is not signed', { signature: Buffer.alloc(64, 7) }, /not what was signed/],
    [
      'is of another key',
      { signature: signBytes(makeManifest(), makeSigningKeys().privateKey) },
      /not what was signed/,
    ],
    ['was changed', { manifest: older, signature: signBytes(makeManifest(), privateKey) }, /not what was signed/],
    ['is expired', { manifest: makeManifest({ expires_at: new Date(SIGNED_NOW_MS).toISOString() }) }, /was good until/],
  ] as const)('ask electron-updater nothing where the manifest %s', async (_case, world, reason) => {
    const { source, did } = start(world);
    await expect(source.check(FEED)).rejects.toThrow(reason);
    await expect(source.download()).rejects.toThrow(/no update was proven/);
    source.install();
    expect(did.filter((what) => what !== 'load')).toEqual(FETCHED);
  });

  it('are none where the manifest offers what runs: electron-updater is not even loaded', async () => {
    const { source, did } = start({ place: makePlace({ version: '0.2.0' }) });
    expect(await source.check(FEED)).toBeNull();
    expect(did).toEqual(FETCHED);
  });

  it('are not taken back to an older manifest, also after a restart', async () => {
    const { source, place } = start();
    await source.check(FEED);
    expect(JSON.parse(readFileSync(join(place.dataDir, 'updates-seen.json'), 'utf8'))).toEqual({
      version: 1,
      newest_issued_at: SIGNED_NOW_MS - DAY_MS,
    });
    const restarted = start({ place, manifest: older });
    await expect(restarted.source.check(FEED)).rejects.toThrow(/older than one of .* that was seen/);
    expect(restarted.did).toEqual(FETCHED);
    expect(await start({ place }).source.check(FEED)).toBe('0.2.0');
  });

  it('that were taken back by a newer manifest are not offered again by the older one', async () => {
    const place = makePlace();
    const back = makeManifest({ version: '0.1.0', issued_at: new Date(SIGNED_NOW_MS).toISOString() });
    expect(await start({ place, manifest: back }).source.check(FEED)).toBeNull();
    await expect(start({ place }).source.check(FEED)).rejects.toThrow(/older than one of/);
  });

  it('are not taken where it can’t be remembered that they were', async () => {
    const place = makePlace();
    writeFileSync(join(place.dataDir, 'file'), '');
    const { source, did } = start({ place: { ...place, dataDir: join(place.dataDir, 'file', 'data') } });
    await expect(source.check(FEED)).rejects.toThrow(/file/);
    expect(did).toEqual(FETCHED);
  });

  const changed = (changes: object) => ({ offer: { ...OFFER, files: [{ ...offerOf(IMAGE), ...changes }] } });
  it.each([
    ['another version', { offer: { ...OFFER, version: '0.3.0' } }, /not the version that was signed, 0\.2\.0/],
    ['another name', changed({ url: 'strikedesk_0.2.0_amd64.deb' }), /a file that was not signed/],
    ['an address as the name', changed({ url: `https://a.example/${IMAGE.name}` }), /a file that was not signed/],
    ['another size', changed({ size: 7 }), /a file that was not signed/],
    ['another hash', changed({ sha512: describeContent('a', 'b').sha512 }), /a file that was not signed/],
    ['no size', changed({ size: undefined }), /in a way that nothing proves/],
    ['rights of an administrator', changed({ isAdminRightsRequired: true }), /in a way that nothing proves/],
    [
      'a file beside the signed one',
      { offer: { ...OFFER, files: [...OFFER.files, { ...offerOf(IMAGE), url: 'x.deb' }] } },
      /a file that was not signed/,
    ],
    ['no file', { offer: { ...OFFER, files: [] } }, /in a way that nothing proves/],
    [
      'parts to be fetched by the installer',
      { offer: { ...OFFER, packages: { x64: { path: 'a.7z' } } } },
      /nothing proves/,
    ],
    ['nothing', { offer: null }, /0\.2\.0 is signed, but the address has none for this package/],
  ])('are not fetched where the address offers %s', async (_case, world, reason) => {
    const { source, did } = start(world);
    await expect(source.check(FEED)).rejects.toThrow(reason);
    await expect(source.download()).rejects.toThrow(/no update was proven/);
    source.install();
    expect(did).toEqual([...FETCHED, 'load', 'ask']);
  });

  it.each([
    ['is changed', [[IMAGE.name, 'an imagf']], /not what was signed; it was removed/],
    ['is longer', [[IMAGE.name, 'an image ']], /not what was signed; it was removed/],
    ['has another name', [['other.AppImage', 'an image']], /not what was signed; it was removed/],
  ] as const)('are not ready where the file that was fetched %s', async (_case, fetched, reason) => {
    const { source, did, place } = start({ fetched });
    await source.check(FEED);
    await expect(source.download()).rejects.toThrow(reason);
    expect(existsSync(join(place.dataDir, fetched[0][0]))).toBe(false);
    source.install();
    expect(did).not.toContain('install');
  });

  it('are not ready where more was fetched than one file, or none', async () => {
    for (const fetched of [[], [[IMAGE.name, 'an image'] as const, ['more.7z', 'x'] as const]]) {
      const { source, did } = start({ fetched });
      await source.check(FEED);
      await expect(source.download()).rejects.toThrow(/files were fetched instead of one/);
      source.install();
      expect(did).not.toContain('install');
    }
  });

  it('are not installed where the file was changed since, or the manifest expired', async () => {
    const { source, did, place, wait } = start();
    await source.check(FEED);
    await source.download();
    wait(30 * DAY_MS);
    expect(() => source.install()).toThrow(/was good until/);
    wait(-30 * DAY_MS);
    const path = join(place.dataDir, IMAGE.name);
    writeFileSync(path, 'an imagf');
    expect(() => source.install()).toThrow(/not what was signed; it was removed/);
    expect(existsSync(path)).toBe(false);
    expect(did).not.toContain('install');
  });

  it('are forgotten with the next question', async () => {
    const { source, did, wait } = start();
    await source.check(FEED);
    await source.download();
    wait(60 * DAY_MS);
    await expect(source.check(FEED)).rejects.toThrow(/was good until/);
    wait(-60 * DAY_MS);
    await expect(source.download()).rejects.toThrow(/no update was proven/);
    source.install();
    expect(did).not.toContain('install');
  });
});

describe('what can be proven', () => {
  const publisher = 'publisherName:\n  - Desk Ltd\n';
  it.each([
    ['a package of Linux with a key', makePlace(), null],
    ['one without a key', makePlace({}, null), /no signature, and this one no key/],
    ['a package of Windows with key and publisher', makePlace({ platform: 'win32' }, spki(publicKey), publisher), null],
    ['one of Windows with a key alone', makePlace({ platform: 'win32' }), /names no publisher/],
    ['a package of macOS with a key', makePlace({ platform: 'darwin' }), null],
    ['a run from the sources', makePlace({ isPackaged: false }), /sources/],
    ['a key that is none', makePlace({ platform: 'darwin' }, 'AAAA'), /can’t be read/],
    ['a key that is no text', makePlace({ platform: 'darwin' }, 7), /can’t be read/],
    ['no package.json', makePlace({ platform: 'darwin', packageFile: '/nowhere/package.json' }), /can’t be read/],
    ['44 bytes that are no key', makePlace({}, Buffer.alloc(44, 1).toString('base64')), /can’t be read/],
  ] as const)('is judged by package and system: %s', (_case, place, why) => {
    const { whyUnprovable } = createUpdateSource(place, { load: () => expect.unreachable() });
    if (why === null) expect(whyUnprovable).toBeNull();
    else expect(whyUnprovable).toMatch(why);
  });
});
