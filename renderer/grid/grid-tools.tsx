import { type ReactNode, useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { useBackend } from '../api/backend.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import type { ExportKind } from '../../shared/ipc/schemas/file-schema.ts';
import { showToast } from '../stores/toast-store.ts';
import { exportGrid } from './export/export-grid.ts';
import { EXPORT_KINDS, ExportRefused } from './export/export-kinds.ts';
import { useGridCommand } from './grid-commands.ts';
import { ViewMenu } from './view-menu.tsx';
import type { Grid } from './use-grid.ts';
import type { Provenance } from './export/workbook.ts';
import { WorkingBar } from '../ui/working.tsx';
import './grid-tools.css';

interface GridToolsProps<Row> {
  readonly grid: Grid<Row>;
  /** What the rows are and how complete, for that sheet. */
  readonly describeSource: () => Provenance;
  readonly children?: ReactNode;
}

/** Search, views and export of a grid, for the bar of its panel. */
export function GridTools<Row>({ grid, describeSource, children }: GridToolsProps<Row>) {
  return (
    <>
      {children}
      <input
        type="search"
        className="grid-search"
        aria-label={`Search ${grid.definition.title.toLowerCase()}`}
        placeholder="Search"
        maxLength={200}
        spellCheck={false}
        value={grid.search}
        onKeyDown={(event) => {
          if (event.key === 'Escape') grid.setSearch('');
        }}
        onChange={(event) => grid.setSearch(event.target.value)}
      />
      <ViewMenu grid={grid} />
      <ExportMenu grid={grid} describeSource={describeSource} />
    </>
  );
}

function ExportMenu<Row>({ grid, describeSource }: GridToolsProps<Row>) {
  const { client } = useBackend();
  /** How far the export is, 0 to 1; null while there is none. */
  const [share, setShare] = useState<number | null>(null);
  const { api, definition, search } = grid;

  async function save(kind: ExportKind): Promise<void> {
    if (api === null || share !== null) return;
    setShare(0);
    const subject = `export ${definition.id}`;
    try {
      const { saved, rows } = await exportGrid({
        client,
        api,
        definition,
        kind,
        search,
        source: describeSource(),
        onShare: setShare,
      });
      if (saved.path !== null) {
        const title = `Exported ${rows} ${rows === 1 ? 'row' : 'rows'}`;
        showToast({ subject, tone: 'good', title, detail: saved.path, isSticky: true });
      }
    } catch (error) {
      const detail = error instanceof ExportRefused ? error.message : describeFailure(readFailure(error));
      showToast({ subject, tone: 'bad', title: 'Could not be exported', detail, isSticky: true });
    } finally {
      setShare(null);
    }
  }

  useGridCommand(grid, 'grid.export.csv', () => void save('csv'));
  useGridCommand(grid, 'grid.export.xlsx', () => void save('xlsx'));

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="grid-tool" disabled={api === null || share !== null}>
        {share === null ? 'Export' : 'Exporting…'}{' '}
        {share === null ? null : <WorkingBar text="Exported" share={share} />}
        <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">What is shown: these rows, these columns</DropdownMenu.Label>
          {EXPORT_KINDS.map(({ kind, name, holds }) => (
            <DropdownMenu.Item key={kind} className="menu-item" onSelect={() => void save(kind)}>
              {name}: {holds}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
