import { useState } from 'react';
import { type AllocationScheme, withNamed, withoutNamed } from '../../../../shared/rfq/book.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { useRfqBook } from '../use-book.ts';
import type { RfqView } from '../use-rfq.ts';

interface SchemesProps {
  readonly view: RfqView;
  /** The text that the parts were split by; what a scheme keeps. */
  readonly split: string;
  readonly onApply: (scheme: AllocationScheme) => void;
}

/** Ways to split that the trader keeps: whose parts, and how large. */
export function Schemes({ view, split, onApply }: SchemesProps) {
  const { book, save, problem } = useRfqBook();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { allocations } = view.form;
  const isKept = book.schemes.some((scheme) => scheme.name === name.trim());
  const canSave = name.trim() !== '' && split.trim() !== '' && allocations.length > 0;
  return (
    <>
      <button type="button" className="rfq-fix" onClick={() => setOpen(true)}>
        Schemes
      </button>
      {isOpen ? (
        <Dialog title="Allocation schemes" onClose={() => setOpen(false)}>
          {book.schemes.length === 0 ? <p className="muted">None kept yet.</p> : null}
          <ul className="rfq-kept">
            {book.schemes.map((scheme) => (
              <li key={scheme.name}>
                <span>
                  {scheme.name} <span className="muted number">{scheme.split}</span>
                </span>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    onApply(scheme);
                    setOpen(false);
                  }}
                >
                  Apply
                </button>
                <button
                  type="button"
                  className="button"
                  aria-label={`Forget the scheme ${scheme.name}`}
                  onClick={() => save((latest) => ({ ...latest, schemes: withoutNamed(latest.schemes, scheme.name) }))}
                >
                  Forget
                </button>
              </li>
            ))}
          </ul>
          <label className="rfq-keep">
            Keep the parts and “Split by” as
            <input
              className="rfq-input"
              data-first-focus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          {allocations.length > 0 && split.trim() !== '' ? null : (
            <p className="muted">Split the amount and fill “Split by” first.</p>
          )}
          {problem === null ? null : <p className="dialog-problem">{problem}</p>}
          <div className="dialog-end">
            <button
              type="button"
              className="button button-primary"
              disabled={!canSave}
              onClick={() => {
                const parts = allocations.map(({ user_id, client_id, client_link_id }) => ({
                  user_id,
                  client_id,
                  client_link_id,
                }));
                const kept = { name: name.trim(), split, parts };
                save((latest) => ({ ...latest, schemes: withNamed(latest.schemes, kept) }));
              }}
            >
              {isKept ? 'Replace it' : 'Keep it'}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
