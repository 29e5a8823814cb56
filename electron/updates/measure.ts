import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { UpdateFile } from './manifest.ts';

const PART_BYTES = 1024 * 1024;

/** Name, size and hash of a file as it lies on the disk. Other work goes on meanwhile. Rejects when it can't be read. */
export async function measureFile(path: string): Promise<UpdateFile> {
  const hash = createHash('sha512');
  let size = 0;
  for await (const part of createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(part);
    size += part.length;
  }
  return describe(path, size, hash);
}

/** The same at once: nothing else happens between it and what is done next. Throws. */
export function measureFileNow(path: string): UpdateFile {
  const hash = createHash('sha512');
  const part = Buffer.alloc(PART_BYTES);
  let size = 0;
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) {
      hash.update(part.subarray(0, read));
      size += read;
    }
  } finally {
    closeSync(file);
  }
  return describe(path, size, hash);
}

function describe(path: string, size: number, hash: Hash): UpdateFile {
  return { name: basename(path), size, sha512: hash.digest('base64') };
}
