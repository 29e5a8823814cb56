import { type Acknowledgement, acknowledgementKey, mustType } from '../../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { type Issue, type IssueCode, issue } from '../../../shared/orders/issue.ts';

/** A machine that is busy reads the market late: a check that found it fresh is followed by a press that finds it old. */
const STALE = issue('warning', 'order', 'ticker_stale', { seconds: '2', grade: '0' });

/** The acceptance of every warning that a check gave, and of a market that grows old before the press. */
export function acceptBeforehand(issues: readonly Issue[], draft: OrderDraft): Acknowledgement[] {
  return acceptWarnings([...issues, STALE], draft);
}

/** The trader's acceptance of the warnings a check gave, of these codes or of all; typed where it must be. */
export function acceptWarnings(
  issues: readonly Issue[],
  draft: OrderDraft,
  codes: readonly IssueCode[] | 'all' = 'all',
): Acknowledgement[] {
  return issues
    .filter(({ severity, code }) => severity === 'warning' && (codes === 'all' || codes.includes(code)))
    .map((warning) => ({ key: acknowledgementKey(warning, draft), typed: mustType(warning, draft)?.value ?? '' }));
}
