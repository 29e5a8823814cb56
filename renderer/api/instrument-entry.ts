import { useEffect, useRef, useState } from 'react';
import { useBackend } from './backend.ts';
import { nameKind } from '../ui/words/kind-text.ts';
import { describeFailure, readFailure } from './failure-text.ts';
import { instrumentQuery, useFoundInstruments } from './queries.ts';

/** Completions offered at once. */
const MOST_OPTIONS = 40;

/**
 * A field for an instrument's name. `commit` asks the service for it and calls `accept`, else `problem` says why not.
 * `refuse`: it is known to be none. With `isChoice` a later choice voids a name still asked about.
 */
export function useInstrumentEntry(
  accept: (instrumentName: string) => void,
  { isChoice = false }: { readonly isChoice?: boolean } = {},
) {
  const backend = useBackend();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** The last name that was asked about, until that is answered. */
  const asked = useRef<symbol | null>(null);
  const found = useFoundInstruments(text);
  const isFresh = text.trim() !== '' && !found.isPlaceholderData;
  const options = (isFresh ? (found.data ?? []) : [])
    .slice(0, MOST_OPTIONS)
    .map((item) => ({ value: item.instrument_name, hint: nameKind(item) }));

  // A field that is gone chooses nothing.
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );

  /** What is asked about is wanted no more; gives whether anything was. */
  function drop(): boolean {
    const wasAsked = asked.current !== null;
    asked.current = null;
    return wasAsked;
  }

  function type(next: string): void {
    if (isChoice) drop();
    setText(next);
    setProblem(null);
  }

  async function commit(instrumentName: string): Promise<void> {
    const wish = Symbol(instrumentName);
    asked.current = wish;
    /** Gives whether the answer is still wanted. */
    function settle(): boolean {
      const isLast = asked.current === wish;
      if (isLast) asked.current = null;
      return isLast || !isChoice;
    }
    try {
      await backend.queries.fetchQuery(instrumentQuery(backend, instrumentName));
    } catch (error) {
      if (!settle()) return;
      const failure = readFailure(error);
      const isUnknown = failure.code === 'NotFound';
      setProblem(isUnknown ? `The service has no instrument “${instrumentName}”.` : describeFailure(failure));
      return;
    }
    if (!settle()) return;
    // What was typed since is not of this name.
    setText((now) => (now === text ? '' : now));
    setProblem(null);
    accept(instrumentName);
  }

  return { text, type, options, problem, commit, drop, refuse: setProblem };
}
