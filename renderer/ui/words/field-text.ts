import { type DecimalString, isPositive, multiply } from '../../../shared/decimal.ts';
import type { FieldText } from '../controls/field-groups.tsx';
import { showForeign } from '../order-words/foreign-text.ts';
import { formatPrice, formatReadable, MISSING } from './format.ts';

const HUNDRED = '100' as DecimalString;

/** Characters of a value that is shown as it came. */
const MOST_RAW = 8000;

type Value = DecimalString | null | undefined;

/** A decimal as a named value; a dash, and no unit, where it is missing. */
export function field(
  name: string,
  value: Value,
  unit: string,
  places: number | null,
  explanation?: string,
): FieldText {
  return named(name, formatReadable(value, places), unit, explanation);
}

/** The same of a price, with every digit it has; `places`: at least so many. */
export function priceField(
  name: string,
  value: Value,
  unit: string,
  places: number | null,
  explanation?: string,
): FieldText {
  return named(name, formatPrice(value, places), unit, explanation);
}

function named(name: string, text: string, unit: string, explanation: string | undefined): FieldText {
  return { name, text, unit: text === MISSING ? '' : unit, ...(explanation === undefined ? {} : { explanation }) };
}

/** Leaves out what the service didn't send, for fields that only some kinds have. */
export function optional(value: unknown, make: () => FieldText): FieldText[] {
  return value === null || value === undefined ? [] : [make()];
}

/** A fraction as percent, with its sign. */
export function percent(name: string, value: Value, places: number, explanation: string): FieldText {
  if (value === null || value === undefined) return { name, text: MISSING, unit: '', explanation };
  const text = formatPercent(value, places);
  return { name, text: isPositive(value) ? `+${text}` : text, unit: '%', explanation };
}

/** A fraction in percent, with as many places more as a small one needs: what is not zero never reads as zero. */
export function formatPercent(value: DecimalString, places: number): string {
  return formatReadable(multiply(value, HUNDRED), places);
}

/** Fields that nobody described, as they came. */
export function listOther(record: Readonly<Record<string, unknown>>, known: object, prefix: string): FieldText[] {
  return Object.entries(record)
    .filter(([name]) => !Object.hasOwn(known, name))
    .map(([name, value]) => ({
      name: showForeign(`${prefix}${name}`),
      text: showForeign(describeRaw(value), MOST_RAW),
      unit: '',
    }));
}

function describeRaw(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? MISSING);
}
