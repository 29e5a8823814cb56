import { compare, ZERO } from '../../../shared/decimal.ts';
import { readNumber } from '../../../shared/orders/typed/typed-number.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { parseCondition, writeCondition } from '../../../shared/alerts/condition-text.ts';
import { type AlertRule, MOST_ALERTS, REPEAT_MINUTES } from '../../../shared/alerts/rule.ts';

/** An alert as it is typed. */
export interface AlertForm {
  readonly condition: string;
  readonly hysteresis: string;
  /** Minutes; empty: told once. */
  readonly repeat: string;
}

export const EMPTY_FORM: AlertForm = { condition: '', hysteresis: '', repeat: '' };

/** What is wrong with a field: it, why, and what is allowed. */
export type FormFaults = Partial<Record<keyof AlertForm, string>>;

type Typed = Pick<AlertRule, 'condition' | 'hysteresis' | 'repeat_minutes'>;

/**
 * What was typed as parts of a rule, or what is wrong with it; `others`: how many alerts there are beside it;
 * `currencies`: those of the account, as far as it is read.
 */
export function readForm(form: AlertForm, others = 0, currencies: readonly string[] = []): Result<Typed, FormFaults> {
  const faults: { -readonly [Field in keyof AlertForm]?: string } = {};
  const condition = parseCondition(form.condition, currencies);
  if (!condition.ok) {
    faults.condition = `Condition: ${condition.error.reason}. Allowed: ${condition.error.allowed}.`;
  }
  if (others >= MOST_ALERTS) {
    faults.condition = `Alerts: there are ${MOST_ALERTS}, the most allowed. Delete or change one.`;
  }
  const typed = form.hysteresis.trim().replace(/\s*%$/, '');
  const hysteresis = typed === '' ? ZERO : readNumber(typed);
  if (hysteresis === null || compare(hysteresis, ZERO) < 0) {
    faults.hysteresis = `Comes back by: “${form.hysteresis}” is not a distance. Allowed: a number, 0 or more, in the limit’s unit.`;
  }
  // Of a figure by itself it is no part of anything.
  if (/%\s*$/.test(form.hysteresis) && condition.ok && condition.value.divided_by === null) {
    faults.hysteresis = `Comes back by: “${form.hysteresis}” is in percent, and the limit is not. Allowed: a number, 0 or more, in the limit’s unit.`;
  }
  const repeat = form.repeat.trim() === '' ? null : Number(form.repeat);
  if (repeat !== null && !isRepeat(repeat, form.repeat)) {
    faults.repeat = `Repeat: “${form.repeat}” is not a number of minutes. Allowed: whole minutes, ${REPEAT_MINUTES.least} to ${REPEAT_MINUTES.most}, or nothing for once.`;
  }
  if (!condition.ok || hysteresis === null || Object.keys(faults).length > 0) return fail(faults);
  return ok({ condition: condition.value, hysteresis, repeat_minutes: repeat });
}

function isRepeat(minutes: number, text: string): boolean {
  return /^\d+$/.test(text.trim()) && minutes >= REPEAT_MINUTES.least && minutes <= REPEAT_MINUTES.most;
}

/** A rule as it can be typed. */
export function fillForm(rule: AlertRule): AlertForm {
  return {
    condition: writeCondition(rule.condition),
    hysteresis: rule.hysteresis === ZERO ? '' : rule.hysteresis,
    repeat: rule.repeat_minutes === null ? '' : String(rule.repeat_minutes),
  };
}
