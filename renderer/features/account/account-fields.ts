import { add, type DecimalString, divide, isPositive, isZero, multiply, toNumber } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { moneyPlaces, unitText } from '../../../shared/account/units.ts';
import { formatHeld, MISSING } from '../../ui/words/format.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

export interface AccountField {
  readonly name: string;
  readonly text: string;
  readonly tone: 'plain' | 'gain' | 'loss';
  readonly explanation?: string;
}

export interface MarginView {
  readonly name: string;
  /** Part of the margin balance, 0 to 1 and more; null where it can't be told. */
  readonly fraction: number | null;
  readonly text: string;
}

const HUNDRED = '100' as DecimalString;

function money(value: DecimalString | undefined, currency: string): string {
  const places = moneyPlaces(currency);
  return value === undefined ? MISSING : `${formatHeld(value, { min: places, max: places })} ${currency}`;
}

function toneOf(value: DecimalString | undefined): AccountField['tone'] {
  if (value === undefined || isZero(value)) return 'plain';
  return isPositive(value) ? 'gain' : 'loss';
}

/** Equity and what of it is free. */
export function describeFunds(summary: CurrencySummary): AccountField[] {
  return [
    { name: 'Equity', text: money(summary.equity, summary.currency), tone: 'plain' },
    { name: 'Available', text: money(summary.available_funds, summary.currency), tone: 'plain' },
  ];
}

/** Initial and maintenance margin as parts of the margin balance. */
export function describeMargins(summary: CurrencySummary): MarginView[] {
  return [
    describeMargin('Initial margin', summary.initial_margin, summary.margin_balance),
    describeMargin('Maintenance margin', summary.maintenance_margin, summary.margin_balance),
  ];
}

/** A margin as a part of the margin balance. */
export function describeMargin(
  name: string,
  margin: DecimalString | undefined,
  balance: DecimalString | undefined,
): MarginView {
  if (margin === undefined || balance === undefined) return { name, fraction: null, text: MISSING };
  if (!isPositive(balance)) {
    return isPositive(margin)
      ? { name, fraction: 1, text: 'over the margin balance' }
      : { name, fraction: 0, text: '0.0 %' };
  }
  const fraction = divide(margin, balance);
  return {
    name,
    fraction: toNumber(fraction),
    text: `${formatDecimal(multiply(fraction, HUNDRED), { min: 1, max: 1 })} %`,
  };
}

/** What moves the account: delta in the currency, the option sums, and the session's result. */
export function describeRisk(summary: CurrencySummary): AccountField[] {
  const { currency, session_upl, session_rpl } = summary;
  const session = session_upl === undefined || session_rpl === undefined ? undefined : add(session_upl, session_rpl);
  return [
    {
      name: 'Delta total',
      text: withUnit(summary.delta_total, 4, unitText('delta', currency)),
      tone: 'plain',
      explanation: SUMMARY_FIELDS['delta_total']?.meaning ?? '',
    },
    {
      name: 'Gamma',
      text: withUnit(summary.options_gamma, 5, unitText('per_usd', currency)),
      tone: 'plain',
      explanation: 'Change of delta when the index moves by one USD.',
    },
    {
      name: 'Vega',
      text: withUnit(summary.options_vega, 1, unitText('usd_per_point', currency)),
      tone: 'plain',
      explanation: 'USD per volatility point.',
    },
    {
      name: 'Theta',
      text: withUnit(summary.options_theta, 1, unitText('usd_per_day', currency)),
      tone: toneOf(summary.options_theta),
      explanation: 'USD per day.',
    },
    {
      name: 'Session P&L',
      text: withUnit(session, moneyPlaces(currency), currency),
      tone: toneOf(session),
      explanation: 'Realised and unrealised since the last settlement.',
    },
  ];
}

function withUnit(value: DecimalString | undefined, places: number, unit: string): string {
  return value === undefined ? MISSING : `${formatHeld(value, { min: places, max: places }, 'signed')} ${unit}`;
}
