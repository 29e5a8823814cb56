import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** When the manifests of tests are looked at. */
export const SIGNED_NOW_MS = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;

/** A pair made now: no key of a test is ever kept. */
export function makeSigningKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ed25519');
}

export interface ManifestJson {
  readonly version: unknown;
  readonly issued_at: unknown;
  readonly expires_at: unknown;
  readonly files: unknown;
}

/** What a manifest says of a file. */
export function describeContent(name: string, content: string) {
  return {
    name,
    size: Buffer.byteLength(content),
    sha512: createHash('sha512').update(content).digest('base64'),
  };
}

/** A manifest of yesterday that is good for a month. */
export function makeManifest(changes: Partial<ManifestJson> & Record<string, unknown> = {}): Buffer {
  const manifest: ManifestJson = {
    version: '0.2.0',
    issued_at: new Date(SIGNED_NOW_MS - DAY_MS).toISOString(),
    expires_at: new Date(SIGNED_NOW_MS + 30 * DAY_MS).toISOString(),
    files: [
      describeContent('Strikedesk-0.2.0.AppImage', 'an image'),
      describeContent('strikedesk_0.2.0_amd64.deb', 'a deb'),
      describeContent('Strikedesk Setup 0.2.0.exe', 'an installer'),
    ],
    ...changes,
  };
  return Buffer.from(JSON.stringify(manifest));
}

export function signBytes(bytes: Uint8Array, privateKey: KeyObject): Buffer {
  return sign(null, bytes, privateKey);
}
