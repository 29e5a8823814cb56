import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LIST_NAME_MAX_CHARACTERS } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import {
  createList,
  dismissRemoval,
  findListLimit,
  findNameProblem,
  renameList,
  showList,
  suggestListName,
  undoRemoval,
  useWatchlist,
} from '../../stores/watchlist-store.ts';

/** A name being typed: of a new list, or of one that has the name `of`. */
export interface Naming {
  readonly of: string | null;
}

interface ListBarProps {
  readonly naming: Naming | null;
  readonly onName: (naming: Naming | null) => void;
  readonly children: ReactNode;
}

/** The lists as tabs; a second click or F2 on the one in front renames it. */
export function ListBar({ naming, onName, children }: ListBarProps) {
  const lists = useWatchlist((state) => state.watchlists.lists);
  const active = useWatchlist((state) => state.watchlists.active);
  const limit = findListLimit();
  return (
    <div className="list-bar">
      <nav className="list-tabs" aria-label="Watchlists">
        {lists.map(({ name, instruments }) =>
          naming?.of === name ? (
            <NameField key={name} of={name} onDone={() => onName(null)} />
          ) : (
            <button
              key={name}
              type="button"
              className="list-tab"
              aria-current={name === active ? 'true' : undefined}
              title={`${name}: ${instruments.length} instruments`}
              onClick={() => showList(name)}
              onDoubleClick={() => onName({ of: name })}
              onKeyDown={(event) => {
                if (event.key === 'F2') onName({ of: name });
              }}
            >
              {name}
            </button>
          ),
        )}
        {naming !== null && naming.of === null ? <NameField of={null} onDone={() => onName(null)} /> : null}
        <button
          type="button"
          className="list-tab list-new"
          aria-label="New list"
          title={limit ?? 'New list'}
          disabled={limit !== null}
          onClick={() => onName({ of: null })}
        >
          +
        </button>
      </nav>
      {children}
    </div>
  );
}

/** Enter, or leaving the field, keeps the name; Escape leaves it as it was. */
function NameField({ of, onDone }: { readonly of: string | null; readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => of ?? suggestListName());
  const problemId = useId();
  const problem = findNameProblem(text, of);
  useEffect(() => {
    field.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    field.current?.select();
  }, []);

  function commit(): void {
    if (problem !== null) return;
    if (of === null) createList(text);
    else renameList(of, text);
    onDone();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') onDone();
    event.stopPropagation();
  }

  return (
    <span className="list-name">
      <input
        ref={field}
        autoFocus
        aria-label={of === null ? 'Name of the new list' : `New name of ${of}`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        maxLength={LIST_NAME_MAX_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => (problem === null ? commit() : onDone())}
      />
      {problem === null ? null : (
        <span id={problemId} className="list-name-problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

/** Says what was taken away last, and offers it back. */
export function RemovalBar() {
  const removal = useWatchlist((state) => state.removal);
  if (removal === null) return null;
  const what = removal.kind === 'list' ? `The list “${removal.list.name}”` : removal.instrumentName;
  return (
    <div className="removal" role="status">
      <span>
        {what} was {removal.kind === 'list' ? 'deleted' : `removed from “${removal.list}”`}.
      </span>
      <button type="button" className="button" onClick={undoRemoval}>
        Undo
      </button>
      <button type="button" className="removal-close" aria-label="Dismiss" onClick={dismissRemoval}>
        <span aria-hidden="true">✕</span>
      </button>
    </div>
  );
}
