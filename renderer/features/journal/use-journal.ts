import { useCallback, useEffect, useRef, useState } from 'react';
import type { IpcError } from '../../../shared/ipc/error.ts';
import type { JournalEntry, JournalKind, JournalVerification } from '../../../shared/ipc/schemas/journal-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { readFailure } from '../../api/failure-text.ts';
import { useSession } from '../../stores/session-store.ts';
import { addNewer, addOlder, EMPTY_LIST, type JournalList, startList } from './journal-list.ts';

/** Entries read at once. */
const PAGE = 200;

export interface JournalView extends JournalList {
  /** No answer yet to what is asked for now. */
  readonly isLoading: boolean;
  readonly failure: IpcError | null;
  readonly readOlder: () => void;
  readonly isReadingOlder: boolean;
}

/** The journal's entries that say the words and are of the kinds: newest first, new ones as they are written. */
export function useJournal(text: string, kinds: readonly JournalKind[]): JournalView {
  const { client } = useBackend();
  const isConnected = useSession((state) => state.link === 'connected');
  const [list, setList] = useState<JournalList>(EMPTY_LIST);
  const [answered, setAnswered] = useState<object | null>(null);
  const [failure, setFailure] = useState<IpcError | null>(null);
  const [isReadingOlder, setIsReadingOlder] = useState(false);
  const asked = useRef<object | null>(null);

  useEffect(() => {
    if (!isConnected) return undefined;
    const query = { text, kinds: [...kinds] };
    asked.current = query;
    let since: JournalEntry[] | null = [];
    const stop = client.listen('journal.changed', (entries) => {
      if (since === null) setList((known) => addNewer(known, entries, query));
      else since = addNewer({ ...EMPTY_LIST, entries: since }, entries, query).entries.slice();
    });
    client
      .request('journal.read', { ...query, before: null, limit: PAGE, verify: false })
      .then((page) => {
        if (asked.current !== query) return;
        const brought = since ?? [];
        since = null;
        setList(startList(page, brought));
        setFailure(null);
        setAnswered(query);
      })
      .catch((error: unknown) => {
        if (asked.current !== query) return;
        setFailure(readFailure(error));
        setAnswered(query);
      });
    return () => {
      stop();
      asked.current = null;
    };
  }, [client, isConnected, text, kinds]);

  const { nextBefore } = list;
  const readOlder = useCallback(() => {
    const query = asked.current;
    if (nextBefore === null || query === null) return;
    setIsReadingOlder(true);
    client
      .request('journal.read', { text, kinds: [...kinds], before: nextBefore, limit: PAGE, verify: false })
      .then((page) => {
        if (asked.current === query) setList((known) => addOlder(known, page, nextBefore));
      })
      .catch((error: unknown) => setFailure(readFailure(error)))
      .finally(() => setIsReadingOlder(false));
  }, [client, nextBefore, text, kinds]);

  return { ...list, isLoading: answered === null, failure, readOlder, isReadingOlder };
}

export interface VerifyView {
  /** Null before the first answer. */
  readonly verification: JournalVerification | null;
  readonly isVerifying: boolean;
  readonly failure: IpcError | null;
  readonly verify: () => void;
}

/** Has the back end follow the chain: once when it is first shown, and whenever it is asked for. */
export function useVerification(): VerifyView {
  const { client } = useBackend();
  const isConnected = useSession((state) => state.link === 'connected');
  const [turn, setTurn] = useState(1);
  const [answer, setAnswer] = useState<Answer>({ turn: 0, verification: null, failure: null });
  useEffect(() => {
    if (!isConnected) return;
    client
      .request('journal.read', { text: '', kinds: [], before: null, limit: 1, verify: true })
      .then(({ verification }) => setAnswer({ turn, verification, failure: null }))
      .catch((error: unknown) => setAnswer({ turn, verification: null, failure: readFailure(error) }));
  }, [client, isConnected, turn]);
  const { verification, failure } = answer;
  return { verification, failure, isVerifying: answer.turn !== turn, verify: () => setTurn(turn + 1) };
}

interface Answer {
  /** Which asking it answers. */
  readonly turn: number;
  readonly verification: JournalVerification | null;
  readonly failure: IpcError | null;
}
