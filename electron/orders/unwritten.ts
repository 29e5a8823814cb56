import { type IpcError, IpcFailure, NOTHING_SENT } from '../../shared/ipc/error.ts';
import { isFull, isHeld } from '../storage/database.ts';
import { reasonOf } from '../storage/reason-of.ts';

/** The failure of what comes before anything is sent, which says so: the press may be made again. */
export function failedUnsent(error: unknown): IpcFailure {
  const detail: IpcError =
    error instanceof IpcFailure ? error.detail : { code: 'InternalError', message: reasonOf(error), params: {} };
  return new IpcFailure({ ...detail, params: { ...detail.params, [NOTHING_SENT]: 'true' } });
}

/**
 * What a press is told whose intent could not be written: nothing was sent. `onFailure` hears of it, and stops selling,
 * unless another program held the file: that ends this one press, and the next finds it free again.
 */
export function explainUnwritten(error: unknown, file: string, onFailure: (error: unknown) => void): IpcFailure {
  if (isHeld(error)) {
    const message = `another program holds ${file}; nothing was sent`;
    return new IpcFailure({ code: 'StorageBusy', message, params: {} });
  }
  onFailure(error);
  const why = isFull(error) ? 'the disk is full: ' : '';
  const message = `${why}${file} could not be written; nothing was sent`;
  return new IpcFailure({ code: 'StorageFailed', message, params: {} });
}
