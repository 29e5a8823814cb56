import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs';

/** Throws `FileGoneError` where the name no longer leads to the file that is open: what is written then is lost with the process. */
export type DemandInPlace = () => void;

/** A file that is open was deleted, replaced or cut short under the program. */
export class FileGoneError extends Error {
  constructor(path: string, what: string) {
    super(`${path} ${what} while it was open`);
    this.name = 'FileGoneError';
  }
}

/** What is asked of a name; null where there is nothing of it. */
type Look = (path: string) => Pick<BigIntStats, 'dev' | 'ino' | 'size'> | null;

const lookAt: Look = (path) => statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;

/** Of a log's index (SQLite, "WAL-Index Format"): a number of 32 bits in the machine's own order, how many pages the log has. */
const LOG_PAGES_AT = 16;

/** Whether SQLite itself has no page in the log: a checkpoint took them all. */
function isLogEmpty(path: string): boolean {
  const bytes = new Uint32Array(1);
  try {
    const index = openSync(`${path}-shm`, 'r');
    try {
      return readSync(index, bytes, 0, bytes.byteLength, LOG_PAGES_AT) === bytes.byteLength && bytes[0] === 0;
    } finally {
      closeSync(index);
    }
  } catch {
    return false;
  }
}

/**
 * Remembers an open SQLite file and its log as they lie in their folder. A deleted file takes writes, and says nothing:
 * only its name tells. The question takes some microseconds and may be asked before every intent. Nothing makes the
 * file shorter while it is open, and its log only a checkpoint that has taken all of it into the file.
 * File numbers are not to be relied on under Windows, nor is one of 0 anywhere: there it is only asked that the file exists,
 * and Windows itself lets nobody delete a file that is open.
 */
export function watchInPlace(path: string, look: Look = lookAt, platform: string = process.platform): DemandInPlace {
  const known = [path, `${path}-wal`].map((name) => ({ name, was: look(name) }));
  return () => {
    for (const file of known) {
      const { name, was } = file;
      if (was === null) continue;
      const is = look(name);
      if (is === null) throw new FileGoneError(name, 'was deleted');
      if (platform === 'win32' || was.ino === 0n) continue;
      if (is.ino !== was.ino || is.dev !== was.dev) throw new FileGoneError(name, 'was replaced');
      if (is.size < was.size && !(name !== path && is.size === 0n && isLogEmpty(path)))
        throw new FileGoneError(name, 'was cut short');
      file.was = is;
    }
  };
}
