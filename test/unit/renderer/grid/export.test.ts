import fc from 'fast-check';
import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { decimal, type DecimalString } from '../../../../shared/decimal.ts';
import { FILE_MAX_BYTES, filePartSchema } from '../../../../shared/ipc/schemas/file-schema.ts';
import { disarm } from '../../../../shared/spreadsheet.ts';
import { formatLocalTime, writeCsv, writeRows } from '../../../../renderer/grid/export/delimited.ts';
import type { ExportTable } from '../../../../renderer/grid/export/export-table.ts';
import { nameFile, saveFile } from '../../../../renderer/grid/export/save-file.ts';
import { writeWorkbook } from '../../../../renderer/grid/export/workbook.ts';

const AT = Date.UTC(2026, 10, 21, 14, 3, 7, 118);

const USUAL = { decimals: 'point', separator: 'comma' } as const;
const COPIED = { decimals: 'point', separator: 'tab' } as const;

/** Words that a spreadsheet would run, or that break a careless writer. */
const HOSTILE = [
  '=1+1',
  '=HYPERLINK("http://evil.example","x")',
  '+41',
  '-2+3',
  '@SUM(A1)',
  '|calc',
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '＝1+1',
  'a,"b"\r\nc',
  '<b>&amp;</b>',
  '_x0041_',
  '😀'.repeat(64),
];

function table(words: readonly string[]): ExportTable {
  return {
    columns: [
      { name: 'Time', kind: 'time' },
      { name: 'Amount', kind: 'decimal' },
      { name: 'Label', kind: 'text' },
    ],
    rows: words.map((value, index) => [
      { kind: 'time', value: AT + index },
      { kind: 'decimal', value: decimal(-1.5 - index) },
      { kind: 'text', value },
    ]),
  };
}

async function readSheets(bytes: Uint8Array) {
  return readXlsx(Buffer.from(bytes), { trim: false });
}

describe('an exported CSV', () => {
  it('gives back every cell, numbers as numbers and words that can do nothing', () => {
    const text = writeCsv(table(HOSTILE), USUAL);
    const [header, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    expect(header).toEqual(['Time (UTC)', 'Time (local)', 'Amount', 'Label']);
    expect(rows).toHaveLength(HOSTILE.length);
    for (const [index, [utc, local, amount, label]] of rows.entries()) {
      expect(utc).toBe(new Date(AT + index).toISOString());
      expect(Date.parse(local ?? '')).toBe(AT + index);
      expect(amount).toBe(String(-1.5 - index));
      expect(label).toBe(disarm(HOSTILE[index] ?? ''));
    }
    for (const row of rows.slice(0, 10)) expect(row[3]?.startsWith("'")).toBe(true);
  });

  it('keeps any words apart, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 8 }), (words) => {
        const rows = Papa.parse<string[]>(writeCsv(table(words), USUAL), {
          skipEmptyLines: true,
          newline: '\r\n',
        }).data;
        expect(rows.slice(1).map((row) => row[3])).toEqual(words.map(disarm));
      }),
    );
  });

  it('leaves a missing value empty, and the columns where they are', () => {
    const { columns } = table([]);
    const lines = writeCsv({ columns, rows: [[null, null, { kind: 'text', value: 'x' }]] }, USUAL).split('\r\n');
    expect(lines[1]).toBe(',,,x');
  });

  it('is separated by tabs on the clipboard, and as harmless there', () => {
    expect(writeRows(table(['=1+1']), COPIED)).toMatch(/\t-1\.5\t'=1\+1$/);
    expect(writeRows(table(['1-2']), { decimals: 'comma', separator: 'semicolon' })).toMatch(/;-1,5;'1-2$/);
  });
});

describe('an exported workbook', () => {
  it('gives back every cell with its type, and says where it came from', async () => {
    const bytes = await writeWorkbook(table(HOSTILE), 'Orders', [
      ['Profile', 'Test (test)'],
      ['Note', '=1+1'],
    ]);
    const [rows, about] = await readSheets(bytes);
    expect(rows?.sheet).toBe('Orders');
    expect(rows?.data[0]).toEqual(['Time (UTC)', 'Time (local)', 'Amount', 'Label']);
    for (const [index, row] of (rows?.data.slice(1) ?? []).entries()) {
      const [utc, local, amount, label] = row;
      expect(utc).toBeInstanceOf(Date);
      expect(Math.abs((utc as unknown as Date).getTime() - AT - index)).toBeLessThanOrEqual(1);
      expect(local).toBeInstanceOf(Date);
      expect(amount).toBe(-1.5 - index);
      // A reader normalises line ends, as XML asks of it.
      expect(String(label).replaceAll('\r', '')).toBe((HOSTILE[index] ?? '').replaceAll('\r', ''));
    }
    expect(about?.data).toEqual([
      ['Profile', 'Test (test)'],
      ['Note', '=1+1'],
    ]);
  });

  it('writes digits that a number would lose as text', async () => {
    const exact = '12345678901234567.89' as DecimalString;
    const bytes = await writeWorkbook(
      { columns: [{ name: 'Amount', kind: 'decimal' }], rows: [[{ kind: 'decimal', value: exact }]] },
      'Orders',
      [],
    );
    const [rows] = await readSheets(bytes);
    expect(rows?.data[1]).toEqual([exact]);
  });
});

describe('a file', () => {
  it('that is too large is refused with how large it is, before any of it is sent', async () => {
    const sent: unknown[] = [];
    const request = (_channel: string, part: unknown) => Promise.resolve(sent.push(part));
    const saving = saveFile({ request } as never, 'trades', 'csv', new Uint8Array(FILE_MAX_BYTES + 1));
    await expect(saving).rejects.toThrow('The file would have 65 MB, of 64 at most. Leave out rows or columns.');
    expect(sent).toEqual([]);
  });
});

describe('a file name', () => {
  it('is one that the back end takes, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (title) => {
        const name = nameFile(title, AT);
        const part = { transfer_id: crypto.randomUUID(), name, kind: 'csv', part: 0, is_last: true, data: '' };
        expect(filePartSchema.safeParse(part).success).toBe(true);
      }),
    );
  });

  it('has the minute in UTC', () => {
    expect(nameFile('Orders', AT)).toBe('orders-2026-11-21-1403Z');
    expect(Date.parse(formatLocalTime(AT))).toBe(AT);
  });
});
