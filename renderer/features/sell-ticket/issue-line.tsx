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

/**
 * What is wrong, in words; values that would do, to click; and for a warning the box that accepts it. A warning may
 * appear where the button was a moment ago: the further clicks of a double click accept nothing.
 */
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
      <label
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}
      >
        <input
          type="checkbox"
          checked={acknowledged.includes(issue.code)}
          onChange={({ target, nativeEvent }) => {
            if (nativeEvent instanceof MouseEvent && nativeEvent.detail > 1) return;
            dispatch({ type: 'acknowledge', code: issue.code, isAccepted: target.checked });
          }}
        />
        <span>{describeIssue(issue)} Sell anyway.</span>
      </label>
      {fixes}
    </div>
  );
}
