import { Decimal } from 'decimal.js';

/**
 * Plain decimal text: optional minus, digits, optional fraction; no exponent, extra zeros or "-0". Only this file
 * computes with it.
 */
export type DecimalString = string & { readonly __decimal: true };

/** More digits than this would not survive the wire's double-precision numbers (docs/bad-inputs.json, 11). */
export const MAX_SIGNIFICANT_DIGITS = 15;

const PLAIN_HALF_EVEN = { toExpNeg: -1e9, toExpPos: 1e9, rounding: Decimal.ROUND_HALF_EVEN };
const Exact = Decimal.clone({ ...PLAIN_HALF_EVEN, precision: 60 });
/** Quotients have no end: they are rounded once, to so many digits. */
const Quotient = Decimal.clone({ ...PLAIN_HALF_EVEN, precision: 40 });

/** As `canonical`, but for "-0": most numbers on the wire already are. */
const CANONICAL = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** So many characters are read, and so many are taken to be written: what was written once is read again. */
const MOST_CHARACTERS = 400;

const PLAIN = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Texts of this length have at most 15 digits, so doubles compare them exactly (IEEE 754), and much faster. */
const DOUBLES_TELL_APART = 15;

/** A market's ticks, steps and prices are computed with again and again: so many texts are kept with what they were read to. */
const MOST_READ = 4096;
const known = new Map<DecimalString, Decimal>();

function read(text: DecimalString): Decimal {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size === MOST_READ) known.clear();
  const value = new Exact(text);
  known.set(text, value);
  return value;
}

function canonical(value: Decimal): DecimalString {
  return (value.isZero() ? '0' : value.toFixed()) as DecimalString;
}

/** Null where the text would be too long to be read again. */
function readable(value: Decimal): DecimalString | null {
  const text = canonical(value);
  return text.length > MOST_CHARACTERS ? null : text;
}

/**
 * Reads what a person typed: plain decimals only, surrounding blanks allowed.
 * Gives null for anything else: exponents, separators, signs other than minus, other scripts' digits.
 */
export function parseDecimal(text: string): DecimalString | null {
  const trimmed = text.trim();
  if (!PLAIN.test(trimmed) || trimmed.length > MOST_CHARACTERS) return null;
  if (trimmed !== '-0' && CANONICAL.test(trimmed)) return trimmed as DecimalString;
  return readable(new Exact(trimmed));
}

/** Reads a number or number text from JSON; exponents allowed. Null when it is not finite or too long written out. */
export function decimalFromWire(value: unknown): DecimalString | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    const text = String(value);
    return text.includes('e') ? canonical(new Exact(text)) : ((text === '-0' ? '0' : text) as DecimalString);
  }
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) return null;
  if (value !== '-0' && CANONICAL.test(value)) return value as DecimalString;
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(value)) return null;
  return readable(new Exact(value));
}

/** The decimal of a finite JavaScript number, by its shortest text. Throws on NaN and infinities. */
export function decimal(value: number | string): DecimalString {
  const result = decimalFromWire(value);
  if (result === null) throw new Error(`not a finite decimal: ${String(value)}`);
  return result;
}

/** The nearest double: for charts, greeks and sorting, never for money. */
export function toNumber(value: DecimalString): number {
  return Number(value);
}

export const ZERO = '0' as DecimalString;

export function add(a: DecimalString, b: DecimalString): DecimalString {
  return canonical(read(a).plus(read(b)));
}

export function subtract(a: DecimalString, b: DecimalString): DecimalString {
  return canonical(read(a).minus(read(b)));
}

export function multiply(a: DecimalString, b: DecimalString): DecimalString {
  return canonical(read(a).times(read(b)));
}

/** What was divided last: fees, coins and deltas of one order ask for the same quotient one after another. */
let lastDivision: { readonly a: DecimalString; readonly b: DecimalString; readonly quotient: DecimalString } | null =
  null;

/** Quotient rounded half-even to 40 significant digits at most. Throws when `b` is zero. */
export function divide(a: DecimalString, b: DecimalString): DecimalString {
  if (lastDivision?.a === a && lastDivision.b === b) return lastDivision.quotient;
  if (isZero(b)) throw new Error('division by zero');
  const quotient = canonical(Quotient.div(read(a), read(b)));
  lastDivision = { a, b, quotient };
  return quotient;
}

export function negate(a: DecimalString): DecimalString {
  if (a === ZERO) return a;
  return (a.startsWith('-') ? a.slice(1) : `-${a}`) as DecimalString;
}

export function absolute(a: DecimalString): DecimalString {
  return a.startsWith('-') ? negate(a) : a;
}

