import type { GuardTier, OrderGuards } from '../../facts.ts';
import { type Issue, issue, type IssueField } from '../../issue.ts';

/** What a tier finds: how grave it is, the tier says. */
export type Finding = Omit<Issue, 'severity'>;

/** Findings of the hard tier as errors; those of the soft tier that the hard one hasn't made, as warnings. */
export function judge(guards: OrderGuards, find: (tier: GuardTier) => Finding[]): Issue[] {
  const hard = find(guards.hard).map((found): Issue => ({ ...found, severity: 'error' }));
  const soft = find(guards.soft).map((found): Issue => ({ ...found, severity: 'warning' }));
  const isCovered = (found: Issue) =>
    hard.some(({ code, params }) => code === found.code && params['reference'] === found.params['reference']);
  return [...hard, ...soft.filter((found) => !isCovered(found))];
}

/** Whether a tier sets one of these limits. */
export function isAnySet({ soft, hard }: OrderGuards, ...limits: readonly (keyof GuardTier)[]): boolean {
  return limits.some((limit) => soft[limit] !== null || hard[limit] !== null);
}

/** A limit that can't be checked asks. Null: it can. */
export function tellUnjudged(field: IssueField, guard: string | null): Issue[] {
  return guard === null ? [] : [issue('warning', field, 'guard_unjudged', { guard })];
}
