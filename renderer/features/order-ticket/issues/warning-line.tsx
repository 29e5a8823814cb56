import { type ReactNode, useId, useState } from 'react';
import type { Retyped } from '../../../../shared/orders/acknowledgement.ts';
import { useNow } from '../../../stores/now.ts';
import { describeIssue } from './issue-text.ts';
import { readingLeftMs } from './reading-time.ts';
import { stopOf, type TicketIssue } from './ticket-issues.ts';
import type { TicketAction } from '../form/ticket-action.ts';

interface WarningProps {
  readonly warning: TicketIssue;
  readonly dispatch: (action: TicketAction) => void;
}

/** A warning in words, with what accepts it. */
export function WarningLine({ warning, dispatch, children }: WarningProps & { readonly children: ReactNode }) {
  return (
    <div className="issue issue-warning" data-is-open={warning.isAccepted ? undefined : ''}>
      {warning.mustType === null ? (
        <TickToAccept warning={warning} dispatch={dispatch} />
      ) : (
        <TypeToAccept warning={warning} wanted={warning.mustType} dispatch={dispatch} />
      )}
      {children}
    </div>
  );
}

/** Can't be ticked in the moment it comes up, nor right after a press: that was meant for something else. */
function TickToAccept({ warning, dispatch }: WarningProps) {
  const { key, isAccepted } = warning;
  const [shown, setShown] = useState(() => ({ atMs: performance.now(), key, isAccepted }));
  // What warns of something else, or of more than was accepted of it, has to be read anew.
  if (shown.key !== key || shown.isAccepted !== isAccepted) {
    setShown({ atMs: isAccepted ? shown.atMs : performance.now(), key, isAccepted });
  }
  const leftMs = readingLeftMs(shown.atMs, warning.pressedAtMs, useNow());
  const isHeld = leftMs > 0 && !isAccepted;
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={stopOf(warning)}
        checked={isAccepted}
        // Not `disabled`: the keyboard must find it, and what it waits for.
        aria-disabled={isHeld}
        onChange={({ target }) => {
          if (isHeld) return;
          dispatch({ type: 'acknowledge', key: warning.acceptedBy, typed: target.checked ? '' : null });
        }}
      />
      <span>
        {describeIssue(warning)} Accept it
        {/* It keeps its room, so that nothing moves when the time is over. */}
        <span className={isHeld ? '' : 'issue-over'}> (in {Math.max(1, Math.ceil(leftMs / 1000))} s)</span>
      </span>
    </label>
  );
}

/** The number typed once more: the same slip is seldom made twice. */
function TypeToAccept({ warning, wanted, dispatch }: WarningProps & { readonly wanted: Retyped }) {
  const id = useId();
  return (
    <div className="issue-typed">
      <label htmlFor={id}>
        {describeIssue(warning)} To accept it, type the {wanted.what} again: <b className="number">{wanted.value}</b>
      </label>
      <span>
        <input
          id={id}
          className="number"
          tabIndex={stopOf(warning)}
          value={warning.typed ?? ''}
          inputMode="decimal"
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) =>
            dispatch({ type: 'acknowledge', key: warning.acceptedBy, typed: target.value === '' ? null : target.value })
          }
        />
        <span role="status">{warning.isAccepted ? '✓ accepted' : ''}</span>
      </span>
    </div>
  );
}
