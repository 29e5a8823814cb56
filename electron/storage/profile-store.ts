import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { NameStore } from '../market/probe-cache.ts';
import { JOURNAL_MIGRATIONS } from '../orders/journal.ts';
import { RFQ_MIGRATIONS } from '../rfq/rfq-journal.ts';
import { openHistory, openMarket, openRecordings, openTape } from './apart-files.ts';
import { isFolderFree, type OpenedDatabase } from './database.ts';
import { type HoldFile, holdFileIn } from './hold-file.ts';
import { type DemandInPlace, watchInPlace } from './in-place.ts';
import { createProfileFiles, type FileStanding, type ProfileFiles } from './profile-files.ts';
import { proveRoom } from './prove-room.ts';
import { SETTINGS_MIGRATIONS } from './settings.ts';

/** The file of recorded tickers: the terminal sells without it, so what is wrong with it stops nothing. */
export interface RecordingStore {
  /** Null when it can't be opened. */
  readonly database: DatabaseSync | null;
  readonly isWritable: boolean;
  /** Whether the old one was damaged and set aside. */
  readonly isBegunAnew: boolean;
  /** Why it can't be opened; null otherwise. */
  readonly failure: string | null;
}

/** The files of one profile. */
export interface ProfileStore extends FileStanding {
  readonly folder: string;
  readonly journal: DatabaseSync;
  readonly settings: DatabaseSync;
  /** What is known of the market's names; in memory alone where the file can't be opened. */
  readonly market: NameStore;
  readonly recordings: RecordingStore;
  /** Opens the account's trades, when they are first looked at. Throws when that can't be done. */
  readonly openHistory: () => OpenedDatabase;
  /** Opens what was fetched of the public tape, when it is first looked at; one in memory where the disk won't have it. */
  readonly openTape: () => DatabaseSync;
  /** Block RFQs of this terminal. */
  readonly rfqs: DatabaseSync;
  /** Asked before anything is sent: whether the files that keep it are still those that were opened. */
  readonly inPlace: { readonly journal: DemandInPlace; readonly rfqs: DemandInPlace };
  /** Throws where the disk does not take what orders need, now. */
  readonly prove: () => void;
  /** Whether files that could only be read would open for writing now: who held them is gone, or a full disk has room again. */
  readonly couldWrite: () => boolean;
  /** Whether orders or Block RFQs of before can't be read at all: what is undecided among them is not known. */
  readonly isUnread: boolean;
  /** Whether the Block RFQs of before are not there: their file is damaged, emptied, or gone beside a journal that is there. */
  readonly isRfqsLost: boolean;
  /** There from a start that found the settings of an earlier run gone, empty or damaged. */
  readonly guardsLost: HoldFile;
  /** Damaged files that were set aside while opening. */
  readonly setAside: readonly string[];
  readonly close: () => void;
}

/** In a profile's folder: its orders, and everything else that was done. */
export const JOURNAL_FILE = 'journal.sqlite';
/** Beside it: how long it is, and how it ends. */
export const HEAD_FILE = 'journal.head';
/** Its Block RFQs. */
export const RFQ_FILE = 'rfqs.sqlite';
/** What it keeps for itself. */
export const SETTINGS_FILE = 'settings.sqlite';

/** Where a profile's files are. */
export function profileFolder(dataDir: string, profileId: string): string {
  return join(dataDir, profileId.replaceAll(/[^\w.-]/g, '_'));
}

/**
 * Opens the stores in the profile's folder, for writing by the first instance, else for reading. Throws when the folder
 * can't be used.
 */
export function openProfileStore(dataDir: string, profileId: string, nowMs: number): ProfileStore {
  const folder = profileFolder(dataDir, profileId);
  const files = createProfileFiles(folder, nowMs);
  try {
    const { rfqs, journal, settings, isRfqsLost } = openKept(folder, files);
    const market = openMarket(files);
    const recordings = openRecordings(files);
    const standing = files.standing();
    const watch = (file: string): DemandInPlace =>
      standing.access === 'ok' ? watchInPlace(join(folder, file)) : () => undefined;
    return {
      folder,
      journal,
      settings,
      rfqs,
      inPlace: { journal: watch(JOURNAL_FILE), rfqs: watch(RFQ_FILE) },
      market,
      recordings,
      openHistory: () => openHistory(files),
      openTape: () => openTape(files),
      ...standing,
      prove: () => {
        proveRoom(folder);
        // Nothing is changed; the commit appends a page to the log.
        journal.exec(`PRAGMA user_version = ${JOURNAL_MIGRATIONS.length}`);
        rfqs.exec(`PRAGMA user_version = ${RFQ_MIGRATIONS.length}`);
      },
      couldWrite: () => couldWrite(folder, files.standing()),
      isUnread: files.isUnread(JOURNAL_FILE) || files.isUnread(RFQ_FILE),
      isRfqsLost,
      guardsLost: holdFileIn(folder, 'guards-lost'),
      setAside: files.setAside,
      close: files.close,
    };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** Opens what orders rest on, and holds them where some of it is not what an earlier run left. */
function openKept(folder: string, files: ProfileFiles) {
  const hasRun = existsSync(join(folder, HEAD_FILE));
  const isRfqsGone =
    (existsSync(join(folder, JOURNAL_FILE)) && !existsSync(join(folder, RFQ_FILE))) ||
    (hasRun && files.isLost(RFQ_FILE));
  // What opening makes anew looks like any other at the next start, should this one not live to say so.
  if (isRfqsGone) files.putHold('journal-cut');
  // The first head is written once all files are there.
  if (hasRun && files.isLost(SETTINGS_FILE)) files.putHold('guards-lost');
  // Before the journal: a first start that dies between them must not look like Block RFQs that are lost.
  const rfqs = files.open(RFQ_FILE, RFQ_MIGRATIONS);
  const isRfqsDamaged = files.isSetAside(RFQ_FILE);
  if (isRfqsDamaged) files.putHold('journal-cut');
  const journal = files.open(JOURNAL_FILE, JOURNAL_MIGRATIONS);
  const settings = files.open(SETTINGS_FILE, SETTINGS_MIGRATIONS);
  if (files.isSetAside(SETTINGS_FILE)) files.putHold('guards-lost');
  return { rfqs, journal, settings, isRfqsLost: isRfqsGone || isRfqsDamaged };
}

function couldWrite(folder: string, { access, isFull }: FileStanding): boolean {
  if (access === 'read_only') return isFolderFree(folder);
  if (access !== 'failed' || !isFull) return false;
  try {
    proveRoom(folder);
    return true;
  } catch {
    return false;
  }
}
