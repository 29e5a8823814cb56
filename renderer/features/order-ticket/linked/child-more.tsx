import { useId, useState } from 'react';
import { LABEL_MAX_CHARACTERS, labelLength } from '../../../../shared/service/fields.ts';
import type { ChildTicket } from './child-ticket.ts';
import { tellWhy, WHY_NO_REJECT, whyNoPostOnly } from '../form/flag-text.ts';
import { FieldRow, isBad } from '../form/field-row.tsx';
import { choosePostOnly } from '../form/post-only.ts';
import { Segmented } from '../form/segmented.tsx';
import { TextInput } from '../form/text-input.tsx';
import { resolveChildType } from '../form/ticket-draft.ts';
import type { TicketAction } from '../form/ticket-action.ts';
import { type ByField, collectIssues, nameProblem } from '../issues/ticket-issues.ts';
import { nameTime, TIMES } from '../../../ui/order-words/times-in-force.ts';

interface ChildMoreProps {
  readonly child: ChildTicket;
  /** What the linked order is called: `Linked order 1`. */
  readonly place: string;
  readonly byField: ByField;
  /** Post only as it would be sent; null: not possible with the type and the time in force. */
  readonly postOnly: boolean | null;
  readonly dispatch: (action: TicketAction) => void;
  readonly change: (part: Partial<ChildTicket>) => void;
}

/** What is seldom set of a linked order, out of the way until it is asked for; closed, it still says what is set. */
export function ChildMore({ child, place, byField, postOnly, dispatch, change }: ChildMoreProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isReject = postOnly === true && child.rejectPostOnly;
  const why =
    postOnly === null
      ? tellWhy('Post only', whyNoPostOnly({ type: resolveChildType(child), advanced: null }))
      : postOnly
        ? null
        : tellWhy('Reject if crossing', WHY_NO_REJECT);
  const said = [
    nameTime(child.timeInForce),
    postOnly === true ? 'post only' : null,
    isReject ? 'reject' : null,
    child.label || null,
  ];
  const inside = collectIssues(byField, ['time_in_force', 'post_only', 'reject_post_only', 'label']);
  const problem = isOpen ? null : nameProblem(inside);
  return (
    <>
      <button
        type="button"
        className="more-toggle child-more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <span className="visually-hidden">{place}: </span>More
        <span className="more-says">
          {problem === null ? null : <b className="more-problem">{problem} · </b>}
          {said.filter((part) => part !== null).join(' · ')}
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        <FieldRow label="Time in force" issues={byField.time_in_force} dispatch={dispatch}>
          <Segmented
            label={`${place}: time in force`}
            value={child.timeInForce}
            options={TIMES}
            onChoose={(timeInForce) => change({ timeInForce })}
          />
        </FieldRow>
        <FieldRow label="Flags" issues={collectIssues(byField, ['post_only', 'reject_post_only'])} dispatch={dispatch}>
          <div className="flags" role="group" aria-label={`${place}: flags`}>
            <label className="flag" title="Never takes: a price that would trade moves away from the market">
              <input
                type="checkbox"
                checked={postOnly === true}
                disabled={postOnly === null}
                aria-describedby={postOnly === null ? `${id}-why` : undefined}
                onChange={(event) => change(choosePostOnly(child.kind, event.target.checked))}
              />
              Post only
            </label>
            <label className="flag" title="Rejects an order that would trade, instead of moving it">
              <input
                type="checkbox"
                checked={isReject}
                disabled={postOnly !== true}
                aria-describedby={postOnly === true ? undefined : `${id}-why`}
                onChange={(event) => change({ rejectPostOnly: event.target.checked })}
              />
              Reject if crossing
            </label>
          </div>
          <p id={`${id}-why`} className="flags-why">
            {why}
          </p>
        </FieldRow>
        <FieldRow
          label="Label"
          htmlFor={`${id}-label`}
          issues={byField.label}
          issuesId={`${id}-label-issues`}
          dispatch={dispatch}
        >
          <TextInput
            id={`${id}-label`}
            name={`${place}: label`}
            value={child.label}
            placeholder="made of its order’s"
            suffix={`${labelLength(child.label)} / ${LABEL_MAX_CHARACTERS}`}
            isInvalid={isBad(byField.label)}
            describedBy={`${id}-label-issues`}
            onType={(label) => change({ label })}
          />
        </FieldRow>
      </div>
    </>
  );
}
