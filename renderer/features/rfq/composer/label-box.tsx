import { useId } from 'react';
import { setForm } from '../../../stores/rfq/rfq-store.ts';
import { IssueList } from './issues-under.tsx';
import type { RfqView } from '../use-rfq.ts';

/** The label that the request is found by. */
export function LabelBox({ view }: { readonly view: RfqView }) {
  const id = useId();
  const issues = view.verdict.issues.filter(({ place }) => place.part === 'label');
  return (
    <div className="rfq-box rfq-label">
      <div className="rfq-row">
        <label htmlFor={id}>Label</label>
        <input
          id={id}
          className="rfq-input"
          maxLength={256}
          placeholder="made when sent"
          value={view.form.label}
          onChange={(event) => setForm({ label: event.target.value })}
        />
      </div>
      <IssueList issues={issues} />
    </div>
  );
}
