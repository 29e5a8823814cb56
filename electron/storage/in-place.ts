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
/** Of a log's index ("WAL-Index Format"), in the machine's own order: 16 bits of the page's size, 1 for 65,536; 32 bits of how many there are. */
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
      if (is.size < was.size && !(name !== path && isLogWhole(path, is.size)))
        throw new FileGoneError(name, 'was cut short');
      file.was = is;
    }
  };
}
