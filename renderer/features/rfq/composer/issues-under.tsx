import type { RfqIssue } from '../../../../shared/rfq/issue.ts';
import { describeFix, describePlace, describeRfqIssue } from './rfq-issue-text.ts';
import { applyFix } from '../../../stores/rfq/rfq-store.ts';

interface IssueListProps {
  readonly issues: readonly RfqIssue[];
  /** Whether each says where it is: for a list away from its fields. */
  readonly withPlace?: boolean;
  readonly id?: string;
}

/** What is wrong, with the ways out as buttons. */
export function IssueList({ issues, withPlace = false, id }: IssueListProps) {
  if (issues.length === 0) return null;
  return (
    <ul className="rfq-issues" id={id}>
      {issues.map((issue) => (
        <li
          key={`${issue.code} ${issue.place.part} ${issue.place.index ?? ''} ${issue.place.field}`}
          className={`rfq-issue rfq-issue-${issue.severity}`}
        >
          {withPlace && describePlace(issue) !== '' ? <b>{describePlace(issue)}: </b> : null}
          {describeRfqIssue(issue)}
          {issue.fixes.map((fix) => (
            <button
              key={`${fix.action} ${fix.value} ${fix.place.index ?? ''}`}
              type="button"
              className="rfq-fix"
              onClick={() => applyFix(fix)}
            >
              {describeFix(fix)}
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}
