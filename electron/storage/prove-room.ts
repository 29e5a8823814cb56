import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is written of orders for many minutes takes less, bytes. */
const ROOM_BYTES = 1024 * 1024;

/** Throws where the folder's disk does not take that much. Nothing of it stays. */
export function proveRoom(folder: string): void {
  const path = join(folder, 'room-test');
  try {
    writeFileSync(path, Buffer.alloc(ROOM_BYTES), { flush: true, mode: 0o600 });
  } finally {
    rmSync(path, { force: true });
  }
}
