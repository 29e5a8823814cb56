import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { FetchBytes } from './fetch-bytes.ts';
import {
  MANIFEST_NAME,
  MOST_MANIFEST_BYTES,
  provesFile,
  SIGNATURE_BYTES,
  SIGNATURE_NAME,
  type UpdateFile,
  type UpdateManifest,
  verifyManifest,
  whyExpired,
} from './manifest.ts';
import { measureFile, measureFileNow } from './measure.ts';
import type { NewestSeen } from './newest-seen.ts';

/**
 * What electron-updater would fetch. Unknown fields, such as one for administrator rights, are rejected: the manifest
 * doesn't prove them.
 */
const offerSchema = z.object({
  version: z.string(),
  files: z
    .array(
      z
        .strictObject({ url: z.string(), size: z.number(), sha512: z.string(), blockMapSize: z.number().optional() })
        .transform(({ url, size, sha512 }): UpdateFile => ({ name: url, size, sha512 })),
    )
    .min(1),
  // Of installers that fetch the rest themselves.
  packages: z.undefined().optional(),
});

export interface ProverParts {
  /** Of the package that runs: Ed25519. */
  readonly key: KeyObject;
  /** Of the program that runs: three numbers. */
  readonly version: string;
  readonly seen: NewestSeen;
  readonly fetchBytes: FetchBytes;
  /** Local milliseconds. */
  readonly now: () => number;
}

/** Holds every step of an update against a signed manifest. All throw, or reject, with the reason in words. */
export interface UpdateProver {
  /** The manifest at the address, proven and remembered; null where it offers nothing newer than what runs. */
  readonly prove: (feedUrl: string) => Promise<UpdateManifest | null>;
  /** Every file that electron-updater would fetch is one of the manifest's. */
  readonly holdOffer: (manifest: UpdateManifest, offer: unknown) => void;
  /** What it fetched is one file of the manifest's. Any other is removed, so that it is not taken for fetched later. */
  readonly holdDownload: (manifest: UpdateManifest, paths: readonly string[]) => Promise<string>;
  /** The file still is what it was. Nothing else happens between this and what is done next. */
  readonly holdNow: (manifest: UpdateManifest, path: string) => void;
}

/** Proofs by a key that the package carries. */
export function createUpdateProver({ key, version, seen, fetchBytes, now }: ProverParts): UpdateProver {
  function refuseExpired(manifest: UpdateManifest): void {
    const why = whyExpired(manifest, now());
    if (why !== null) throw new Error(why);
  }

  function holdFile(manifest: UpdateManifest, path: string, file: UpdateFile): void {
    if (provesFile(manifest, file)) return;
    rmSync(path, { force: true });
    throw new Error('the file that was fetched is not what was signed; it was removed');
  }

  return {
    prove: async (feedUrl) => {
      const [bytes, signature] = await Promise.all([
        fetchBytes(beside(feedUrl, MANIFEST_NAME), MOST_MANIFEST_BYTES),
        fetchBytes(beside(feedUrl, SIGNATURE_NAME), SIGNATURE_BYTES),
      ]);
      const proven = verifyManifest(bytes, signature, key, {
        nowMs: now(),
        currentVersion: version,
        newestSeenIssuedAtMs: seen.read(),
      });
      if (proven.ok) {
        seen.note(proven.value.issuedAtMs);
        return proven.value;
      }
      if (proven.error.kind === 'unproven') throw new Error(proven.error.reason);
      // Remembered too: it may have taken a release back.
      seen.note(proven.error.manifest.issuedAtMs);
      return null;
    },
    holdOffer: (manifest, offer) => {
      const parsed = offerSchema.safeParse(offer);
      if (!parsed.success) throw new Error('what the address offers names files in a way that nothing proves');
      if (parsed.data.version !== manifest.version) {
        throw new Error(`what the address offers is not the version that was signed, ${manifest.version}`);
      }
      if (parsed.data.files.some((file) => !provesFile(manifest, file))) {
        throw new Error('what the address offers has a file that was not signed');
      }
    },
    holdDownload: async (manifest, paths) => {
      refuseExpired(manifest);
      const [path, ...others] = paths;
      if (path === undefined || others.length > 0) {
        throw new Error(`${paths.length} files were fetched instead of one`);
      }
      holdFile(manifest, path, await measureFile(path));
      return path;
    },
    holdNow: (manifest, path) => {
      refuseExpired(manifest);
      holdFile(manifest, path, measureFileNow(path));
    },
  };
}

/** As electron-updater finds its own files below the address. */
function beside(feedUrl: string, name: string): URL {
  const url = new URL(feedUrl);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const { search } = url;
  const found = new URL(name, url);
  found.search = search;
  return found;
}
