import type { TicketAction, TicketFlag } from './ticket-state.ts';
import type { FieldUse, TicketSummary } from './ticket-summary.ts';

interface FlagBoxesProps {
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
}

/** The order's flags as they would be sent. One that can't be used says why. */
export function FlagBoxes({ summary, dispatch }: FlagBoxesProps) {
  const { draft } = summary;
  const flags: readonly { flag: TicketFlag; text: string; isOn: boolean; use: FieldUse }[] = [
    { flag: 'postOnly', text: 'Post only', isOn: draft.post_only, use: summary.postOnly },
    { flag: 'rejectPostOnly', text: 'Reject if crossing', isOn: draft.reject_post_only, use: summary.rejectPostOnly },
    { flag: 'reduceOnly', text: 'Reduce only', isOn: draft.reduce_only, use: summary.reduceOnly },
  ];
  // Why the second flag can't be used follows from the first one's reason.
  const told = flags.filter(({ flag }) => flag !== 'rejectPostOnly' || summary.postOnly.use === 'enabled');
  return (
    <div role="group" aria-label="Flags">
      <div className="flags">
        {flags.map(({ flag, text, isOn, use }) => (
          <label key={flag} className="flag" title={use.use === 'disabled' ? use.why : undefined}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={use.use === 'disabled'}
              aria-describedby={use.use === 'disabled' ? 'ticket-flags-why' : undefined}
              onChange={(event) => dispatch({ type: 'set_flag', flag, value: event.target.checked })}
            />
            {text}
          </label>
        ))}
      </div>
      <p id="ticket-flags-why" className="flags-why">
        {told.map(({ flag, text, use }) =>
          use.use === 'disabled' ? (
            <span key={flag}>
              {text}: {use.why.charAt(0).toLowerCase() + use.why.slice(1)}{' '}
            </span>
          ) : null,
        )}
      </p>
    </div>
  );
}
