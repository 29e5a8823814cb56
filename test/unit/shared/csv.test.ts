import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../../shared/csv.ts';

const fieldsOf = (text: string) => readCsv(text).map(({ fields }) => fields);

describe('a CSV file', () => {
  it('is read as it was written, whatever its cells hold', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '1-2',
        "'1-2",
        '00123',
        '=1+1',
        '+x',
        '-2',
        '-x',
        '@a',
        '"',
        ',',
        ';',
        '\r\n',
        'a\nb',
        "'=x",
        'é✓',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('A'), cell, cell), { minLength: 1 }), (rows) => {
        expect(fieldsOf(writeCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('has no cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (start, rest) => {
        const [written = ''] = writeCsv([[`${start}${rest}`]]).split('\r\n', 1);
        const shown = written.replace(/^"/, '');
        expect(shown.startsWith("'")).toBe(true);
      }),
    );
  });

  it('leaves signed numbers numbers', () => {
    const numbers = ['-1.76', '+2'].map((number) => ({ number }));
    expect(writeCsv([[...numbers, '-1e5', '-0.5.1']])).toBe("-1.76,+2,'-1e5,'-0.5.1\r\n");
  });

  it.each([
    ['line ends of any kind', 'a\nb\rc\r\nd', [['a'], ['b'], ['c'], ['d']]],
    [
      'semicolons',
      'a;b\n"c;c";d,d',
      [
        ['a', 'b'],
        ['c;c', 'd,d'],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    ['quotes inside quotes', '"a ""b""",c', [['a "b"', 'c']]],
    ['a quote that is not closed', 'a\n"b,c\nd', [['a'], ['b,c\nd']]],
    ['nothing', '', []],
    ['empty lines', '\n,\n\r\na\n\n', [['a']]],
  ])('is read with %s', (_what, text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it('tells the line that an editor shows', () => {
    expect(readCsv('a\r\n\r\n"b\nb"\r\nc').map(({ line }) => line)).toEqual([1, 3, 5]);
  });
});
