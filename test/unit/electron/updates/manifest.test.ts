import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  type ManifestSituation,
  provesFile,
  verifyManifest,
} from '../../../../electron/updates/manifest.ts';
import { assertDefined } from '../../../../shared/result.ts';
import {
  describeContent,
  makeManifest,
  makeSigningKeys,
  SIGNED_NOW_MS,
  signBytes,
} from '../../../support/update-signing.ts';

const DAY_MS = 86_400_000;
const { publicKey, privateKey } = makeSigningKeys();
const HERE: ManifestSituation = { nowMs: SIGNED_NOW_MS, currentVersion: '0.1.0', newestSeenIssuedAtMs: null };
const GOOD = makeManifest();
const SIGNATURE = signBytes(GOOD, privateKey);
const FILE = describeContent('Strikedesk-0.2.0.AppImage', 'an image');
const at = (ms: number) => new Date(SIGNED_NOW_MS + ms).toISOString();

interface Attempt {
  readonly bytes: Buffer;
  readonly signature: Buffer;
  readonly key?: typeof publicKey;
  readonly changes?: Partial<ManifestSituation>;
}

const attempt = ({ bytes, signature, key = publicKey, changes = {} }: Attempt) =>
  verifyManifest(bytes, signature, key, { ...HERE, ...changes });
/** Signed with the right key, as a publisher would who makes a mistake, or whose tool was fooled. */
const signed = (bytes: Buffer, changes: Partial<ManifestSituation> = {}): Attempt => ({
  bytes,
  signature: signBytes(bytes, privateKey),
  changes,
});
const withFiles = (...files: unknown[]) => signed(makeManifest({ files }));
function flip(bytes: Buffer, index: number, mask = 1): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] = (changed[index] ?? 0) ^ mask;
  return changed;
}

const NOT_SIGNED = /not what was signed with the key of this program/;
const TAMPERED: readonly (readonly [string, Attempt, RegExp])[] = [
  ['a changed byte', { bytes: flip(GOOD, 40), signature: SIGNATURE }, NOT_SIGNED],
  ['another signature', { bytes: GOOD, signature: flip(SIGNATURE, 40) }, NOT_SIGNED],
  [
    'the signature of another manifest',
    { bytes: makeManifest({ version: '0.3.0' }), signature: SIGNATURE },
    NOT_SIGNED,
  ],
  ['another key', { bytes: GOOD, signature: signBytes(GOOD, makeSigningKeys().privateKey) }, NOT_SIGNED],
  ['a manifest cut short', { bytes: GOOD.subarray(0, -1), signature: SIGNATURE }, NOT_SIGNED],
  ['a byte more', { bytes: Buffer.concat([GOOD, Buffer.from('\n')]), signature: SIGNATURE }, NOT_SIGNED],
  ['the same said with other spaces', { bytes: Buffer.from(` ${String(GOOD)}`), signature: SIGNATURE }, NOT_SIGNED],
  ['no manifest', { bytes: Buffer.alloc(0), signature: SIGNATURE }, /has 0 bytes, which no manifest has/],
  ['a manifest of absurd size', signed(Buffer.alloc(65_537, ' ')), /has 65537 bytes, which no manifest has/],
  ['no signature', { bytes: GOOD, signature: Buffer.alloc(0) }, /signature of the manifest has 0 bytes instead of 64/],
  ['a signature cut short', { bytes: GOOD, signature: SIGNATURE.subarray(1) }, /has 63 bytes instead of 64/],
  ['a signature with more', { bytes: GOOD, signature: Buffer.concat([SIGNATURE, SIGNATURE]) }, /has 128 bytes/],
  ['a signature of zeros', { bytes: GOOD, signature: Buffer.alloc(64) }, NOT_SIGNED],
  [
    'a key of another kind',
    {
      bytes: GOOD,
      signature: SIGNATURE,
      key: createPublicKey(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey),
    },
    /not a public key of Ed25519/,
  ],
  ['what is no JSON', signed(Buffer.from('version: 0.2.0')), /signed, but wrong: it is no JSON/],
  ['text that is no UTF-8', signed(Buffer.concat([GOOD, Buffer.from([0xff])])), /it is no JSON/],
  ['a field more', signed(makeManifest({ run: 'now' })), /signed, but wrong: .*run/],
  ['a field more of a file', withFiles({ ...FILE, isAdminRightsRequired: true }), /signed, but wrong: .*isAdmin/],
  ['a version that is none', signed(makeManifest({ version: '1e9.0.0' })), /the version is not three numbers/],
  ['a preliminary version', signed(makeManifest({ version: '0.2.0-beta.1' })), /the version is not three numbers/],
  ['no file', withFiles(), /it names no file/],
  ['more files than a release has', withFiles(...Array.from({ length: 65 }, () => FILE)), /too many files/],
  ['a file twice', withFiles(FILE, { ...FILE, size: 9 }), /it names a file twice/],
  ['a file twice but for capitals', withFiles(FILE, { ...FILE, name: FILE.name.toUpperCase() }), /a file twice/],
  ['a name with a path', withFiles({ ...FILE, name: 'a/b.deb' }), /name of a file is not plain/],
  ['a name that leads up', withFiles({ ...FILE, name: '..' }), /name of a file is not plain/],
  ['a name with a path of Windows', withFiles({ ...FILE, name: String.raw`a\b.exe` }), /name of a file is not plain/],
  ['a name with an escape', withFiles({ ...FILE, name: 'a%2Fb.deb' }), /name of a file is not plain/],
  ['a name that is an address', withFiles({ ...FILE, name: 'https://a.example' }), /name of a file is not plain/],
  ['an absurd size', withFiles({ ...FILE, size: 2 ** 31 }), /larger than any installer/],
  ['an empty file', withFiles({ ...FILE, size: 0 }), /a file is empty/],
  ['a size that is no number of bytes', withFiles({ ...FILE, size: 1.5 }), /no number of bytes/],
  ['a hash that is none', withFiles({ ...FILE, sha512: 'abc' }), /no SHA-512 in base64/],
  ['a time without a zone', signed(makeManifest({ issued_at: '2026-11-21T12:00:00' })), /not given in UTC/],
  ['an end before its beginning', signed(makeManifest({ expires_at: at(-2 * DAY_MS) })), /ends before it begins/],
  ['one that is good for years', signed(makeManifest({ expires_at: at(400 * DAY_MS) })), /more than a year/],
  ['an expired manifest', signed(GOOD, { nowMs: SIGNED_NOW_MS + 30 * DAY_MS }), /was good until 2026-12-22/],
  ['one that is yet to come', signed(makeManifest({ issued_at: at(3_600_001) })), /yet to come by this clock/],
  ['an older one than was seen', signed(GOOD, { newestSeenIssuedAtMs: SIGNED_NOW_MS }), /older than one of 2026-11-22/],
  ['the version that runs', signed(GOOD, { currentVersion: '0.2.0' }), /0\.2\.0, which is not newer than 0\.2\.0/],
  ['an older version', signed(GOOD, { currentVersion: '0.10.0' }), /0\.2\.0, which is not newer than 0\.10\.0/],
];

