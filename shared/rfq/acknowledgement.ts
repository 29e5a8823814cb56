import { digest, warningKey } from '../warning-key.ts';
import type { RfqDraft } from './draft.ts';
import type { RfqIssue, RfqIssueParam } from './issue.ts';

/** Params of a warning that move as the trader reads. */
const MOVING: ReadonlySet<string> = new Set<RfqIssueParam>([
  'percent',
  'mark_price',
  'notional_usd',
  'before',
  'after',
  'seconds',
]);

/** Names each warning of one draft by place, content and traded terms, so acceptance of one never covers another. */
export function rfqWarningKeys({ legs, hedges, disclosed }: RfqDraft): (warning: RfqIssue) => string {
  // Once for all: a pasted list of makers may bring thousands of warnings.
  const terms = digest(
    JSON.stringify([
      disclosed,
      legs.map(({ instrument_name, direction, amount }) => [instrument_name, direction, amount]),
      hedges.map(({ instrument_name, direction, amount, price }) => [instrument_name, direction, amount, price]),
    ]),
  );
  return ({ code, place: { part, index, field }, params }) =>
    warningKey(code, index === null ? `${part} ${field}` : `${part}_${index + 1} ${field}`, params, MOVING, [terms]);
}

/** The warnings among the issues that are not among the accepted ones. */
export function listUnacceptedRfq(
  issues: readonly RfqIssue[],
  draft: RfqDraft,
  accepted: readonly string[],
): readonly RfqIssue[] {
  const keyOf = rfqWarningKeys(draft);
  return issues.filter((found) => found.severity === 'warning' && !accepted.includes(keyOf(found)));
}
