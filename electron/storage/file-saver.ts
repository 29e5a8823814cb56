import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { FILE_MAX_BYTES, type FilePart, type FileSaved } from '../../shared/ipc/schemas/file-schema.ts';
import { makeFolder } from './folder.ts';

/** A window saves one file at a time; more than this is a bug, and must not fill the memory. */
const MOST_TRANSFERS = 4;
/** A name that is taken gets a number; after so many tries something else is wrong. */
const MOST_NUMBERS = 1000;

/** The first bytes of every ZIP archive, which an XLSX file is. */
const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Gives the folder that files of the window are saved in; null when nobody chose one. */
export type ChooseFolder = () => Promise<string | null>;

export interface FileSaver {
  /** Takes one part; the last one writes the file. Throws `IpcFailure` (`BadRequest`, `StorageFailed`). */
  readonly save: (windowId: string, part: FilePart) => Promise<FileSaved>;
  readonly forgetWindow: (windowId: string) => void;
}

interface Transfer {
  readonly name: string;
  readonly kind: FilePart['kind'];
  readonly chunks: Buffer[];
  bytes: number;
}

function refuse(message: string): IpcFailure {
  return new IpcFailure({ code: 'BadRequest', message: `window.save: ${message}`, params: {} });
}

/** Saves what windows export. Never writes over a file: a name that is taken gets a number. */
export function createFileSaver(chooseFolder: ChooseFolder): FileSaver {
  const transfers = new Map<string, Transfer>();

  function receive(key: string, part: FilePart): Transfer {
    const known = transfers.get(key);
    if (known === undefined && transfers.size >= MOST_TRANSFERS) throw refuse('too many files at once');
    const transfer = known ?? { name: part.name, kind: part.kind, chunks: [], bytes: 0 };
    if (part.part !== transfer.chunks.length) throw refuse(`part must be ${transfer.chunks.length}, the next one`);
    if (part.name !== transfer.name || part.kind !== transfer.kind) throw refuse('name and kind must stay the same');
    const chunk = Buffer.from(part.data, 'base64');
    if (transfer.bytes + chunk.length > FILE_MAX_BYTES) throw refuse(`data must be ${FILE_MAX_BYTES} bytes at most`);
    transfer.chunks.push(chunk);
    transfer.bytes += chunk.length;
    transfers.set(key, transfer);
    return transfer;
  }

  return {
    save: async (windowId, part) => {
      const key = `${windowId} ${part.transfer_id}`;
      let transfer: Transfer;
      try {
        transfer = receive(key, part);
      } catch (error) {
        transfers.delete(key);
        throw error;
      }
      if (!part.is_last) return { state: 'receiving', path: null };
      transfers.delete(key);
      const content = Buffer.concat(transfer.chunks);
      if (!isOfKind(transfer.kind, content)) throw refuse(`data is not a ${transfer.kind} file`);
      const folder = await chooseFolder();
      if (folder === null) return { state: 'cancelled', path: null };
      return { state: 'saved', path: write(folder, transfer, content) };
    },
    forgetWindow: (windowId) => {
      for (const key of transfers.keys()) if (key.startsWith(`${windowId} `)) transfers.delete(key);
    },
  };
}

function isOfKind(kind: FilePart['kind'], content: Buffer): boolean {
  if (kind === 'xlsx') return content.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function write(folder: string, { name, kind }: Transfer, content: Buffer): string {
  try {
    makeFolder(folder);
    for (let number = 1; number <= MOST_NUMBERS; number += 1) {
      const path = join(folder, `${name}${number === 1 ? '' : ` (${number})`}.${kind}`);
      if (writeNew(path, content)) return path;
    }
    throw new Error(`${name}.${kind} and the names after it are taken`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new IpcFailure({ code: 'StorageFailed', message: reason, params: { file: `${name}.${kind}` } });
  }
}

/** False when there is a file of that path. What could not be written whole is taken away again. */
function writeNew(path: string, content: Buffer): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    try {
      unlinkSync(path);
    } catch {
      // It was never made.
    }
    throw error;
  }
}
