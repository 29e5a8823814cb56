import { parseCondition } from '../../../shared/alerts/condition-text.ts';
import type { AlertRule } from '../../../shared/alerts/rule.ts';
import { ZERO } from '../../../shared/decimal.ts';

let lastId = 0;

/** An alert on a typed condition, reported once, with a new id. Throws when unreadable. */
export function alertRule(text: string, changes: Partial<AlertRule> = {}): AlertRule {
  const condition = parseCondition(text);
  if (!condition.ok) throw new Error(condition.error.reason);
  lastId += 1;
  return {
    id: `2d1a8a63-5b0b-4a0e-9d5c-${String(lastId).padStart(12, '0')}`,
    condition: condition.value,
    hysteresis: ZERO,
    repeat_minutes: null,
    snoozed_until: null,
    ...changes,
  };
}
