import type { DatabaseSync } from 'node:sqlite';
import { HISTORY_FILE, HISTORY_MIGRATIONS, HISTORY_PRAGMAS } from '../history/trade-store.ts';
import { type NameStore, PROBE_MIGRATIONS } from '../market/probe-cache.ts';
import { RECORDING_MIGRATIONS } from '../recordings/migrations.ts';
import { TAPE_MIGRATIONS } from '../rfq/tape-store.ts';
import { isDiskFailure, type OpenedDatabase } from './database.ts';
import type { ProfileFiles } from './profile-files.ts';
import type { RecordingStore } from './profile-store.ts';
import { reasonOf } from './reason-of.ts';

/** Opens the recorded tickers. Never throws: the store says why there are none. */
export function openRecordings(files: ProfileFiles): RecordingStore {
  try {
    const apart = files.openApart('recordings.sqlite', RECORDING_MIGRATIONS);
    return apart.failure === null ? apart : { ...apart, database: null };
  } catch (error) {
    const reason = reasonOf(error);
    return { database: null, isWritable: false, isBegunAnew: false, failure: reason };
  }
}

/** Opens what is known of names. Missing ones are asked for again: a bad file stops nothing. */
export function openMarket(files: ProfileFiles): NameStore {
  try {
    return files.openApart('market.sqlite', PROBE_MIGRATIONS);
  } catch (error) {
    return { database: files.openInMemory(PROBE_MIGRATIONS), isWritable: true, failure: reasonOf(error) };
  }
}

/** Opens the account's trades. Throws when that can't be done. */
export function openHistory(files: ProfileFiles): OpenedDatabase {
  const known = files.setAside.length;
  const database = files.open('history.sqlite', HISTORY_MIGRATIONS, HISTORY_FILE);
  if (files.standing().access === 'ok') database.exec(HISTORY_PRAGMAS);
  return { database, setAside: files.setAside[known] ?? null };
}

/** Opens the public tape; one in memory where the disk won't have it. */
export function openTape(files: ProfileFiles): DatabaseSync {
  try {
    const { database, isWritable } = files.openApart('tape.sqlite', TAPE_MIGRATIONS);
    if (isWritable) return database;
  } catch (error) {
    if (!isDiskFailure(error)) throw error;
  }
  return files.openInMemory(TAPE_MIGRATIONS);
}
