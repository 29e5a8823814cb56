import { useEffect, useRef, useState } from 'react';
import { type Backend, useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { bulkInstrumentQuery, MOST_IN_BULK } from '../../api/queries.ts';
import { addToWatchlist, shownList, watchlistStore } from '../../stores/watchlist-store.ts';
import { type LeftOut, planImport } from './list-csv.ts';

/** A list is a few kilobytes. */
const MOST_BYTES = 1024 * 1024;
export interface ListImport {
  readonly fileName: string;
  /** Names checked so far, and all of them. */
  readonly checked: number;
  readonly total: number;
  readonly added: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Why the file could not be read at all. */
  readonly problem: string | null;
  readonly isDone: boolean;
}

/** Reads a file into the list in front: each name is checked with the service, and what is left out is told. */
export function useListImport() {
  const backend = useBackend();
  const [state, setState] = useState<ListImport | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File): Promise<void> {
    const run = new AbortController();
    running.current?.abort();
    running.current = run;
    const empty = { fileName: file.name, checked: 0, total: 0, added: [], leftOut: [], problem: null, isDone: false };
    setState(empty);
    const text = await readText(file);
    if (run.signal.aborted) return;
    if (!text.ok) return setState({ ...empty, problem: text.problem, isDone: true });
    const { names, leftOut } = planImport(text.value, shownList(watchlistStore.getState()).instruments);
    setState({ ...empty, total: names.length, leftOut });
    const reasons = new Map<string, string | null>();
    const waiting = [...names];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const reason = await findProblem(backend, next.name);
        if (run.signal.aborted) return;
        reasons.set(next.name, reason);
        setState({ ...empty, checked: reasons.size, total: names.length, leftOut });
      }
    };
    await Promise.all(Array.from({ length: MOST_IN_BULK }, work));
    if (run.signal.aborted) return;
    const added = addToWatchlist(...names.flatMap(({ name }) => (reasons.get(name) === null ? [name] : [])));
    const refused = names.flatMap(({ line, name }) => {
      const reason = reasons.get(name) ?? null;
      return reason === null ? [] : [{ line, text: name, reason }];
    });
    setState({
      ...empty,
      checked: names.length,
      total: names.length,
      added,
      leftOut: [...leftOut, ...refused].toSorted((a, b) => a.line - b.line),
      isDone: true,
    });
  }

  function close(): void {
    running.current?.abort();
    setState(null);
  }

  return { state, start, close };
}

async function findProblem(backend: Backend, name: string): Promise<string | null> {
  try {
    await backend.queries.fetchQuery(bulkInstrumentQuery(backend, name));
    return null;
  } catch (error) {
    const failure = readFailure(error);
    if (failure.code === 'NotFound') return 'The service has no instrument of this name.';
    return `It could not be checked. ${describeFailure(failure)}`;
  }
}

type FileText = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: string };

async function readText(file: File): Promise<FileText> {
  if (file.size > MOST_BYTES) return { ok: false, problem: 'The file is over 1 MB and no list.' };
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { ok: false, problem: 'The file is no UTF-8 text. Save it as “CSV UTF-8”.' };
  }
}
