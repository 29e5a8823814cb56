import { type DecimalString, decimalFromWire, decimalPlaces, isPositive, isZero } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatFixed, formatSigned, formatDate, MISSING } from '../../ui/words/format.ts';
import type { FieldMeaning, FieldUnit } from '../../../shared/account/field-meanings.ts';
import { type AccountUnit, moneyPlaces, unitText } from '../../../shared/account/units.ts';
import { zoneName } from '../../ui/words/shown.ts';

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

/** What to know of a figure under the account's margin model. */
export function validityOf(key: string, summary: CurrencySummary): FieldText['validity'] {
  if (summary.portfolio_margining_enabled === true && key.startsWith('estimated_liquidation_ratio')) return 'void';
  return summary.cross_collateral_enabled === true && AGGREGATES.has(key) ? 'aggregate' : null;
}

/** The sentence behind a validity. */
export function describeValidity(validity: FieldText['validity'], currency: string): string {
  if (validity === 'void') return ' Void now: under portfolio margin the ratio does not apply.';
  if (validity === null) return '';
  return ` Sum now: cross collateral converts every currency to ${currency} by its index and adds them up.`;
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
  const text =
    number !== null && isNumeric(unit)
      ? describeNumber(number, unit, currency, isResult === true)
      : describePlain(unit, value);
  return {
    key,
    label,
    text,
    tone: isResult !== true || number === null || isZero(number) ? 'plain' : isPositive(number) ? 'gain' : 'loss',
    explanation: `${meaning}${describeValidity(validity, currency)} (${key})`,
    validity,
  };
}

function isNumeric(unit: FieldUnit): unit is AccountUnit {
  return unit !== 'flag' && unit !== 'text' && unit !== 'identifier' && unit !== 'time';
}

/** As many places as money of the currency, where nothing else is said. */
const LEAST_PLACES: Partial<Record<AccountUnit, number>> = {
  delta: 4,
  per_usd: 0,
  usd: 2,
  usd_per_point: 2,
  usd_per_day: 2,
  plain: 0,
};

/** Text of a number of that unit. */
export function describeNumber(value: DecimalString, unit: AccountUnit, currency: string, isSigned: boolean): string {
  const least = LEAST_PLACES[unit] ?? moneyPlaces(currency);
  const places = Math.max(least, decimalPlaces(value));
  const text = isSigned ? formatSigned(value, { min: places, max: places }) : formatFixed(value, places);
  return `${text} ${unitText(unit, currency)}`.trimEnd();
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
