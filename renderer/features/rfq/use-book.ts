import { useState } from 'react';
import { EMPTY_BOOK, type RfqBook } from '../../../shared/rfq/book.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { RFQ_BOARD_KEY, useRfqBoard } from '../../api/rfq-queries.ts';

/** What the trader keeps for Block RFQs, and the way to keep more; `problem` says why it could not be kept. */
export function useRfqBook() {
  const { client, queries } = useBackend();
  const book = useRfqBoard().data?.book ?? EMPTY_BOOK;
  const [problem, setProblem] = useState<string | null>(null);

  async function save(next: RfqBook): Promise<void> {
    try {
      const board = await client.request('rfq.board', { statement: null, book: next });
      queries.setQueryData(RFQ_BOARD_KEY, board);
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(readFailure(error)));
    }
  }
  return { book, save, problem };
}
