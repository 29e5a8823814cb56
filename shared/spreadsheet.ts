/**
 * Text a spreadsheet may run as a formula (OWASP, "CSV Injection"). Such text cells get an apostrophe; numbers stay.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;

/** Digits with marks between them: numbers, dates and times in every region's writing, exponents, amounts of money. */
const NUMBER_LIKE = /^[\s($€£¥]*[\d.,'’][\d\s.,'’:/\-+)%€£¥$]*(?:e[+-]?\d+|\s*[ap]\.?m\.?)?$/iu;
/** Kept as text: spreadsheets hold fifteen digits and drop leading zeros. */
const PLAIN_INTEGER = /^(?:0|[1-9]\d{0,14})$/;
/** Beginnings of months in the languages that spreadsheets come in. */
const MONTH =
  'jan|ene|gen|feb|fév|fev|mar|mär|mrz|mrt|apr|avr|abr|may|mai|mei|mag|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic';
const DATE_LIKE = new RegExp(`^(?:\\d{1,4}[\\s./-]*)?(?:${MONTH})\\p{L}{0,7}\\.?(?:[\\s./,-]*\\d{1,4}){0,2}$`, 'iu');
const HAS_DIGIT = /\d/;
/** True and false likewise, and errors. */
const VALUE =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso|vero|waar|onwaar|#N\/A|#[A-Z0-9/]+[!?])$/iu;

/** Whether a spreadsheet would run a text or make another value of it: a number, a date, a time, a truth value. */
function isRewritten(text: string): boolean {
  if (FORMULA.test(text) || VALUE.test(text)) return true;
  if (NUMBER_LIKE.test(text)) return HAS_DIGIT.test(text) && !PLAIN_INTEGER.test(text);
  return HAS_DIGIT.test(text) && DATE_LIKE.test(text);
}

const OWN_APOSTROPHES = /^'+/;

/** The text as a spreadsheet that opens it keeps it: with an apostrophe before it where it would not. */
export function disarm(text: string): string {
  return isRewritten(text.replace(OWN_APOSTROPHES, '')) ? `'${text}` : text;
}

/** The text that was written so. */
export function undoDisarm(written: string): string {
  const isOurs = written.startsWith("'") && isRewritten(written.replace(OWN_APOSTROPHES, ''));
  return isOurs ? written.slice(1) : written;
}

/** How numbers and cells stand in a table of text; spreadsheets of some regions want a comma in numbers, and semicolons. */
export interface TableForm {
  readonly decimals: 'point' | 'comma';
  readonly separator: 'comma' | 'semicolon' | 'tab';
}

/** The characters that they are. */
export const SEPARATORS: Readonly<Record<TableForm['separator'], string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** A cell: words, or a number as plain decimal text, with the sign `+` or `-` or none. */
export type TableCell = string | { readonly number: string };

/** Cells as a line of a table, without its end: fields as RFC 4180 has them, quoted where they must be. */
export function writeCells(cells: readonly TableCell[], { decimals, separator }: TableForm): string {
  const mark = SEPARATORS[separator];
  return cells
    .map((cell) => {
      if (typeof cell === 'string') return disarm(cell);
      return decimals === 'comma' ? cell.number.replace('.', ',') : cell.number;
    })
    .map((text) => {
      const mustQuote = text.includes(mark) || /["\r\n]/.test(text) || text !== text.trim();
      return mustQuote ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(mark);
}
