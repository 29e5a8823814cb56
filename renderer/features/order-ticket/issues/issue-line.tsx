import { describeFix, describeIssue } from './issue-text.ts';
import { stopOf, type TicketIssue } from './ticket-issues.ts';
import type { TicketAction } from '../form/ticket-action.ts';
import { WarningLine } from './warning-line.tsx';
import './issue-line.css';

interface IssueLineProps {
  readonly issue: TicketIssue;
  readonly dispatch: (action: TicketAction) => void;
  /** A value that would do was taken: its button is about to go. */
  readonly onFixed?: () => void;
}

/** What is wrong, in words; values that would do, to click; and for a warning what accepts it. */
export function IssueLine({ issue, dispatch, onFixed }: IssueLineProps) {
  const fixes = issue.fixes.map((fix) => (
    <button
      key={`${fix.field} ${fix.value}`}
      type="button"
      className="issue-fix number"
      tabIndex={stopOf(issue)}
      aria-label={`Use ${describeFix(fix, issue)}`}
      onClick={() => {
        dispatch({ type: 'apply_fix', fix, child: issue.child });
        onFixed?.();
      }}
    >
      {describeFix(fix, issue)}
    </button>
  ));
  if (issue.severity === 'warning') {
    return (
      <WarningLine warning={issue} dispatch={dispatch}>
        {fixes}
      </WarningLine>
    );
  }
  return (
    <p className="issue issue-error">
      <span aria-hidden="true">✕ </span>
      {describeIssue(issue)} {fixes}
    </p>
  );
}
