import { IpcFailure } from '../../shared/ipc/error.ts';
import { isHeld } from '../storage/database.ts';

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
  return new IpcFailure({
    code: 'StorageFailed',
    message: `${file} could not be written; nothing was sent`,
    params: {},
  });
}
