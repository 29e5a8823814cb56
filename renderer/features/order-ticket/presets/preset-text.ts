import type { DecimalString } from '../../../../shared/decimal.ts';
import type { PresetScope, PresetValues, PriceRule } from '../../../../shared/orders/presets.ts';
import { postOnlyField } from '../form/post-only.ts';
import type { AppliedPreset } from '../form/ticket-preset.ts';
import type { TicketKind } from '../form/ticket-state.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { nameTime } from '../../../ui/order-words/times-in-force.ts';

const KINDS: Readonly<Record<NonNullable<PresetScope['kind']>, string>> = {
  future: 'futures',
  option: 'options',
  spot: 'spot',
  future_combo: 'future combos',
  option_combo: 'option combos',
};

/** What a preset is for: `BTC options`, `BTC`, `options`, `BTC-PERPETUAL`. */
export function describeScope({ instrument_name, currency, kind }: PresetScope): string {
  if (instrument_name !== null) return instrument_name;
  return [currency, kind === null ? null : KINDS[kind]].filter((part) => part !== null).join(' ');
}

/** `bid + 2 ticks`, `mark − 1 tick`, `ask`. */
export function describeRule({ reference, ticks }: PriceRule): string {
  if (ticks === 0) return reference;
  const count = Math.abs(ticks);
  return `${reference} ${ticks < 0 ? '−' : '+'} ${count} ${count === 1 ? 'tick' : 'ticks'}`;
}

const FLAGS = [
  ['post_only', 'post only'],
  ['reject_post_only', 'reject if crossing'],
  ['reduce_only', 'reduce only'],
  ['mmp', 'MMP'],
] as const satisfies readonly (readonly [keyof PresetValues, string])[];

/** What a preset sets, in the order of the ticket. */
export function describeValues(values: PresetValues): string {
  const flags = FLAGS.flatMap(([field, name]) =>
    values[field] === undefined ? [] : [values[field] ? name : `no ${name}`],
  );
  const parts = [
    values.type === undefined ? null : values.type.replaceAll('_', ' '),
    values.amount === undefined ? null : `${formatDecimal(values.amount.value)} ${values.amount.unit}`,
    values.price_rule === undefined ? null : `price ${describeRule(values.price_rule)}`,
    values.time_in_force === undefined ? null : nameTime(values.time_in_force),
    ...flags,
    values.valid_for_ms === undefined ? null : `valid for ${values.valid_for_ms / 1000} s`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/**
 * What the preset in force still sets of a ticket; `ownKind`: of the order, where the preset leaves that to the trader. Prices
 * get `places` digits after the point.
 */
export function describeApplied(
  applied: AppliedPreset,
  ownKind: TicketKind,
  amountUnit: string,
  places: number,
): string {
  const { choices, amount, priceRule, price, skippedUnit } = applied;
  const { kind, timeInForce } = choices;
  const flags: readonly (readonly [boolean | undefined, string])[] = [
    [choices[postOnlyField(kind ?? ownKind)], 'post only'],
    [choices.rejectPostOnly, 'reject if crossing'],
    [choices.reduceOnly, 'reduce only'],
    [choices.mmp, 'MMP'],
  ];
  const parts = [
    kind === undefined ? null : kind,
    amount === null ? null : `${formatDecimal(amount)} ${amountUnit}`,
    skippedUnit === null ? null : `its amount in ${skippedUnit} left out`,
    priceRule === null ? null : describePrice(priceRule, price, places),
    timeInForce === undefined ? null : nameTime(timeInForce),
    ...flags.map(([isOn, name]) => (isOn === undefined ? null : isOn ? name : `no ${name}`)),
    choices.validForMs === undefined ? null : `valid for ${choices.validForMs / 1000} s`,
  ];
  const set = parts.filter((part) => part !== null);
  return set.length === 0 ? 'nothing of it is left' : set.join(', ');
}

/** The market moves on, the price doesn't: it was taken once. */
function describePrice(rule: PriceRule, price: DecimalString | null, places: number): string {
  const taken = price === null ? 'no market yet' : `taken at ${formatDecimal(price, { min: places })}`;
  return `price ${describeRule(rule)} (${taken})`;
}
