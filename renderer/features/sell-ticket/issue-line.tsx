import type { Issue, IssueCode } from '../../../shared/orders/issue.ts';
import { describeFix, describeIssue, EMPTY_FIELD_CODES } from './issue-text.ts';
import type { TicketAction } from './ticket-state.ts';
import './issue-line.css';

/** An empty field is no mistake yet: the button says what is missing. */
export function listShownIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter((issue) => !EMPTY_FIELD_CODES.has(issue.code));
}

interface IssueLineProps {
  readonly issue: Issue;
  readonly acknowledged: readonly IssueCode[];
  readonly dispatch: (action: TicketAction) => void;
}

/** What is wrong, in words; values that would do, to click; and for a warning the box that accepts it. */
export function IssueLine({ issue, acknowledged, dispatch }: IssueLineProps) {
  const fixes = issue.fixes.map((fix) => (
    <button
      key={`${fix.field} ${fix.value}`}
      type="button"
      className="issue-fix number"
      aria-label={`Use ${describeFix(fix)}`}
      onClick={() => dispatch({ type: 'apply_fix', fix, child: issue.child })}
    >
      {describeFix(fix)}
    </button>
  ));
  if (issue.severity === 'error') {
    return (
      <p className="issue issue-error">
        <span aria-hidden="true">✕ </span>
        {describeIssue(issue)} {fixes}
      </p>
    );
  }
  return (
    <div className="issue issue-warning">
      <label>
        <input
          type="checkbox"
          checked={acknowledged.includes(issue.code)}
          onChange={(event) => dispatch({ type: 'acknowledge', code: issue.code, isAccepted: event.target.checked })}
        />
        <span>{describeIssue(issue)} Sell anyway.</span>
      </label>
      {fixes}
    </div>
  );
}
