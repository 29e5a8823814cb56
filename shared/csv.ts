import { type TableCell, type TableForm, undoDisarm, writeCells } from './spreadsheet.ts';

/** A line of a CSV file; `line` counts from 1, as an editor shows it where no field spans lines. */
export interface CsvLine {
  readonly line: number;
  readonly fields: readonly string[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/** As CSV files are written unless the trader chose another form (RFC 4180). */
const USUAL_FORM: TableForm = { decimals: 'point', separator: 'comma' };

/** Text of a CSV file (RFC 4180): lines end with CR LF, and no cell is run or rewritten by a spreadsheet. */
export function writeCsv(rows: readonly (readonly TableCell[])[], form = USUAL_FORM): string {
  return rows.map((row) => `${writeCells(row, form)}\r\n`).join('');
}

/**
 * Lines of a CSV file with commas, semicolons or tabs. Drops empty lines and formula guards. Never throws: an open
 * quote takes the rest.
 */
export function readCsv(text: string): CsvLine[] {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const separator = /[,;\t]/.exec(source.slice(0, source.search(/[\r\n]|$/)))?.[0] ?? ',';
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let wasQuoted = false;
  let lineNumber = 1;
  let startedAt = 1;

  function endField(): void {
    fields.push(undoDisarm(wasQuoted ? field : field.trim()));
    field = '';
    wasQuoted = false;
  }
  function endLine(): void {
    endField();
    if (fields.some((value) => value !== '')) lines.push({ line: startedAt, fields });
    fields = [];
    startedAt = lineNumber;
  }

  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    const isLineEnd = character === '\n' || (character === '\r' && source.charAt(index + 1) !== '\n');
    if (isLineEnd) lineNumber += 1;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (source.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && !wasQuoted && field.trim() === '') {
      field = '';
      isQuoted = true;
      wasQuoted = true;
    } else if (character === separator) endField();
    else if (isLineEnd) endLine();
    else if (character !== '\r' && !wasQuoted) field += character;
  }
  endLine();
  return lines;
}