describe('a manifest of updates', () => {
  it('is taken as it was signed, up to the edges of time', () => {
    expect(attempt({ bytes: GOOD, signature: SIGNATURE })).toEqual({
      ok: true,
      value: {
        version: '0.2.0',
        issuedAtMs: SIGNED_NOW_MS - DAY_MS,
        expiresAtMs: SIGNED_NOW_MS + 30 * DAY_MS,
        files: expect.arrayContaining([FILE]) as unknown,
      },
    });
    const edges: readonly Attempt[] = [
      signed(GOOD, { newestSeenIssuedAtMs: SIGNED_NOW_MS - DAY_MS }),
      signed(GOOD, { nowMs: SIGNED_NOW_MS + 30 * DAY_MS - 1 }),
      signed(makeManifest({ issued_at: at(3_600_000) })),
      withFiles({ ...FILE, name: 'Strikedesk Setup 0.2.0.exe', size: 2 ** 30 }),
    ];
    expect(edges.map((edge) => attempt(edge).ok)).toEqual(edges.map(() => true));
  });

  it.each(TAMPERED)('is refused with its own reason: %s', (_case, tampered, reason) => {
    const verdict = attempt(tampered);
    expect(verdict.ok ? null : verdict.error.reason).toMatch(reason);
  });

  it('says that it offers nothing new only where it is proven in all else', () => {
    const kinds = TAMPERED.map(([name, tampered]) => {
      const verdict = attempt(tampered);
      return { name, kind: verdict.ok ? 'taken' : verdict.error.kind };
    });
    expect(kinds.filter(({ kind }) => kind !== 'unproven')).toEqual([
      { name: 'the version that runs', kind: 'not_newer' },
      { name: 'an older version', kind: 'not_newer' },
    ]);
  });

  it('is refused with any byte flipped, of it or its signature', () => {
    const bit = fc.integer({ min: 0, max: 7 }).map((shift) => 1 << shift);
    fc.assert(
      fc.property(fc.nat(GOOD.length - 1), bit, (index, mask) => {
        expect(attempt({ bytes: flip(GOOD, index, mask), signature: SIGNATURE }).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    for (let index = 0; index < SIGNATURE.length; index += 1) {
      for (let shift = 0; shift < 8; shift += 1) {
        expect(attempt({ bytes: GOOD, signature: flip(SIGNATURE, index, 1 << shift) }).ok).toBe(false);
      }
    }
  });

  it('never throws, whatever is signed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const verdict = attempt(signed(Buffer.from(bytes)));
          expect(verdict.ok ? null : verdict.error.reason).toMatch(/\w/);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('proves a file by name, size and hash together', () => {
    const verdict = attempt({ bytes: GOOD, signature: SIGNATURE });
    const manifest = assertDefined(verdict.ok ? verdict.value : null, 'it is proven');
    expect(provesFile(manifest, FILE)).toBe(true);
    const other = describeContent('strikedesk_0.2.0_amd64.deb', 'a deb');
    for (const wrong of [{ name: other.name }, { size: FILE.size + 1 }, { sha512: other.sha512 }]) {
      expect(provesFile(manifest, { ...FILE, ...wrong })).toBe(false);
    }
  });
});

describe('versions', () => {
  it('are compared number by number', () => {
    const rising = ['0.0.1', '0.0.10', '0.1.0', '0.9.9', '0.10.0', '1.0.0', '2.0.0', '10.0.0'];
    for (const [left, a] of rising.entries()) {
      for (const [right, b] of rising.entries()) {
        expect(Math.sign(compareVersions(a, b))).toBe(Math.sign(left - right));
      }
    }
    expect(() => compareVersions('1.0', '1.0.0')).toThrow(/three numbers/);
  });
});