/** -1, 0 or 1, as `a` is below, equal to or above `b`. */
export function compare(a: DecimalString, b: DecimalString): -1 | 0 | 1 {
  if (a.length <= DOUBLES_TELL_APART && b.length <= DOUBLES_TELL_APART)
    return Math.sign(Number(a) - Number(b)) as -1 | 0 | 1;
  return read(a).comparedTo(read(b)) as -1 | 0 | 1;
}

export function isZero(a: DecimalString): boolean {
  return compare(a, ZERO) === 0;
}

export function isPositive(a: DecimalString): boolean {
  return compare(a, ZERO) > 0;
}

export function smallest(a: DecimalString, b: DecimalString): DecimalString {
  return compare(a, b) <= 0 ? a : b;
}

export function largest(a: DecimalString, b: DecimalString): DecimalString {
  return compare(a, b) >= 0 ? a : b;
}

export function sum(values: Iterable<DecimalString>): DecimalString {
  let total = new Exact(0);
  for (const value of values) total = total.plus(read(value));
  return canonical(total);
}

/** The largest common divisor; 0 of none. Signs don't count. */
export function greatestCommonDivisor(values: Iterable<DecimalString>): DecimalString {
  let divisor = new Exact(0);
  for (const value of values) {
    let rest = read(value).abs();
    while (!rest.isZero()) [divisor, rest] = [rest, divisor.mod(rest)];
  }
  return canonical(divisor);
}

/** Whether `value` is an exact multiple of `step` (which must be above zero). */
export function isMultipleOf(value: DecimalString, step: DecimalString): boolean {
  if (!isPositive(step)) throw new Error(`a step must be above zero, got ${step}`);
  const places = Math.max(decimalPlaces(value), decimalPlaces(step));
  const [whole, wholeStep] = [countUnits(value, places), countUnits(step, places)];
  if (Number.isSafeInteger(whole) && Number.isSafeInteger(wholeStep)) return whole % wholeStep === 0;
  return read(value).mod(read(step)).isZero();
}

/** How many units of the last of so many places a number is: exact where doubles hold that many (IEEE 754). */
function countUnits(value: DecimalString, places: number): number {
  return Number(value.replace('.', '')) * 10 ** (places - decimalPlaces(value));
}

/** The nearest multiple of `step` in the given direction; `nearest` rounds halves up. */
export function roundToStep(
  value: DecimalString,
  step: DecimalString,
  direction: 'down' | 'up' | 'nearest',
): DecimalString {
  if (!isPositive(step)) throw new Error(`a step must be above zero, got ${step}`);
  const rounding = { down: Decimal.ROUND_FLOOR, up: Decimal.ROUND_CEIL, nearest: Decimal.ROUND_HALF_CEIL } as const;
  return canonical(read(value).dividedBy(read(step)).toDecimalPlaces(0, rounding[direction]).times(read(step)));
}

/** Rounded half-even to that many places after the point. */
export function roundToPlaces(value: DecimalString, places: number): DecimalString {
  if (decimalPlaces(value) <= places) return value;
  return canonical(read(value).toDecimalPlaces(places));
}

const LEAST_DIGITS = 4;

/** So many places, or more where a small value needs them to show four digits: 1.2345 is not 1.23, and 0.0034 is not nothing. */
export function readablePlaces(value: DecimalString, places: number): number {
  const size = Math.abs(toNumber(value));
  return Math.max(places, size === 0 ? 0 : LEAST_DIGITS - 1 - Math.floor(Math.log10(size)));
}

/** Digits that carry information: 0.0005 has one, 97410.5 has six. */
export function significantDigits(value: DecimalString): number {
  return read(value).precision(false);
}

/** The same number with at most so many of them, towards zero. */
export function cutToDigits(value: DecimalString, digits: number): DecimalString {
  return canonical(read(value).toSignificantDigits(digits, Decimal.ROUND_DOWN));
}

/** Digits after the point. */
export function decimalPlaces(value: DecimalString): number {
  const point = value.indexOf('.');
  return point === -1 ? 0 : value.length - point - 1;
}

/**
 * Text for the screen: thousands grouped by comma, at least `minPlaces` digits after the point,
 * rounded to `maxPlaces` where given.
 */
export function formatDecimal(value: DecimalString, places: { min?: number; max?: number } = {}): string {
  let exact = read(value);
  if (places.max !== undefined) exact = exact.toDecimalPlaces(places.max);
  const digits = Math.max(exact.decimalPlaces(), places.min ?? 0);
  const text = exact.isZero() ? new Exact(0).toFixed(digits) : exact.toFixed(digits);
  const negative = text.startsWith('-');
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
