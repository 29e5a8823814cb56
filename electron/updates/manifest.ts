import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';

/** What lies at the address of updates beside electron-updater's own files: the manifest, and its signature. */
export const MANIFEST_NAME = 'updates.manifest';
export const SIGNATURE_NAME = 'updates.manifest.sig';

/** An Ed25519 signature, as its bytes. */
export const SIGNATURE_BYTES = 64;
export const MOST_MANIFEST_BYTES = 64 * 1024;
const MOST_FILES = 64;
/** Several times what an installer has. */
const MOST_FILE_BYTES = 1024 * 1024 * 1024;
/** Clocks of desks are off by minutes. */
const AHEAD_TOLERANCE_MS = 60 * 60 * 1000;
/** A manifest that is good for longer could withhold updates for as long. */
const LONGEST_VALIDITY_MS = 366 * 24 * 60 * 60 * 1000;

/** Three numbers, nothing preliminary; as many digits as are exact. */
const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;
/** No separator of any system, no drive, no escape of an address, nothing hidden, and no end that Windows drops. */
const FILE_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._+ -]{0,198}[A-Za-z0-9])?$/;
const SHA512 = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

const instant = z.iso.datetime('a time is not given in UTC').transform((text) => Date.parse(text));
const fileSchema = z.strictObject({
  name: z.string().regex(FILE_NAME, 'the name of a file is not plain, such as one with a path'),
  size: z
    .int('the size of a file is no number of bytes')
    .min(1, 'a file is empty')
    .max(MOST_FILE_BYTES, 'a file is larger than any installer'),
  sha512: z.string().regex(SHA512, 'the hash of a file is no SHA-512 in base64'),
});
const manifestSchema = z
  .strictObject({
    version: z.string().regex(VERSION, 'the version is not three numbers'),
    issued_at: instant,
    expires_at: instant,
    files: z.array(fileSchema).min(1, 'it names no file').max(MOST_FILES, 'it names too many files'),
  })
  .refine(({ files }) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length, {
    error: 'it names a file twice',
  })
  .refine(({ issued_at, expires_at }) => expires_at > issued_at && expires_at - issued_at <= LONGEST_VALIDITY_MS, {
    error: 'it ends before it begins, or is good for more than a year',
  })
  .transform(({ version, issued_at, expires_at, files }) => ({
    version,
    issuedAtMs: issued_at,
    expiresAtMs: expires_at,
    files,
  }));

/** A file of an update: its name without a path, its size in bytes, its SHA-512 in base64. */
export type UpdateFile = Readonly<z.infer<typeof fileSchema>>;
/** What a release consists of; times are milliseconds since 1970 in UTC. */
export type UpdateManifest = Readonly<z.output<typeof manifestSchema>>;

/** What a manifest is held against. */
export interface ManifestSituation {
  readonly nowMs: number;
  /** The running version: three numbers. */
  readonly currentVersion: string;
  /** When the newest manifest was issued that this machine has proven; null for none. */
  readonly newestSeenIssuedAtMs: number | null;
}

/** Why a manifest gives no update, in words. `not_newer`: it is good in all else, and offers nothing new. */
export type ManifestRefusal =
  | { readonly kind: 'unproven'; readonly reason: string }
  | { readonly kind: 'not_newer'; readonly reason: string; readonly manifest: UpdateManifest };

/**
 * The manifest in the bytes, once signature, time, age and version allow it. The signature is checked first. Throws for
 * a malformed own version.
 */
export function verifyManifest(
  bytes: Uint8Array,
  signature: Uint8Array,
  publicKey: KeyObject,
  situation: ManifestSituation,
): Result<UpdateManifest, ManifestRefusal> {
  const { nowMs, currentVersion, newestSeenIssuedAtMs } = situation;
  const refuse = (reason: string) => fail({ kind: 'unproven', reason } as const);
  if (publicKey.type !== 'public' || publicKey.asymmetricKeyType !== 'ed25519') {
    return refuse('the key of this program is not a public key of Ed25519');
  }
  if (bytes.length === 0 || bytes.length > MOST_MANIFEST_BYTES) {
    return refuse(`the manifest of updates has ${bytes.length} bytes, which no manifest has`);
  }
  if (signature.length !== SIGNATURE_BYTES) {
    return refuse(`the signature of the manifest has ${signature.length} bytes instead of ${SIGNATURE_BYTES}`);
  }
  if (!verify(null, bytes, publicKey, signature)) {
    return refuse('the manifest of updates is not what was signed with the key of this program');
  }
  const read = readManifest(bytes);
  if (!read.ok) return refuse(`the manifest of updates is signed, but wrong: ${read.error}`);
  const manifest = read.value;
  if (manifest.issuedAtMs > nowMs + AHEAD_TOLERANCE_MS) {
    return refuse(`the manifest of updates is of ${tell(manifest.issuedAtMs)}, which is yet to come by this clock`);
  }
  const expired = whyExpired(manifest, nowMs);
  if (expired !== null) return refuse(expired);
  if (newestSeenIssuedAtMs !== null && manifest.issuedAtMs < newestSeenIssuedAtMs) {
    return refuse(
      `the manifest of updates is of ${tell(manifest.issuedAtMs)}, older than one of ${tell(newestSeenIssuedAtMs)} that was seen`,
    );
  }
  if (compareVersions(manifest.version, currentVersion) <= 0) {
    const reason = `the manifest offers ${manifest.version}, which is not newer than ${currentVersion}`;
    return fail({ kind: 'not_newer', reason, manifest });
  }
  return ok(manifest);
}

/** Why a proven manifest is good no longer, in words; null while it is. */
export function whyExpired({ expiresAtMs }: UpdateManifest, nowMs: number): string | null {
  return nowMs < expiresAtMs ? null : `the manifest of updates was good until ${tell(expiresAtMs)}`;
}

/** Whether a file is one of the manifest's: name, size and hash. */
export function provesFile({ files }: UpdateManifest, { name, size, sha512 }: UpdateFile): boolean {
  return files.some((file) => file.name === name && file.size === size && file.sha512 === sha512);
}

/** Less than, equal to or more than zero, as `a` is older, the same or newer. Throws for what is not three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function readVersion(text: string): number[] {
  const found = VERSION.exec(text);
  if (found === null) throw new Error('a version is not three numbers');
  return found.slice(1).map(Number);
}

function readManifest(bytes: Uint8Array): Result<UpdateManifest, string> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail('it is no JSON');
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues[0]?.message ?? 'it does not fit');
}

function tell(ms: number): string {
  return new Date(ms).toISOString();
}
