import { isDeepStrictEqual } from 'node:util';
import type { RequestChannel } from '../../shared/ipc/channels.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';

/** A save over newer settings would undo another window's change unseen. */
export function demandBase<T>(channel: RequestChannel, base: T, inForce: T): void {
  if (isDeepStrictEqual(base, inForce)) return;
  const message = `${channel}: another window changed it since it was read`;
  throw new IpcFailure({ code: 'Conflict', message, params: {} });
}
