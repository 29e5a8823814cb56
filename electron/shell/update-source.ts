import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from '../updates/updates.ts';

/** What electron-builder writes beside the archive of a package that was built with an address for updates. */
const FEED_FILE = 'app-update.yml';

export interface UpdaterPlace {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** Where the package's archive lies. */
  readonly resourcesPath: string;
}

type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'autoRunAppAfterInstall'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'disableWebInstaller'
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

/** Updates of a package by electron-updater, which does nothing by itself and accepts what it can prove alone. */
export function createUpdateSource(place: UpdaterPlace, load: () => Promise<Updater> = loadUpdater): UpdateSource {
  const feed = readFeed(place);
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
    loaded.logger = null;
    return loaded;
  }

  let quit: (() => void) | null = null;
  return {
    packagedFeed: feed.url,
    whyUnprovable: whyUnprovable(place, feed.publisher),
    check: async (feedUrl) => {
      const loaded = await updater();
      loaded.setFeedURL({ provider: 'generic', url: feedUrl });
      const result = await loaded.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null;
    },
    download: async () => {
      const loaded = await updater();
      await loaded.downloadUpdate();
      quit = () => loaded.quitAndInstall(false, true);
    },
    install: () => quit?.(),
  };
}

/** What a package must be for the updater to prove who made the next one. */
function whyUnprovable({ platform, isPackaged }: UpdaterPlace, publisher: string | null): string | null {
  if (!isPackaged) return 'it runs from its sources';
  if (platform === 'darwin') return null;
  if (platform !== 'win32') return 'packages of this system carry no signature that it could prove';
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
