import { type DecimalString, decimal, multiply, parseDecimal } from '../../decimal.ts';
import { type Issue, issue, type IssueField } from '../issue.ts';

/** How a field's numbers may be written beside the digits. */
export interface NumberForm {
  /** What the number may be followed by, such as `USD`; a dollar sign stands for any dollar. */
  readonly units?: readonly string[];
  /** Whether `50k` and `1.5m` are thousands and millions; volatilities are never. */
  readonly hasSuffix?: boolean;
}

const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDC', 'USDT']);
/** Whether a dollar sign stands for the unit. */
export function isDollar(unit: string): boolean {
  return DOLLARS.has(unit);
}

const SUFFIXES: Readonly<Record<string, DecimalString>> = { k: decimal(1000), m: decimal(1_000_000) };
const WITH_SUFFIX = /^(\d.*|[.,]\d+)([km])$/iu;

/** Groups of three digits after a comma, as this terminal writes them. What begins with a zero has no groups. */
const BY_COMMA = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u;
/** After a blank of some width or an apostrophe, with either decimal mark. */
const BY_BLANK = /^-?[1-9]\d{0,2}([ \u00A0\u2009\u202F'’])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/u;
/** After a point that a later comma or point shows to group digits. */
const BY_POINT = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/u;
const DECIMAL_COMMA = /^-?\d*,\d+$/u;

/** Formats, marks of direction and controls: they show as nothing. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/u;

/** The first invisible character, as `U+200B`; null without one. */
export function findInvisible(text: string): string | null {
  const code = INVISIBLE.exec(text.trim())?.[0].codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Every number a typed text may mean: none, one, or two where a comma may group or separate (`1,000`). A point is
 * decimal.
 */
export function listReadings(
  text: string,
  { units = [], hasSuffix = true }: NumberForm = {},
): readonly DecimalString[] {
  const bare = cutUnit(text, units);
  const [, digits, suffix] = (hasSuffix ? WITH_SUFFIX.exec(bare) : null) ?? [];
  const factor = SUFFIXES[suffix?.toLowerCase() ?? ''];
  if (digits === undefined || factor === undefined) return readDigits(bare);
  return readDigits(digits).map((value) => multiply(value, factor));
}

/** A number without its unit, with the minus that is typed. */
function cutUnit(text: string, units: readonly string[] = []): string {
  const minus = text.trim().replace(/^\u2212/u, '-');
  const signed = units.some(isDollar) ? minus.replace(/^(-?)\$\s*|\s*\$$/u, '$1') : minus;
  const lower = signed.toLowerCase();
  const unit = units.find((name) => name !== '' && lower.endsWith(name.toLowerCase()));
  return unit === undefined ? signed : signed.slice(0, -unit.length).trimEnd();
}

function readDigits(text: string): readonly DecimalString[] {
  const plain = parseDecimal(text);
  if (plain !== null) return [plain];
  const pointed = DECIMAL_COMMA.test(text) ? parseDecimal(text.replace(',', '.')) : null;
  return [readGrouped(text), pointed].filter((value) => value !== null);
}

function readGrouped(text: string): DecimalString | null {
  if (BY_COMMA.test(text)) return parseDecimal(text.replaceAll(',', ''));
  if (BY_POINT.test(text)) return parseDecimal(text.replaceAll('.', '').replace(',', '.'));
  return BY_BLANK.test(text) ? parseDecimal(text.replaceAll(/[^\d.,-]/gu, '').replace(',', '.')) : null;
}

/** The only reading of a text; null when none or several. */
export function readNumber(text: string, form: NumberForm = {}): DecimalString | null {
  const [first, second] = listReadings(text, form);
  return second === undefined ? (first ?? null) : null;
}

/** A text in plain number form if it has one; the rules judge the rest. */
export function plainNumber(text: string, form: NumberForm = {}): string {
  return parseDecimal(text) === null ? (readNumber(text, form) ?? text) : text;
}

/** The text in its only legal reading. With none or several, without its unit, for the rules to reject. */
export function settleNumber(text: string, form: NumberForm, isLegal: (value: DecimalString) => boolean): string {
  if (text.trim() === '' || parseDecimal(text) !== null) return text;
  const readings = listReadings(text, form);
  if (readings.length === 0) return text;
  const [value, other] = readings.length === 1 ? readings : readings.filter(isLegal);
  return value === undefined || other !== undefined ? cutUnit(text, form.units) : value;
}

/** The readings of a text that may be offered in its place, with characters taken out that can't be seen. */
export function listOffers(text: string): readonly DecimalString[] {
  return listReadings(text.replaceAll(new RegExp(INVISIBLE, 'gu'), ''), { hasSuffix: false });
}

/**
 * The fault of a text that is no plain number: `otherwise`, or an invisible character. Fixes are the readings that
 * `judge` takes.
 */
export function refuseNumber(
  text: string,
  field: IssueField,
  otherwise: (fixes: Issue['fixes']) => Issue,
  judge: (plain: string) => Issue[],
): Issue {
  const judged = listOffers(text).map((value) => ({
    value,
    errors: judge(value).filter(({ severity }) => severity === 'error'),
  }));
  const taken = judged.filter(({ errors }) => errors.length === 0).map(({ value }) => ({ field, value }));
  const [first] = judged;
  const fixes = taken.length > 0 ? taken : (first?.errors.flatMap((error) => error.fixes) ?? []);
  const character = findInvisible(text);
  return character === null ? otherwise(fixes) : issue('error', field, 'number_invisible', { character }, fixes);
}
