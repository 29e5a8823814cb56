import type { OrderCheck } from '../../../shared/ipc/order-schema.ts';
import type { Issue, IssueCode, IssueField } from '../../../shared/orders/issue.ts';

type ByField = Readonly<Partial<Record<IssueField, readonly Issue[]>>>;

/** What the check says, sorted by where it is shown, and whether the button may be pressed. */
export interface TicketIssues {
  readonly byField: ByField;
  /** Of the linked orders, by their place. */
  readonly byChild: readonly ByField[];
  readonly warnings: readonly Issue[];
  /** The first thing that stops the order, or null. */
  readonly firstError: Issue | null;
  readonly unaccepted: readonly Issue[];
}

/** Sorts the issues of a check. Pure. */
export function sortIssues(check: OrderCheck | null, acknowledged: readonly IssueCode[]): TicketIssues {
  const issues = check?.issues ?? [];
  const ofChild = (child: number | null): ByField =>
    Object.groupBy(
      issues.filter((issue) => issue.child === child),
      (issue) => issue.field,
    );
  return {
    byField: ofChild(null),
    byChild: [ofChild(0), ofChild(1)],
    warnings: issues.filter((issue) => issue.severity === 'warning'),
    firstError: issues.find((issue) => issue.severity === 'error') ?? null,
    unaccepted: issues.filter((issue) => issue.severity === 'warning' && !acknowledged.includes(issue.code)),
  };
}

/** The issues of several fields that share a place. */
export function collectIssues(byField: ByField, fields: readonly IssueField[]): readonly Issue[] {
  return fields.flatMap((field) => byField[field] ?? []);
}

/**
 * The check without the word that a label is in use where it isn't the trader's to mend: the label is that of the
 * order on its way, or no longer in the field.
 */
export function dropOwnLabel(
  check: OrderCheck | null,
  typedLabel: string,
  labelOnItsWay: string | null,
): OrderCheck | null {
  if (check === null) return null;
  const issues = check.issues.filter(
    ({ code, params }) =>
      code !== 'label_in_use' || (params['label'] === typedLabel && params['label'] !== labelOnItsWay),
  );
  return issues.length === check.issues.length ? check : { ...check, issues };
}
