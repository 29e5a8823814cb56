import { type DecimalString, decimalFromWire, decimalPlaces, isPositive, isZero } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { showForeign } from '../../ui/foreign-text.ts';
import { formatFixed, formatSigned, formatDate, MISSING } from '../../ui/format.ts';
import { type FieldMeaning, type FieldUnit } from './field-meanings.ts';
import { zoneName } from '../../ui/shown.ts';

/** A field as it stands on screen. */
export interface FieldText {
  /** Its name on the wire. */
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly tone: 'plain' | 'gain' | 'loss';
  readonly explanation: string;
  /** What to know of this number now: an aggregate of currencies, or void; null when it is what it says. */
  readonly validity: 'aggregate' | 'void' | null;
}

/** The figures that cross collateral makes aggregates of all its currencies (contract, `cross_collateral_enabled`). */
const AGGREGATES: ReadonlySet<string> = new Set([
  'available_funds',
  'initial_margin',
  'maintenance_margin',
  'margin_balance',
  'projected_initial_margin',
  'projected_maintenance_margin',
  'estimated_liquidation_ratio',
  'estimated_liquidation_ratio_map',
]);

/** Places that amounts of a currency are shown with at least: four for coins, two for dollars. */
export function moneyPlaces(currency: string): number {
  return currency.startsWith('USD') || currency.startsWith('EUR') ? 2 : 4;
}

/** What to know of a figure under the account's margin model. */
export function validityOf(key: string, summary: CurrencySummary): FieldText['validity'] {
  if (summary.portfolio_margining_enabled === true && key.startsWith('estimated_liquidation_ratio')) return 'void';
  return summary.cross_collateral_enabled === true && AGGREGATES.has(key) ? 'aggregate' : null;
}

/** The sentence behind a validity. */
export function describeValidity(validity: FieldText['validity'], currency: string): string {
  if (validity === 'void') return ' Void now: portfolio margin is enabled, and the ratio does not apply.';
  if (validity === null) return '';
  return ` Aggregate now: cross collateral converts every currency to ${currency} with its index and adds them up.`;
}

/** A field in words, from its value as it came: every digit, grouped, with its unit. */
export function describeField(
  key: string,
  { label, unit, meaning, isResult }: FieldMeaning,
  value: unknown,
  summary: CurrencySummary | null,
): FieldText {
  const currency = summary?.currency ?? '';
  const validity = summary === null ? null : validityOf(key, summary);
  const number = isNumeric(unit) ? decimalFromWire(value) : null;
  return {
    key,
    label,
    text: number === null ? describePlain(unit, value) : describeNumber(number, unit, currency, isResult === true),
    tone: isResult !== true || number === null || isZero(number) ? 'plain' : isPositive(number) ? 'gain' : 'loss',
    explanation: `${meaning}${describeValidity(validity, currency)} (${key})`,
    validity,
  };
}

function isNumeric(unit: FieldUnit): boolean {
  return unit !== 'flag' && unit !== 'text' && unit !== 'identifier' && unit !== 'time';
}

const SUFFIX: Partial<Record<FieldUnit, string>> = {
  usd: ' USD',
  usd_per_point: ' USD / pt',
  usd_per_day: ' USD / day',
};

/** Text of a number of that unit. */
export function describeNumber(value: DecimalString, unit: FieldUnit, currency: string, isSigned: boolean): string {
  const least = unit === 'currency' ? moneyPlaces(currency) : unit === 'plain' ? 0 : 2;
  const places = Math.max(least, decimalPlaces(value));
  const text = isSigned ? formatSigned(value, { min: places, max: places }) : formatFixed(value, places);
  return `${text}${unit === 'currency' ? ` ${currency}` : (SUFFIX[unit] ?? '')}`;
}

function describePlain(unit: FieldUnit, value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING;
  if (unit === 'flag' && typeof value === 'boolean') return value ? 'on' : 'off';
  if (unit === 'time' && typeof value === 'number') return `${formatDate(value)} ${zoneName(value)}`;
  return describeRaw(value);
}

/** A value that the contract does not describe, as it came. */
export function describeRaw(value: unknown): string {
  if (typeof value === 'string') return showForeign(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined ? MISSING : showForeign(JSON.stringify(value));
}
