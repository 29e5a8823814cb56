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

/** Of a log (SQLite, "The WAL File Format"): its header, and that of each page, bytes. */
const LOG_HEADER = 32;
const PAGE_HEADER = 24;
/**
 * Offsets in a WAL index ("WAL-Index Format"), native byte order: page size (16 bits, 1 is 65,536) and pages (32 bits).
 */
const PAGE_SIZE_AT = 14;
const LOG_PAGES_AT = 16;
const INDEX_READ = 20;

/** Whether a log of that size has all the pages that SQLite itself counts in it: after a checkpoint took them all, it begins anew. */
function isLogWhole(path: string, size: bigint): boolean {
  const bytes = Buffer.alloc(INDEX_READ);
  try {
    const index = openSync(`${path}-shm`, 'r');
    try {
      if (readSync(index, bytes, 0, INDEX_READ, 0) < INDEX_READ) return false;
    } finally {
      closeSync(index);
    }
  } catch {
    return false;
  }
  const [told = 0] = new Uint16Array(bytes.buffer, bytes.byteOffset + PAGE_SIZE_AT, 1);
  const [pages = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + LOG_PAGES_AT, 1);
  const pageSize = told === 1 ? 65_536 : told;
  return pages === 0 || size >= BigInt(LOG_HEADER + pages * (pageSize + PAGE_HEADER));
}

/**
 * Watches that an open SQLite file and its log are still in their folder, in microseconds: a deleted file takes writes
 * silently (docs/design/storage-and-keys.md).
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
      if (is.size < was.size && !(name !== path && isLogWhole(path, is.size)))
        throw new FileGoneError(name, 'was cut short');
      file.was = is;
    }
  };
}
