import { useState } from 'react';
import { type MakerEntry, type RfqBook, withNamed, withoutNamed } from '../../../../shared/rfq/book.ts';
import { MOST_MAKER_CHARACTERS } from '../../../../shared/rfq/draft.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { formatDate, MISSING } from '../../../ui/words/format.ts';
import { countMakers } from './maker-counts.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { knownMakers } from './makers.ts';
import { useRfqBook } from '../use-book.ts';
import type { RfqView } from '../use-rfq.ts';

interface DirectoryProps {
  readonly view: RfqView;
  readonly onClose: () => void;
}

function entryOf(book: RfqBook, name: string): MakerEntry {
  return book.makers.find((known) => known.name === name) ?? { name, group: '', note: '' };
}

/** All makers: groups, notes and results of requests. */
export function MakerDirectory({ view, onClose }: DirectoryProps) {
  const { book, save, problem } = useRfqBook();
  const [added, setAdded] = useState('');
  const isTooLong = added.trim().length > MOST_MAKER_CHARACTERS;
  const counts = countMakers(view.board?.rows ?? []);
  const listed = new Set(view.board?.listed_makers ?? []);
  function keep(name: string, change: Partial<MakerEntry>): void {
    save((latest) => ({ ...latest, makers: withNamed(latest.makers, { ...entryOf(latest, name), ...change }) }));
  }
  return (
    <Dialog title="Makers" isWide onClose={onClose}>
      <div className="rfq-directory">
        <table className="rfq-legs" aria-label="Makers">
          <thead>
            <tr>
              <th className="rfq-name">Maker</th>
              <th>Listed</th>
              <th>Group</th>
              <th>Note</th>
              <th className="rfq-number">Asked</th>
              <th className="rfq-number">Quoted</th>
              <th className="rfq-number">Traded</th>
              <th>Last asked</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {knownMakers(view).map((name) => {
              const entry = entryOf(book, name);
              const count = counts.get(name);
              return (
                <tr key={name}>
                  <td className="rfq-name">{showForeign(name)}</td>
                  <td>{listed.has(name) ? 'yes' : 'no'}</td>
                  <td>
                    <KeptField
                      label={`Group of ${showForeign(name)}`}
                      value={entry.group}
                      onKeep={(group) => keep(name, { group })}
                      most={40}
                    />
                  </td>
                  <td>
                    <KeptField
                      label={`Note on ${showForeign(name)}`}
                      value={entry.note}
                      onKeep={(note) => keep(name, { note })}
                      most={200}
                    />
                  </td>
                  <td className="rfq-number number">{count?.asked ?? 0}</td>
                  <td className="rfq-number number">{count?.quoted ?? 0}</td>
                  <td className="rfq-number number">{count?.traded ?? 0}</td>
                  <td className="number">{count?.lastAskedAt == null ? MISSING : formatDate(count.lastAskedAt)}</td>
                  <td>
                    {book.makers.some((known) => known.name === name) ? (
                      <button
                        type="button"
                        className="rfq-fix"
                        aria-label={`Forget ${name}`}
                        onClick={() => save((latest) => ({ ...latest, makers: withoutNamed(latest.makers, name) }))}
                      >
                        Forget
                      </button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <form
        className="rfq-keep"
        onSubmit={(event) => {
          event.preventDefault();
          if (added.trim() === '' || isTooLong) return;
          keep(added.trim(), {});
          setAdded('');
        }}
      >
        <label>
          Another maker
          <input
            className="rfq-input"
            data-first-focus
            maxLength={512}
            value={added}
            aria-invalid={isTooLong}
            onChange={(event) => setAdded(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={added.trim() === '' || isTooLong}>
          Add
        </button>
      </form>
      {isTooLong ? (
        <p className="dialog-problem" role="alert">
          A maker’s name has {MOST_MAKER_CHARACTERS} characters at most.
        </p>
      ) : null}
      {problem === null ? null : <p className="dialog-problem">{problem}</p>}
      <p className="muted">
        Counted from this terminal’s requests: asked by name, in a quote, in a trade. Without a list of quotes the last
        two stay empty.
      </p>
    </Dialog>
  );
}

interface KeptFieldProps {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly onKeep: (value: string) => void;
}

/** Kept when it is left or Enter is pressed; Escape brings back what was. */
function KeptField({ label, value, most, onKeep }: KeptFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  function keep(): void {
    if (typed !== null && typed.trim() !== value) onKeep(typed.trim());
    setTyped(null);
  }
  return (
    <input
      className="rfq-input rfq-kept-field"
      aria-label={label}
      maxLength={most}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key !== 'Escape' || typed === null) return;
        event.preventDefault();
        setTyped(null);
      }}
    />
  );
}
