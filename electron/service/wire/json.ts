import { fail, ok, type Result } from '../../../shared/result.ts';
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
  if (plan === 'number') return exactJson.rawJSON(value as string);
  if (plan.kind === 'list') return (value as readonly unknown[]).map((item) => markNumbers(item, plan.item));
  const marked: Record<string, unknown> = { ...(value as Readonly<Record<string, unknown>>) };
  for (const [name, field] of plan.fields) {
    if (marked[name] !== undefined) marked[name] = markNumbers(marked[name], field);
  }
  return marked;
}

/** Deeper nesting than this is refused before it is parsed; the service's own records nest less than ten deep. */
export const MAX_JSON_DEPTH = 64;

/** Reads JSON without losing digits: a number that a double would change stays text. Nesting is checked first. */
export function readJson(text: string): Result<unknown, 'not_json' | 'too_deep'> {
  const scanned = scan(text);
  if (scanned.isTooDeep) return fail('too_deep');
  try {
    return ok(scanned.losesDigits ? exactJson.parse(text, keepDigits) : (JSON.parse(text) as unknown));
  } catch {
    return fail('not_json');
  }
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context;
  return typeof value === 'number' && source !== undefined && losesDigits(source) ? source : value;
}

/** Numbers shorter than this have 15 digits at most, which every double holds. */
const SAFE_LENGTH = 16;

function losesDigits(literal: string): boolean {
  if (literal.length < SAFE_LENGTH) return false;
  const held = String(Number(literal));
  return held !== literal && significantDigits(held) !== significantDigits(literal);
}

/** The digits of a number literal without sign, point, exponent and padding: equal for equal numbers of one magnitude. */
function significantDigits(literal: string): string {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** One pass over the text outside its strings: a tenth of the time of the same questions asked by patterns. */
function scan(text: string): { readonly isTooDeep: boolean; readonly losesDigits: boolean } {
  let depth = 0;
  let hasLoss = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return { isTooDeep: true, losesDigits: hasLoss };
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, index);
      hasLoss ||= end - index >= SAFE_LENGTH && losesDigits(text.slice(index, end));
      index = end - 1;
    }
  }
  return { isTooDeep: false, losesDigits: hasLoss };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Index after the number whose first digit is at `start`: digits, point, `e`, `E`, plus and minus. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isPartOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
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
