import { type DecimalString, isPositive, parseDecimal } from '../decimal.ts';
import { SETTLEMENT_HOUR_UTC } from './calendar.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** `<family>-<DDMMMYY>-<strike>-<C|P>`: the family is a base such as `BTC`, or a linear pair such as `BTC_USDC`. */
const OPTION = /^([A-Z0-9]+(?:_[A-Z0-9]+)?)-(\d{1,2}[A-Z]{3}\d{2})-(\d+(?:d\d+)?)-([CP])$/;
const EXPIRY = /^(\d{1,2})([A-Z]{3})(\d{2})$/;

export type OptionType = 'call' | 'put';

/** What the name of an option says (contract, convention 4). */
export interface OptionName {
  readonly family: string;
  /** Milliseconds since the Unix epoch: 08:00 UTC of the day in the name. */
  readonly expiryMs: number;
  readonly strike: DecimalString;
  readonly type: OptionType;
}

/** The instant of an expiry as names write it (`27MAR27`, `5JUN26`); null for what is no date. */
export function parseExpiry(text: string): number | null {
  const [, day = '', month = '', year = ''] = EXPIRY.exec(text) ?? [];
  const monthIndex = MONTHS.findIndex((name) => name === month);
  if (monthIndex === -1) return null;
  const date = new Date(Date.UTC(2000 + Number(year), monthIndex, Number(day), SETTLEMENT_HOUR_UTC));
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === monthIndex ? date.getTime() : null;
}

/** An expiry as names write it: day without a leading zero, month, two digits of the year (facts, "Trading day"). */
export function writeExpiry(expiryMs: number): string {
  const date = new Date(expiryMs);
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0');
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()] ?? ''}${year}`;
}

/** Reads the name of an option; null for anything that is none. A strike's point is a `d`: `0d625`. */
export function parseOptionName(name: string): OptionName | null {
  const [, family = '', expiry = '', strikeText = '', letter = ''] = OPTION.exec(name) ?? [];
  const strike = parseDecimal(strikeText.replace('d', '.'));
  const expiryMs = parseExpiry(expiry);
  if (strike === null || expiryMs === null || !isPositive(strike)) return null;
  if (writeStrike(strike) !== strikeText) return null;
  return { family, expiryMs, strike, type: letter === 'C' ? 'call' : 'put' };
}

/** The name of an option: what `parseOptionName` reads. */
export function writeOptionName({ family, expiryMs, strike, type }: OptionName): string {
  return `${family}-${writeExpiry(expiryMs)}-${writeStrike(strike)}-${type === 'call' ? 'C' : 'P'}`;
}

function writeStrike(strike: DecimalString): string {
  return strike.replace('.', 'd');
}

/** What comes before the first dash of any instrument's name: `BTC`, `XRP_USDC`. */
export function familyOf(instrumentName: string): string {
  return instrumentName.split('-', 1)[0] ?? instrumentName;
}
