import { useState } from 'react';
import { useBackend } from './backend.ts';
import { nameKind } from '../ui/kind-text.ts';
import { describeFailure, readFailure } from './failure-text.ts';
import { instrumentQuery, useFoundInstruments } from './queries.ts';

/** Completions offered at once. */
const MOST_OPTIONS = 40;

/**
 * The state of a field in which an instrument's name is typed. `commit` asks the service for exactly that
 * name and calls `accept` when it has one; else `problem` says why not. `refuse` says so of what is
 * known to be none.
 */
export function useInstrumentEntry(accept: (instrumentName: string) => void) {
  const backend = useBackend();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const found = useFoundInstruments(text);
  const isFresh = text.trim() !== '' && !found.isPlaceholderData;
  const options = (isFresh ? (found.data ?? []) : [])
    .slice(0, MOST_OPTIONS)
    .map((item) => ({ value: item.instrument_name, hint: nameKind(item) }));

  function type(next: string): void {
    setText(next);
    setProblem(null);
  }

  async function commit(instrumentName: string): Promise<void> {
    try {
      await backend.queries.fetchQuery(instrumentQuery(backend, instrumentName));
    } catch (error) {
      const failure = readFailure(error);
      const isUnknown = failure.code === 'NotFound';
      setProblem(isUnknown ? `The service has no instrument “${instrumentName}”.` : describeFailure(failure));
      return;
    }
    type('');
    accept(instrumentName);
  }

  return { text, type, options, problem, commit, refuse: setProblem };
}
