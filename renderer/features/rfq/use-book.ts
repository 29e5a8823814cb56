import { useMutation } from '@tanstack/react-query';
import type { RfqBoard } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { EMPTY_BOOK, type RfqBook } from '../../../shared/rfq/book.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { RFQ_BOARD_KEY, useRfqBoard } from '../../api/rfq-queries.ts';

/** What is to become of the book as it stands by then. */
type Edit = (book: RfqBook) => RfqBook;

/**
 * What the trader keeps for Block RFQs, and the way to keep more; `problem` says why it could not be kept. One edit comes
 * after the other, each of what the one before has made: none is lost however quickly they are typed.
 */
export function useRfqBook() {
  const { client, queries } = useBackend();
  const book = useRfqBoard().data?.book ?? EMPTY_BOOK;
  const { mutate, error } = useMutation({
    scope: { id: 'rfq-book' },
    networkMode: 'always',
    mutationFn: async (edit: Edit) => {
      const latest = queries.getQueryData<RfqBoard>(RFQ_BOARD_KEY)?.book ?? EMPTY_BOOK;
      const board = await client.request('rfq.board', { statement: null, book: edit(latest) });
      queries.setQueryData(RFQ_BOARD_KEY, board);
    },
  });
  const save = (edit: Edit): void => mutate(edit);
  return { book, save, problem: error === null ? null : describeFailure(readFailure(error)) };
}
