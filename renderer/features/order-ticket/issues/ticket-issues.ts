import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  type Acknowledgement,
  acknowledgementKey,
  findGiven,
  listUnaccepted,
  mustType,
  type Retyped,
  warningOf,
} from '../../../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { Issue, IssueField } from '../../../../shared/orders/issue.ts';
import { isMissing } from './issue-text.ts';
import { tellInTicket, type TicketKnowledge } from '../press/ticket-told.ts';

/** An issue as the ticket shows it: with the acceptance that it asks for, and how far that has come. */
export interface TicketIssue extends Issue {
  /** The same as long as it warns of the same, of however much. */
  readonly key: string;
  /** Its place among the issues, whatever the market makes of it: a control under the pointer stays the same one. */
  readonly place: string;
  /** What accepts it, of as much as it warns of now; or what has. */
  readonly acceptedBy: string;
  /** What must be typed to accept it; null where a tick is enough. */
  readonly mustType: Retyped | null;
  /** What was typed so far; null while it is not ticked either. */
  readonly typed: string | null;
  readonly isAccepted: boolean;
  /** When the trader last pressed, by `performance.now()`: a warning is not accepted in the same breath. */
  readonly pressedAtMs: number;
  /** About the ticket as it is now, not a moment ago. */
  readonly isCurrent: boolean;
}

/** Issues by the field that they are told at. */
export type ByField = Readonly<Partial<Record<IssueField, readonly TicketIssue[]>>>;

/** What the check says, sorted by where it is shown, and whether the button may be pressed. */
export interface TicketIssues {
  readonly byField: ByField;
  /** Of the linked orders, by their place. */
  readonly byChild: readonly ByField[];
  readonly warnings: readonly TicketIssue[];
  /** The first thing that stops the order, or null. */
  readonly firstError: Issue | null;
  readonly unaccepted: readonly TicketIssue[];
}

interface Seen extends Omit<TicketKnowledge, 'draft'> {
  readonly pressedAtMs: number;
  /** The draft is that of the ticket. */
  readonly isCurrent: boolean;
  /** Fields that are only empty still are told of at their place too, not on the button alone. */
  readonly isMissingTold: boolean;
}

/** Sorts the issues of a check of the draft. Pure. */
export function sortIssues(
  check: OrderCheck | null,
  draft: OrderDraft,
  acknowledged: readonly Acknowledgement[],
  { pressedAtMs, isCurrent, isMissingTold, ...known }: Seen,
): TicketIssues {
  const found = check?.issues ?? [];
  const unaccepted = new Set(listUnaccepted(found, draft, acknowledged));
  const placed = new Map<string, number>();
  const issues = found.map((issue): TicketIssue => {
    const given = findGiven(issue, draft, acknowledged);
    const acceptedBy = given?.key ?? acknowledgementKey(issue, draft);
    const texts = {
      key: warningOf(acceptedBy),
      place: placeOf(issue, placed),
      acceptedBy,
      typed: given?.typed ?? null,
    };
    const told = tellInTicket(issue, { ...known, draft });
    const isAccepted = !unaccepted.has(issue);
    return { ...told, ...texts, mustType: mustType(issue, draft), isAccepted, pressedAtMs, isCurrent };
  });
  const ofChild = (child: number | null): ByField =>
    Object.groupBy(
      issues.filter((issue) => issue.child === child && (isMissingTold || !isMissing(issue))),
      (issue) => issue.field,
    );
  const warnings = issues.filter((issue) => issue.severity === 'warning');
  return {
    byField: ofChild(null),
    byChild: [ofChild(0), ofChild(1)],
    warnings,
    firstError: issues.find((issue) => issue.severity === 'error') ?? null,
    unaccepted: warnings.filter((issue) => !issue.isAccepted),
  };
}

/** Names an issue by what it is and what it is held against, and by number where several are the same in that. */
function placeOf({ code, child, field, params }: Issue, placed: Map<string, number>): string {
  const name = [code, child, field, params['reference'] ?? params['guard']].join(' ');
  const before = placed.get(name) ?? 0;
  placed.set(name, before + 1);
  return `${name} ${before}`;
}

/** What was said of the ticket as it was is about to go: no stop of the Tab key, which would count one too many. */
export function stopOf({ isCurrent }: TicketIssue): number {
  return isCurrent ? 0 : -1;
}

/** The issues of several fields that share a place. */
export function collectIssues(byField: ByField, fields: readonly IssueField[]): readonly TicketIssue[] {
  return fields.flatMap((field) => byField[field] ?? []);
}

/** What is wrong in a place that is closed, by its gravest; null where nothing asks for the trader. */
export function nameProblem(inside: readonly (TicketIssue | undefined)[]): string | null {
  if (inside.some((issue) => issue?.severity === 'error')) return 'a mistake';
  return inside.some((issue) => issue !== undefined && !issue.isAccepted) ? 'a warning' : null;
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
    ({ code, child, params }) =>
      code !== 'label_in_use' ||
      // Labels of linked orders are in use with that of the order on its way.
      (child === null ? params['label'] === typedLabel && params['label'] !== labelOnItsWay : labelOnItsWay === null),
  );
  return issues.length === check.issues.length ? check : { ...check, issues };
}
