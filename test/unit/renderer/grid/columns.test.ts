import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, type DecimalString, sum } from '../../../../shared/decimal.ts';
import { buildTradeColumns } from '../../../../renderer/features/trades/trade-columns.ts';
import { compareDecimals, compareWholes, readKind, timeColumn } from '../../../../renderer/grid/columns.ts';
import { sumAmounts, TotalsRow, withTotals } from '../../../../renderer/grid/totals.ts';

const DECIMALS = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => decimal(`${digits}e-${places}`));

describe('decimals in a grid', () => {
  it('are sorted by their exact value, also where doubles can’t tell them apart', () => {
    const [low, high] = ['9007199254740993', '9007199254740993.1'] as DecimalString[];
    expect(compareDecimals(low, high)).toBe(-1);
    fc.assert(
      fc.property(DECIMALS, DECIMALS, (a, b) => {
        expect(compareDecimals(a, b)).toBe(compare(a, b));
      }),
    );
  });

  it('stand behind what is missing', () => {
    expect(compareDecimals(null, decimal(-5))).toBe(-1);
    expect(compareDecimals(decimal(-5), undefined)).toBe(1);
    expect(compareDecimals(null, undefined)).toBe(0);
  });

  it('are summed exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(DECIMALS, fc.integer().map(decimal))), (amounts) => {
        expect(sumAmounts(amounts)).toBe(sum(amounts));
      }),
    );
  });
});

describe('numbers that name something', () => {
  it('are sorted by value, however long, behind words and what is missing', () => {
    const long = ['9007199254740993', '9007199254740992'];
    expect(['100', 'x', '9', null, '-1', ...long].toSorted(compareWholes)).toEqual([
      null,
      'x',
      '-1',
      '9',
      '100',
      '9007199254740992',
      '9007199254740993',
    ]);
    const ids = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        expect(compareWholes(String(a), String(b))).toBe(a < b ? -1 : Number(a > b));
      }),
    );
  });

  it('are sequences, legs and ids of trades', () => {
    const columns = buildTradeColumns().filter((column) => column.comparator === compareWholes);
    expect(columns.map(({ colId }) => colId)).toEqual([
      'trade_seq',
      'block_trade_leg_count',
      'block_rfq_id',
      'block_rfq_quote_id',
      'user_id',
    ]);
    expect(new Set(columns.map(readKind))).toEqual(new Set(['decimal']));
  });
});

it('an instant of another day shows its day, also where only times are shown', () => {
  const { valueFormatter: show } = timeColumn<{ at: number }>('Time', ({ at }) => at, false);
  const shown = (value: number): unknown => (typeof show === 'function' ? show({ value } as never) : null);
  expect(shown(Date.now())).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  expect(shown(Date.UTC(2020, 10, 21, 10, 41, 7, 118))).toBe('11-21 10:41');
});

it('a sum that a narrow column cuts off is whole in its tooltip, also where rows have none', () => {
  const tooltipOf = (column: object, data: unknown): unknown => {
    const { tooltipValueGetter: read } = withTotals<unknown>(column);
    return read?.({ data, value: 'v' } as never);
  };
  const totals = new TotalsRow({ filled: '3,620' });
  expect(tooltipOf({ colId: 'filled' }, totals)).toBe('3,620');
  expect(tooltipOf({ colId: 'filled' }, {})).toBe('');
  expect(tooltipOf({ colId: 'state', tooltipValueGetter: () => 'why' }, {})).toBe('why');
});
