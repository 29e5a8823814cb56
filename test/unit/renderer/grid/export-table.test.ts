import type { GridApi } from 'ag-grid-community';
import { expect, it } from 'vitest';
import { readShownTable } from '../../../../renderer/grid/export/export-table.ts';

interface Row {
  readonly text: string;
}

/** A grid of one column of words; once it is gone it gives nothing, as the library's does. */
function gridOf(texts: readonly string[]) {
  let isGone = false;
  const column = { getColDef: () => ({ context: { kind: 'text' }, headerName: 'Text' }), getColId: () => 'text' };
  const nodes = texts.map((text, index) => ({ id: String(index), data: { text } }));
  const api = {
    isDestroyed: () => isGone,
    getCellValue: ({ rowNode }: { rowNode: { data: Row } }) => (isGone ? undefined : rowNode.data.text),
    getAllDisplayedColumns: () => [column],
    forEachNodeAfterFilterAndSort: (tell: (node: unknown) => void) => nodes.forEach((node) => tell(node)),
  };
  return { api: api as unknown as GridApi<Row>, destroy: () => (isGone = true) };
}

it('the words of a cell leave whole, however long', async () => {
  const legs = JSON.stringify(Array.from({ length: 20 }, (_, leg) => ({ instrument_name: `BTC-27MAR27-${leg}-C` })));
  const { rows } = await readShownTable(gridOf([legs]).api);
  expect(rows).toEqual([[{ kind: 'text', value: legs }]]);
});

it('rows that are closed while they are read are no empty rows', async () => {
  const { api, destroy } = gridOf(Array.from({ length: 9000 }, (_, index) => `label-${index}`));
  const reading = readShownTable(api, destroy);
  await expect(reading.then(({ rows }) => rows.length)).rejects.toThrow('The rows were closed while being read.');
});
