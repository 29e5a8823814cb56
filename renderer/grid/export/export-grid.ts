import type { GridApi } from 'ag-grid-community';
import type { IpcClient } from '../../../shared/ipc/client.ts';
import type { ExportKind, FileSaved } from '../../../shared/ipc/schemas/file-schema.ts';
import { readCsvForm } from '../../stores/table-form.ts';
import { writeCsv } from './delimited.ts';
import { readShownTable } from './export-table.ts';
import { nameFile, saveFile } from './save-file.ts';
import type { GridDefinition } from '../use-grid.ts';
import type { Provenance } from './workbook.ts';

interface ExportRequest<Row> {
  readonly client: Pick<IpcClient, 'request'>;
  readonly api: GridApi<Row>;
  readonly definition: Pick<GridDefinition<Row>, 'title'>;
  readonly kind: ExportKind;
  /** What is sought. */
  readonly search: string;
  readonly source: Provenance;
  /** Hears how far it is, 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Of the whole way: reading the rows, and then writing the file, of which the saving is the end. */
const READ_SHARE = 0.5;
const WRITTEN_SHARE = 0.8;

/** Saves what the grid shows; gives where it is, and how many rows it has. Rejects with `IpcFailure`, or `ExportRefused`. */
export async function exportGrid<Row>(request: ExportRequest<Row>): Promise<{ saved: FileSaved; rows: number }> {
  const { client, api, definition, kind, search, source, onShare } = request;
  const nowMs = Date.now();
  const about = [...source, ...describeShown(api, search, nowMs)];
  const table = await readShownTable(api, (share) => onShare(share * READ_SHARE));
  const bytes =
    kind === 'csv'
      ? new TextEncoder().encode(writeCsv(table, readCsvForm()))
      : // Few export workbooks, and the writer is no small part of the window.
        await (await import('./workbook.ts')).writeWorkbook(table, definition.title, about);
  const saved = await saveFile(client, nameFile(definition.title, nowMs), kind, bytes, (share) =>
    onShare(WRITTEN_SHARE + share * (1 - WRITTEN_SHARE)),
  );
  return { saved, rows: table.rows.length };
}

/** What is left out of an export and why, so that nobody takes a part for the whole. */
function describeShown<Row>(api: GridApi<Row>, search: string, nowMs: number): Provenance {
  let shown = 0;
  let all = 0;
  api.forEachNodeAfterFilter(() => (shown += 1));
  api.forEachLeafNode(() => (all += 1));
  const names = new Map((api.getColumns() ?? []).map((column) => [column.getColId(), column.getColDef().headerName]));
  const filters = Object.entries(api.getFilterModel()).map(
    ([id, model]) => `${names.get(id) ?? id}: ${JSON.stringify(model)}`,
  );
  const hidden = [...names].filter(([id]) => api.getColumn(id)?.isVisible() === false).map(([, name]) => name ?? '');
  return [
    ['Rows', shown === all ? `${shown}, all of them` : `${shown} of ${all}: the others are filtered out`],
    ['Search', search === '' ? 'none' : search],
    ['Filters', filters.length === 0 ? 'none' : filters.join('; ')],
    ['Columns left out', hidden.length === 0 ? 'none' : hidden.join(', ')],
    ['Exported at (UTC)', new Date(nowMs).toISOString()],
    ['Local times are in', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['Numbers', 'as sent; over 15 digits as text'],
  ];
}
