import { type PresetValues, presetValuesSchema } from '../../../../shared/orders/presets.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { plainNumber } from '../../../../shared/orders/typed/typed-number.ts';

export const PRESET_FIELDS = [
  'type',
  'amount',
  'price_rule',
  'time_in_force',
  'post_only',
  'reject_post_only',
  'reduce_only',
  'mmp',
  'valid_for_ms',
] as const satisfies readonly (keyof PresetValues)[];
export type PresetField = (typeof PRESET_FIELDS)[number];

/** A preset as it is edited: every field has a value, and `set` says which of them it sets. */
export interface PresetForm {
  readonly set: ReadonlySet<PresetField>;
  readonly type: NonNullable<PresetValues['type']>;
  readonly amount: string;
  readonly unit: string;
  readonly reference: NonNullable<PresetValues['price_rule']>['reference'];
  readonly ticks: string;
  readonly time_in_force: NonNullable<PresetValues['time_in_force']>;
  readonly post_only: boolean;
  readonly reject_post_only: boolean;
  readonly reduce_only: boolean;
  readonly mmp: boolean;
  readonly valid_for_ms: number;
}

/** The form of a preset. Its price rule is never set unless the preset has one. */
export function fillForm(values: PresetValues, unit: string): PresetForm {
  return {
    set: new Set(PRESET_FIELDS.filter((field) => values[field] !== undefined)),
    type: values.type ?? 'limit',
    amount: values.amount?.value ?? '',
    unit: values.amount?.unit ?? unit,
    reference: values.price_rule?.reference ?? 'ask',
    ticks: String(values.price_rule?.ticks ?? 0),
    time_in_force: values.time_in_force ?? 'good_til_cancelled',
    post_only: values.post_only ?? true,
    reject_post_only: values.reject_post_only ?? false,
    reduce_only: values.reduce_only ?? false,
    mmp: values.mmp ?? false,
    valid_for_ms: values.valid_for_ms ?? 5000,
  };
}

/** What was wrong with a form: a field of it, or all of it, and why. */
export interface FormProblem {
  readonly field: PresetField | null;
  readonly message: string;
}

/** The values that a form sets; else the first thing wrong with it. */
export function readForm(form: PresetForm): Result<PresetValues, FormProblem> {
  if (form.set.has('price_rule') && !/^[-−+]?\d{1,4}$/.test(form.ticks.trim())) {
    return fail({ field: 'price_rule', message: 'Ticks: enter a whole number between −1000 and 1000.' });
  }
  const all: Record<PresetField, unknown> = {
    type: form.type,
    amount: { value: plainNumber(form.amount), unit: form.unit },
    price_rule: { reference: form.reference, ticks: Number(form.ticks.trim().replace('−', '-')) },
    time_in_force: form.time_in_force,
    post_only: form.post_only,
    reject_post_only: form.reject_post_only,
    reduce_only: form.reduce_only,
    mmp: form.mmp,
    valid_for_ms: form.valid_for_ms,
  };
  const parsed = presetValuesSchema.safeParse(Object.fromEntries([...form.set].map((field) => [field, all[field]])));
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const field = PRESET_FIELDS.find((name) => name === issue?.path[0]) ?? null;
  const name = field === null ? 'The preset' : { amount: 'The amount', price_rule: 'Ticks' }[field as 'amount'];
  return fail({ field, message: `${name ?? field} ${issue?.message ?? 'does not fit'}.` });
}
