import { IpcFailure } from '../../shared/ipc/error.ts';
import { EMPTY_BOOK, type RfqBook, rfqBookSchema } from '../../shared/rfq/book.ts';
import type { Settings } from '../storage/settings.ts';

const KEY = 'rfq_book';

/** Makers, schemes and structures that the trader keeps, in the profile's settings. */
export interface RfqBookKeeper {
  readonly read: () => RfqBook;
  /** Throws `IpcFailure`: `ReadOnly`, `StorageFailed`. What was kept before stays then. */
  readonly save: (book: RfqBook) => void;
}

/** `settings` is null where nothing can be written. */
export function createRfqBook(settings: Settings | null): RfqBookKeeper {
  let book = settings?.read(KEY, rfqBookSchema) ?? EMPTY_BOOK;
  return {
    read: () => book,
    save: (next) => {
      if (settings === null) {
        throw new IpcFailure({ code: 'ReadOnly', message: 'another instance holds this profile', params: {} });
      }
      settings.write(KEY, next);
      book = next;
    },
  };
}
