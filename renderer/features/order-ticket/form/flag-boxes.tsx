import { useId } from 'react';
import { tellWhy } from './flag-text.ts';
import { StillInput } from '../../../ui/controls/still-input.tsx';
import { choosePostOnly } from './post-only.ts';
import type { TicketAction } from './ticket-action.ts';
import { splitType } from './ticket-draft.ts';
import type { TicketChoices } from './ticket-state.ts';
import type { FieldUse, TicketSummary } from './ticket-summary.ts';

interface FlagBoxesProps {
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
}

interface FlagView {
  readonly text: string;
  readonly explanation: string;
  readonly isOn: boolean;
  readonly use: FieldUse;
  readonly choose: (value: boolean) => Partial<TicketChoices>;
}

function listFlags(summary: TicketSummary): readonly FlagView[] {
  const { draft } = summary;
  return [
    {
      text: 'Post only',
      explanation: 'Never takes: a price that would trade moves above the bid',
      isOn: draft.post_only,
      use: summary.postOnly,
      choose: (isOn) => choosePostOnly(splitType(draft.type).kind, isOn),
    },
    {
      text: 'Reject if crossing',
      explanation: 'Rejects an order that would trade, instead of moving it',
      isOn: draft.reject_post_only,
      use: summary.rejectPostOnly,
      choose: (rejectPostOnly) => ({ rejectPostOnly }),
    },
    {
      text: 'Reduce only',
      explanation: 'Only makes a position smaller, never a new one',
      isOn: draft.reduce_only,
      use: summary.reduceOnly,
      choose: (reduceOnly) => ({ reduceOnly }),
    },
    {
      text: 'MMP',
      explanation: 'Under market maker protection, if the account has it',
      isOn: draft.mmp,
      use: summary.mmp,
      choose: (mmp) => ({ mmp }),
    },
  ];
}

/** The order's flags as sent. An unusable one says why. */
export function FlagBoxes({ summary, dispatch }: FlagBoxesProps) {
  const whyId = useId();
  const flags = listFlags(summary).filter(({ use }) => use.use !== 'irrelevant');
  // Why the second flag can't be used follows from the first one's reason.
  const told = flags.filter(({ text }) => text !== 'Reject if crossing' || summary.postOnly.use === 'enabled');
  return (
    <div role="group" aria-label="Flags">
      <div className="flags">
        {flags.map(({ text, explanation, isOn, use, choose }) => (
          <label key={text} className="flag" title={use.use === 'disabled' ? use.why : explanation}>
            <StillInput
              type="checkbox"
              checked={isOn}
              disabled={use.use === 'disabled'}
              aria-describedby={use.use === 'disabled' ? whyId : undefined}
              onChange={(event) => dispatch({ type: 'choose', choice: choose(event.target.checked) })}
            />
            {text}
          </label>
        ))}
      </div>
      <p id={whyId} className="flags-why">
        {told.map(({ text, use }) =>
          use.use === 'disabled' ? <span key={text}>{tellWhy(text, use.why)} </span> : null,
        )}
      </p>
    </div>
  );
}
