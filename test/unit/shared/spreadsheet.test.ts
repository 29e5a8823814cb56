import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disarm, undoDisarm, writeCells } from '../../../shared/spreadsheet.ts';

describe('a text in a table', () => {
  it.each(
    `1-2 MAR1 1E5 00123 10:30 TRUE 1234567890123456 9.10 97.867 1/2 27MAR26 Dez-24 -5 =1+1 $5 5% 1,000 1e-7 wahr #N/A '1-2`
      .split(' ')
      .concat('3 Mar', '10:30 PM', 'march 5, 2026'),
  )('%j would be made another value, and has an apostrophe before it', (text) => {
    expect(disarm(text)).toBe(`'${text}`);
  });

  it.each([
    '0',
    '7',
    '123456789012345',
    'hedge-1',
    'sd-7f3a',
    'a1',
    'BTC-27MAR26-100000-C',
    'BTC-PERPETUAL',
    '#7',
    'PM',
    'maker 1',
    'true north',
    'decimal 5 of 7',
    '',
    "it's",
    '2026-11-21T14:03:07.118Z',
  ])('%j stays as it is', (text) => {
    expect(disarm(text)).toBe(text);
  });

  it('is read again as it was written', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^'{0,2}[-=+@]?[0-9.,:e/A-Z]{0,8}$/u));
    fc.assert(
      fc.property(text, (value) => {
        expect(undoDisarm(disarm(value))).toBe(value);
      }),
    );
  });
});

describe('cells of a line', () => {
  const cells = ['a;b', { number: '97867.5' }, { number: '-0.0012' }, '9.10'];

  it.each([
    [{ decimals: 'point', separator: 'comma' }, "a;b,97867.5,-0.0012,'9.10"],
    [{ decimals: 'comma', separator: 'semicolon' }, `"a;b";97867,5;-0,0012;'9.10`],
    [{ decimals: 'comma', separator: 'comma' }, `a;b,"97867,5","-0,0012",'9.10`],
    [{ decimals: 'comma', separator: 'tab' }, "a;b\t97867,5\t-0,0012\t'9.10"],
  ] as const)('are written in the form %j', (form, line) => {
    expect(writeCells(cells, form)).toBe(line);
  });
});
