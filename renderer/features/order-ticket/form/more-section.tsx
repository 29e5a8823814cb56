import { VALID_FOR_MS } from '../../../../shared/orders/rules/valid-for.ts';
import { useId, useState } from 'react';
import { FieldRow } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { isMissing } from '../issues/issue-text.ts';
import { LinkedFields } from '../linked/linked-fields.tsx';
import { Segmented } from './segmented.tsx';
import { collectIssues, nameProblem } from '../issues/ticket-issues.ts';

const WINDOWS = VALID_FOR_MS.map((ms) => ({
  value: String(ms),
  text: `${ms / 1000} s`,
  explanation: `The engine takes it until ${ms / 1000} s after the press, never later`,
}));

const LINK_NAMES = {
  one_triggers_other: 'one triggers other',
  one_cancels_other: 'one cancels other',
  one_triggers_one_cancels_other: 'one triggers one cancels other',
} as const;

/** What is set seldom, out of the way until it is asked for; closed, it still says what is set. */
export function MoreSection(props: FieldsProps) {
  const { state, marked, issues, dispatch } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The ticket was pressed without something that is in here.
  const lacks = issues.byChild.some((byField) => Object.values(byField).some((found) => found?.some(isMissing)));
  const [told, setTold] = useState(props.missingTold);
  if (told !== props.missingTold) {
    setTold(props.missingTold);
    if (lacks) setOpen(true);
  }
  const link = state.linkedType === null ? 'no linked orders' : LINK_NAMES[state.linkedType];
  const inside = [
    ...collectIssues(issues.byField, ['valid_for_ms', 'linked_order_type', 'trigger_fill_condition']),
    ...issues.byChild.flatMap((byField) => Object.values(byField).flat()),
  ];
  const problem = isOpen ? null : nameProblem(inside);
  return (
    <div className="more">
      <button
        type="button"
        className="more-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> More
        <span className="more-says">
          {problem === null ? null : <b className="more-problem">{problem} · </b>}
          valid for {state.validForMs / 1000} s · {link}
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <>
            <FieldRow
              label="Valid for"
              isPreset={marked.has('valid_for_ms')}
              issues={issues.byField.valid_for_ms}
              dispatch={dispatch}
            >
              <Segmented
                label="Valid for"
                value={String(state.validForMs)}
                options={WINDOWS}
                onChoose={(value) => dispatch({ type: 'choose', choice: { validForMs: Number(value) } })}
              />
            </FieldRow>
            <LinkedFields {...props} />
          </>
        ) : null}
      </div>
    </div>
  );
}
