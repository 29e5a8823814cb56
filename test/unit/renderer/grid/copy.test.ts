import type { GridApi } from 'ag-grid-community';
import { describe, expect, it } from 'vitest';
import { readCopyText } from '../../../../renderer/grid/export/copy.ts';

interface Row {
  readonly label: unknown;
}

/** A grid of one column, its first cell with the focus; all rows are selected where there are several. */
function gridOf(values: readonly unknown[], kind = 'text'): GridApi<Row> {
  const column = { getColDef: () => ({ context: { kind }, headerName: 'Label' }), getColId: () => 'label' };
  const nodes = values.map((label, index) => ({ id: String(index), data: { label } }));
  const api = {
    getSelectedNodes: () => (nodes.length > 1 ? nodes : []),
    getFocusedCell: () => ({ rowIndex: 0, rowPinned: null, column }),
    getDisplayedRowAtIndex: (index: number) => nodes[index],
    getCellValue: ({ rowNode }: { rowNode: { data: Row } }) => rowNode.data.label,
    getAllDisplayedColumns: () => [column],
    forEachNodeAfterFilterAndSort: (tell: (node: unknown) => void) => nodes.forEach((node) => tell(node)),
  };
  return api as unknown as GridApi<Row>;
}

describe('copying in a grid', () => {
  it.each(['-x', '=1+1', 'say "hi", twice', 'a\u202eb', 'x'.repeat(300), ' blank '])(
    'gives a single cell as it is: %j',
    (value) => {
      expect(readCopyText(gridOf([value]))).toBe(value);
    },
  );

  it('gives a time in UTC, a number with its digits, and nothing for nothing', () => {
    expect(readCopyText(gridOf([Date.UTC(2026, 10, 21)], 'time'))).toBe('2026-11-21T00:00:00.000Z');
    expect(readCopyText(gridOf(['0.00000001'], 'decimal'))).toBe('0.00000001');
    expect(readCopyText(gridOf([null]))).toBe('');
  });

  it('gives several rows as a spreadsheet takes them, words among numbers as words', () => {
    expect(readCopyText(gridOf(['-x', 'b']))).toBe("'-x\nb");
    expect(readCopyText(gridOf(['12345678901234567890', '=1+1'], 'decimal'))).toBe("12345678901234567890\n'=1+1");
  });
});
