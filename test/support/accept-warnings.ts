import { type Acknowledgement, acknowledgementKey, mustType } from '../../shared/orders/acknowledgement.ts';
import type { SellDraft } from '../../shared/orders/draft.ts';
import type { Issue, IssueCode } from '../../shared/orders/issue.ts';

/** The trader's acceptance of the warnings a check gave, of these codes or of all; typed where it must be. */
export function acceptWarnings(
  issues: readonly Issue[],
  draft: SellDraft,
  codes: readonly IssueCode[] | 'all' = 'all',
): Acknowledgement[] {
  return issues
    .filter(({ severity, code }) => severity === 'warning' && (codes === 'all' || codes.includes(code)))
    .map((warning) => ({ key: acknowledgementKey(warning, draft), typed: mustType(warning, draft)?.value ?? '' }));
}
