import { useState } from 'react';
import {
  type AdoptProblem,
  findAdoptProblem,
  MOST_ADOPTED_LABELS,
} from '../../../shared/orders/outcome/adopted-label.ts';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import { LABEL_MAX_CHARACTERS, labelLength } from '../../../shared/service/fields.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatAge } from '../../ui/words/format.ts';
import { useFollowLabels } from './use-followed.ts';

/** Opens the labels that the profile follows. */
export function LabelsButton({ followed }: { readonly followed: Followed | null }) {
  const [isOpen, setIsOpen] = useState(false);
  usePanelCommand('orders.labels', () => setIsOpen(true));
  const count = followed?.labels.length ?? 0;
  return (
    <>
      <button type="button" className="grid-tool" disabled={followed === null} onClick={() => setIsOpen(true)}>
        {count === 0 ? 'Labels…' : `Labels ${count}…`}
      </button>
      {isOpen && followed !== null ? <LabelsDialog followed={followed} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const PROBLEMS: Readonly<Record<AdoptProblem, (label: string) => string>> = {
  empty: () => 'Label: type the label of an order.',
  too_long: (label) =>
    `Label: it has ${labelLength(label)} characters, the service allows ${LABEL_MAX_CHARACTERS} at most.`,
  half_a_character: () => 'Label: it holds half a character. Take it out.',
  followed_already: () => 'Label: it is followed already.',
  too_many: () => `Label: ${MOST_ADOPTED_LABELS} labels can be followed. Stop following one first.`,
};

function LabelsDialog({ followed, onClose }: { readonly followed: Followed; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const follow = useFollowLabels();
  const labels = followed.labels.map(({ label }) => label);

  async function replace(next: readonly string[]): Promise<boolean> {
    try {
      await follow(next, labels);
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(describeFailure(readFailure(error)));
      return false;
    }
  }

  async function adopt(): Promise<void> {
    const found = findAdoptProblem(text, labels);
    if (found !== null) setProblem(PROBLEMS[found](text));
    else if (await replace([...labels, text])) setText('');
  }

  return (
    <Dialog title="Labels that are followed" isWide onClose={onClose}>
      <p className="muted">
        Orders with these labels are looked up in every currency and marked as placed elsewhere. Nothing is sent or
        cancelled for them.
      </p>
      <form
        className="label-form"
        onSubmit={(event) => {
          event.preventDefault();
          void adopt();
        }}
      >
        <input
          type="text"
          aria-label="Adopt a label"
          placeholder="Label, exactly as it was given"
          value={text}
          data-first-focus
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'label-problem'}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <button type="submit" className="button button-primary">
          Adopt
        </button>
      </form>
      {problem === null ? null : (
        <p id="label-problem" className="dialog-problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="label-list" aria-label="Followed labels">
        {followed.labels.map(({ label, age_ms, failure }) => (
          <li key={label}>
            <span className="number label-name">{showForeign(label)}</span>
            <span className="muted">
              {failure === null
                ? age_ms === null
                  ? 'looking it up…'
                  : `looked up ${formatAge(age_ms)} ago`
                : describeFailure(failure)}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Stop following ${showForeign(label)}`}
              onClick={() => void replace(labels.filter((other) => other !== label))}
            >
              Stop following
            </button>
          </li>
        ))}
      </ul>
      {labels.length === 0 ? <p className="muted">None yet.</p> : null}
    </Dialog>
  );
}
