import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ChainHead } from './table.ts';

const headSchema = z.strictObject({ sequence: z.number().int().min(0), hash: z.string() });

/**
 * A file with the journal's length and last hash, so that a cut tail is noticed. Written after the journal, without a
 * flush.
 */
export interface HeadFile {
  /** Null where there is none, or none that can be read. */
  readonly read: () => ChainHead | null;
  /** Soon; the newest wins. */
  readonly write: (head: ChainHead) => void;
  /** At once, before the first that is written soon. */
  readonly begin: (head: ChainHead) => void;
  /** At once, unless one is being written. Throws where the disk does not take it. */
  readonly put: (head: ChainHead) => void;
  /** Resolves when everything is written, or was refused. */
  readonly settle: () => Promise<void>;
  /** Keeps the file of a journal that was set aside beside that. */
  readonly setAside: (besides: string) => void;
}

/** `onFailure` hears when the disk does not take it. */
export function openHeadFile(path: string, onFailure: (error: unknown) => void): HeadFile {
  let next: ChainHead | null = null;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    try {
      for (let head = next; head !== null; head = next) {
        next = null;
        await writeFile(`${path}.next`, JSON.stringify(head), { mode: 0o600 });
        await rename(`${path}.next`, path);
      }
    } catch (error) {
      onFailure(error);
    }
    writing = null;
  }

  function put(head: ChainHead): void {
    if (writing !== null) return;
    writeFileSync(`${path}.next`, JSON.stringify(head), { mode: 0o600 });
    renameSync(`${path}.next`, path);
  }

  return {
    read: () => readHeadFile(path),
    put,
    write: (head) => {
      next = head;
      writing ??= writeAll();
    },
    begin: (head) => {
      try {
        put(head);
      } catch (error) {
        onFailure(error);
      }
    },
    settle: async () => {
      await writing;
    },
    setAside: (besides) => {
      if (existsSync(path)) renameSync(path, `${besides}.head`);
    },
  };
}

/** The head file's last entry; null when missing or unreadable. */
export function readHeadFile(path: string): ChainHead | null {
  try {
    const head = headSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return head.success ? head.data : null;
  } catch {
    return null;
  }
}
