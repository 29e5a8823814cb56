import type { IpcClient } from '../../../shared/ipc/client.ts';
import {
  type ExportKind,
  FILE_MAX_BYTES,
  FILE_PART_BYTES,
  type FileSaved,
} from '../../../shared/ipc/schemas/file-schema.ts';
import { ExportRefused } from './export-kinds.ts';

const MEGABYTE = 1024 * 1024;

/** Base64 of bytes, a slice at a time: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}

/** Has the back end save a file, part by part; `onShare` hears how much of it, 0 to 1, it has. Rejects with `IpcFailure`, or `ExportRefused`. */
export async function saveFile(
  client: Pick<IpcClient, 'request'>,
  name: string,
  kind: ExportKind,
  bytes: Uint8Array,
  onShare: (share: number) => void = () => undefined,
): Promise<FileSaved> {
  if (bytes.length > FILE_MAX_BYTES) {
    const [size, most] = [Math.ceil(bytes.length / MEGABYTE), FILE_MAX_BYTES / MEGABYTE];
    throw new ExportRefused(`The file would have ${size} MB, of ${most} at most. Leave out rows or columns.`);
  }
  const transfer_id = crypto.randomUUID();
  const parts = Math.max(1, Math.ceil(bytes.length / FILE_PART_BYTES));
  let saved: FileSaved = { state: 'receiving', path: null };
  for (let part = 0; part < parts; part += 1) {
    const data = toBase64(bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES));
    saved = await client.request('window.save', { transfer_id, name, kind, part, is_last: part === parts - 1, data });
    onShare((part + 1) / parts);
  }
  return saved;
}

/** A file name that every system takes: the title and the minute in UTC. */
export function nameFile(title: string, nowMs: number): string {
  const words = title
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  const time = new Date(nowMs).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${words === '' ? 'export' : words}-${time}Z`;
}
