import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { fail, ok } from '../../shared/result.ts';
import { systemClock } from '../clock.ts';
import { createFetchBytes, type FetchBytes } from '../updates/fetch-bytes.ts';
import type { UpdateManifest } from '../updates/manifest.ts';
import { openNewestSeen } from '../updates/newest-seen.ts';
import { createUpdateProver, type UpdateProver } from '../updates/prover.ts';
import { readUpdateKey } from '../updates/update-key.ts';
import type { UpdateSource } from '../updates/updates.ts';

/** What electron-builder writes beside the archive of a package that was built with an address for updates. */
const FEED_FILE = 'app-update.yml';

export interface UpdaterPlace {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** Where the package's archive lies. */
  readonly resourcesPath: string;
  /** The package.json of the archive: it carries the key of updates, where there is one. */
  readonly packageFile: string;
  /** Where it is remembered what was proven. */
  readonly dataDir: string;
  /** Of the running program. */
  readonly version: string;
}

/** What updates are fetched with, and when. */
export interface UpdateTools {
  readonly load: () => Promise<Updater>;
  readonly fetchBytes: FetchBytes;
  /** Local milliseconds. */
  readonly now: () => number;
}

type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'autoRunAppAfterInstall'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'disableWebInstaller'
  | 'disableDifferentialDownload'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
>;

/** Loaded with the first question alone: a program without an address never runs it. */
async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}

const TOOLS: UpdateTools = {
  load: loadUpdater,
  fetchBytes: createFetchBytes(systemClock),
  now: systemClock.now,
};

/**
 * Updates by electron-updater, of which only proven ones are taken. With a key, a signed manifest is needed first
 * (docs/design/updates.md).
 */
export function createUpdateSource(place: UpdaterPlace, tools: Partial<UpdateTools> = {}): UpdateSource {
  const { load, fetchBytes, now } = { ...TOOLS, ...tools };
  const feed = readFeed(place);
  const key = readKey(place);
  const prover: UpdateProver | null =
    key.ok && key.value !== null
      ? createUpdateProver({
          key: key.value,
          version: place.version,
          seen: openNewestSeen(place.dataDir),
          fetchBytes,
          now,
        })
      : null;
  let loading: Promise<Updater> | null = null;

  async function updater(): Promise<Updater> {
    loading ??= load();
    const loaded = await loading;
    loaded.autoDownload = false;
    loaded.autoInstallOnAppQuit = false;
    loaded.autoRunAppAfterInstall = true;
    loaded.allowDowngrade = false;
    loaded.allowPrerelease = false;
    loaded.disableWebInstaller = true;
    // Parts of a file are found by a map that nobody signed: with a key, files are fetched as a whole.
    if (prover !== null) loaded.disableDifferentialDownload = true;
    loaded.logger = null;
    return loaded;
  }

  /** What electron-updater would fetch; null for nothing. */
  async function askUpdater(feedUrl: string) {
    const loaded = await updater();
    loaded.setFeedURL({ provider: 'generic', url: feedUrl });
    const result = await loaded.checkForUpdates();
    return result?.isUpdateAvailable === true ? result.updateInfo : null;
  }

  let proven: UpdateManifest | null = null;
  let quit: (() => void) | null = null;

  async function checkProven(by: UpdateProver, feedUrl: string): Promise<string | null> {
    proven = null;
    const manifest = await by.prove(feedUrl);
    if (manifest === null) return null;
    const offer = await askUpdater(feedUrl);
    if (offer === null) throw new Error(`${manifest.version} is signed, but the address has none for this package`);
    by.holdOffer(manifest, offer);
    proven = manifest;
    return manifest.version;
  }

  async function downloadProven(by: UpdateProver, loaded: Updater): Promise<void> {
    const manifest = proven;
    if (manifest === null) throw new Error('no update was proven');
    const path = await by.holdDownload(manifest, await loaded.downloadUpdate());
    quit = () => {
      by.holdNow(manifest, path);
      loaded.quitAndInstall(false, true);
    };
  }

  return {
    packagedFeed: feed.url,
    whyUnprovable: key.ok ? whyUnprovable(place, feed.publisher, prover !== null) : key.error,
    check: async (feedUrl) => {
      quit = null;
      if (prover !== null) return checkProven(prover, feedUrl);
      return (await askUpdater(feedUrl))?.version ?? null;
    },
    download: async () => {
      const loaded = await updater();
      if (prover !== null) return downloadProven(prover, loaded);
      await loaded.downloadUpdate();
      quit = () => loaded.quitAndInstall(false, true);
    },
    install: () => quit?.(),
  };
}

/** What a package must be to prove who made the next one: where its system has signatures, these, besides any key. */
function whyUnprovable(
  { platform, isPackaged }: UpdaterPlace,
  publisher: string | null,
  hasKey: boolean,
): string | null {
  if (!isPackaged) return 'it runs from its sources';
  if (platform === 'darwin') return null;
  if (platform !== 'win32') {
    return hasKey ? null : 'packages of this system carry no signature, and this one no key, that it could prove it by';
  }
  // Without a name to hold it against, the updater would take any signature, and none.
  return publisher === null ? 'this package names no publisher whose signature it could prove' : null;
}

function readFeed({ resourcesPath, isPackaged }: UpdaterPlace): { url: string | null; publisher: string | null } {
  if (!isPackaged) return { url: null, publisher: null };
  try {
    const text = readFileSync(join(resourcesPath, FEED_FILE), 'utf8');
    const url = /^url: *['"]?(https:\/\/[^\s'"]+)/mu.exec(text)?.[1] ?? null;
    const publisher = /^publisherName:(?: *(\S.*)|\s*\n\s*- *(\S.*))$/mu.exec(text);
    return { url, publisher: publisher?.[1] ?? publisher?.[2] ?? null };
  } catch {
    return { url: null, publisher: null };
  }
}

/** The sources carry no key. What a package carries and can't be read counts as broken, never as none. */
function readKey({ packageFile, isPackaged }: UpdaterPlace): ReturnType<typeof readUpdateKey> {
  if (!isPackaged) return ok(null);
  try {
    return readUpdateKey(readFileSync(packageFile, 'utf8'));
  } catch {
    return fail('the package can’t be read for its key for updates');
  }
}
