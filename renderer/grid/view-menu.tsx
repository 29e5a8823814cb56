import { useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { Dialog } from '../ui/controls/dialog.tsx';
import { nameColumn } from './export/export-table.ts';
import { useGridCommand } from './grid-commands.ts';
import { findViewProblem } from './grid-state.ts';
import { type Grid, GROUP_COLUMN } from './use-grid.ts';
import { MenuCheck } from '../ui/controls/menu-check.tsx';

/** Saved views, grouping and columns of a grid. */
export function ViewMenu<Row>({ grid }: { readonly grid: Grid<Row> }) {
  const [isNaming, setIsNaming] = useState(false);
  const { definition, views, group } = grid;
  function unfilter(): void {
    grid.api?.setFilterModel(null);
    grid.setSearch('');
  }
  useGridCommand(grid, 'grid.view', () => setIsNaming(true));
  useGridCommand(grid, 'grid.unfilter', unfilter);
  useGridCommand(grid, 'grid.reset', grid.reset);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="grid-tool" disabled={grid.api === null}>
          {group === null ? 'View' : `By ${group.name.toLowerCase()}`} <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu grid-menu" align="end" sideOffset={4}>
            <DropdownMenu.Label className="menu-label">Saved views</DropdownMenu.Label>
            {views.map(({ name }) => (
              <DropdownMenu.Sub key={name}>
                <DropdownMenu.SubTrigger className="menu-item">{name}</DropdownMenu.SubTrigger>
                <DropdownMenu.Portal>
                  <DropdownMenu.SubContent className="menu">
                    <DropdownMenu.Item className="menu-item" onSelect={() => grid.showView(name)}>
                      Show
                    </DropdownMenu.Item>
                    <DropdownMenu.Item className="menu-item" onSelect={() => grid.removeView(name)}>
                      Remove
                    </DropdownMenu.Item>
                  </DropdownMenu.SubContent>
                </DropdownMenu.Portal>
              </DropdownMenu.Sub>
            ))}
            <DropdownMenu.Item className="menu-item" onSelect={() => setIsNaming(true)}>
              Save this view…
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="menu-line" />
            {definition.groups.length === 0 ? null : <GroupItems grid={grid} />}
            <ColumnItems grid={grid} />
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item className="menu-item" onSelect={unfilter}>
              Clear filters
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={grid.reset}>
              Reset columns, filters and groups
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isNaming ? <NameDialog grid={grid} onClose={() => setIsNaming(false)} /> : null}
    </>
  );
}

const NO_GROUP = '';

function GroupItems<Row>({ grid }: { readonly grid: Grid<Row> }) {
  return (
    <>
      <DropdownMenu.Label className="menu-label">Group by</DropdownMenu.Label>
      <DropdownMenu.RadioGroup
        value={grid.group?.id ?? NO_GROUP}
        onValueChange={(id) => grid.setGroup(id === NO_GROUP ? null : id)}
      >
        {[{ id: NO_GROUP, name: 'Nothing' }, ...grid.definition.groups].map(({ id, name }) => (
          <DropdownMenu.RadioItem key={id} className="menu-item" value={id}>
            {name}
            <MenuCheck />
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="menu-line" />
    </>
  );
}

function ColumnItems<Row>({ grid }: { readonly grid: Grid<Row> }) {
  // Read when the menu is drawn, which is when it is opened; each choice closes nothing.
  const [, redraw] = useState(0);
  const columns = (grid.api?.getColumns() ?? []).filter((column) => column.getColId() !== GROUP_COLUMN);
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item">
        Columns <span className="menu-check">▸</span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="menu grid-columns" collisionPadding={8}>
          <DropdownMenu.Item
            className="menu-item"
            onSelect={(event) => {
              event.preventDefault();
              grid.api?.setColumnsVisible(columns, true);
              grid.keep();
              redraw((count) => count + 1);
            }}
          >
            All of them
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          {columns.map((column) => (
            <DropdownMenu.CheckboxItem
              key={column.getColId()}
              className="menu-item"
              checked={column.isVisible()}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isWanted) => {
                grid.api?.setColumnsVisible([column], isWanted);
                grid.keep();
                redraw((count) => count + 1);
              }}
            >
              {nameColumn(column)}
              <MenuCheck />
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function NameDialog<Row>({ grid, onClose }: { readonly grid: Grid<Row>; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const isTaken = grid.views.some((view) => view.name === name.trim());
  const problem = findViewProblem(grid.views, name);
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form
        className="grid-name"
        onSubmit={(event) => {
          event.preventDefault();
          grid.saveView(name);
          onClose();
        }}
      >
        <p>Saves filters, search, grouping, sorts and columns under a name.</p>
        <label>
          Name
          <input value={name} maxLength={40} data-first-focus onChange={(event) => setName(event.target.value)} />
        </label>
        <button type="submit" className="button" disabled={problem !== null}>
          {isTaken ? 'Replace' : 'Save'}
        </button>
        <p role="status">{name === '' ? null : problem}</p>
      </form>
    </Dialog>
  );
}
