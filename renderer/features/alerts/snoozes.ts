import type { AlertRule, AlertsView } from '../../../shared/alerts/rule.ts';

/** For how long an alert can be silent. */
export const SNOOZES = [
  { text: '10 minutes', minutes: 10 },
  { text: '1 hour', minutes: 60 },
  { text: '8 hours', minutes: 480 },
] as const;

/** Whether a rule is silent now, local milliseconds since the epoch. */
export function isSnoozed({ snoozed_until: until }: AlertRule, nowMs: number): boolean {
  return until !== null && nowMs < until;
}

/** Ids of the rules that are raised and not silent. */
export function findRaised({ rules, statuses }: AlertsView, nowMs: number): readonly string[] {
  const raised = new Set(statuses.filter((status) => status.is_raised).map(({ id }) => id));
  return rules.filter((rule) => raised.has(rule.id) && !isSnoozed(rule, nowMs)).map(({ id }) => id);
}

/** Ids of the rules that are silent. */
export function findSnoozed({ rules }: Pick<AlertsView, 'rules'>, nowMs: number): readonly string[] {
  return rules.filter((rule) => isSnoozed(rule, nowMs)).map(({ id }) => id);
}
