import { type IpcError, IpcFailure, NOTHING_SENT } from '../../shared/ipc/error.ts';
import { isFull, isHeld } from '../storage/database.ts';
import { reasonOf } from '../storage/reason-of.ts';

/** The failure of a step before sending, so the press may be repeated. */
export function failedUnsent(error: unknown): IpcFailure {
  const detail: IpcError =
    error instanceof IpcFailure ? error.detail : { code: 'InternalError', message: reasonOf(error), params: {} };
  return new IpcFailure({ ...detail, params: { ...detail.params, [NOTHING_SENT]: 'true' } });
}

/**
 * The failure of a press whose intent wasn't written: nothing was sent. `onFailure` stops trading, unless another
 * program held the file.
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
