import { fail, ok, type Result } from '../../shared/result.ts';
import type { WirePlan } from './wire-numbers.ts';

/** Parts of JSON that the runtime (V8 of Node 24 and Electron 45) has and the compiler's library does not list. */
interface ExactJson {
  /** A value that `stringify` writes as this very text. Throws when the text is not a JSON primitive. */
  readonly rawJSON: (text: string) => unknown;
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
}

const exactJson = JSON as unknown as ExactJson;

/** JSON text of a value; the parts that the plan calls numbers, held as decimal text, become exact numeric literals. */
export function writeJson(value: unknown, plan: WirePlan): string {
  return JSON.stringify(markNumbers(value, plan));
}

/** The same value with decimal texts replaced by what `JSON.stringify` writes as exact numbers. */
export function markNumbers(value: unknown, plan: WirePlan): unknown {
  if (plan === 'plain' || value === undefined) return value;
  if (plan === 'number') return exactJson.rawJSON(String(value));
  if (plan.kind === 'list') return (value as readonly unknown[]).map((item) => markNumbers(item, plan.item));
  const marked: Record<string, unknown> = { ...(value as Readonly<Record<string, unknown>>) };
  for (const [name, field] of plan.fields) {
    if (marked[name] !== undefined) marked[name] = markNumbers(marked[name], field);
  }
  return marked;
}

/** Deeper nesting than this is refused before it is parsed; the service's own records nest less than ten deep. */
export const MAX_JSON_DEPTH = 64;

/**
 * Reads JSON without losing digits: a number that a double would change stays text, all others are numbers.
 * Nesting is checked before parsing, so that no body can exhaust the stack.
 */
export function readJson(text: string): Result<unknown, 'not_json' | 'too_deep'> {
  const { isTooDeep, hasLongNumber } = scan(text);
  if (isTooDeep) return fail('too_deep');
  try {
    return ok(hasLongNumber ? exactJson.parse(text, keepDigits) : (JSON.parse(text) as unknown));
  } catch {
    return fail('not_json');
  }
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context;
  if (typeof value !== 'number' || source === undefined || source.length < 16) return value;
  return significantDigits(source) === significantDigits(String(value)) ? value : source;
}

/** The digits of a number literal without sign, point, exponent and padding: equal for equal numbers of one magnitude. */
function significantDigits(literal: string): string {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

const QUOTE = 0x22;
const POINT = 0x2e;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/** One pass over the text outside its strings: a tenth of the time of the same questions asked by patterns. */
function scan(text: string): { readonly isTooDeep: boolean; readonly hasLongNumber: boolean } {
  let depth = 0;
  let hasLongNumber = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return { isTooDeep: true, hasLongNumber };
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, index);
      hasLongNumber ||= mayLoseDigits(text, index, end);
      index = end - 1;
    }
  }
  return { isTooDeep: false, hasLongNumber };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= NINE;
}

/** Index after the digits and points that start at `start`. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); isDigit(code) || code === POINT; code = text.charCodeAt(end)) end += 1;
  return end;
}

/**
 * Whether a double may not hold the number: a whole one of 17 digits, or of 16 from 9000000000000000 on
 * (2^53 is 9007199254740992); one with a point of 20 characters, since `0.` and 17 digits are 19.
 */
function mayLoseDigits(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < 16) return false;
  if (length >= 20) return true;
  const isWhole = !text.slice(start, end).includes('.');
  return isWhole && (length >= 17 || text.charCodeAt(start) === NINE);
}

/** Index of the quote that closes the string opened at `start`; the text's end when none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
