import { DropdownMenu } from 'radix-ui';
import {
  deleteList,
  findListLimit,
  setHiddenColumns,
  setListSort,
  shownList,
  useWatchlist,
} from '../../stores/watchlist-store.ts';
import type { Naming } from './list-bar.tsx';
import { OPTIONAL_COLUMNS } from './watch-columns.ts';
import { MenuCheck } from '../../ui/controls/menu-check.tsx';

interface ListMenuProps {
  readonly onName: (naming: Naming) => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
}

/** Actions on the list in front, and its columns. */
export function ListMenu({ onName, onImport, onExport }: ListMenuProps) {
  const { name, sort, instruments } = useWatchlist(shownList);
  const isOnly = useWatchlist((state) => state.watchlists.lists.length === 1);
  const hidden = useWatchlist((state) => state.watchlists.hidden_columns);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="list-menu-button" aria-label="List and columns" title="List and columns">
        <span aria-hidden="true">⋯</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          // A name that is about to be typed keeps the focus.
          onCloseAutoFocus={(event) => {
            if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <DropdownMenu.Item
            className="menu-item"
            disabled={findListLimit() !== null}
            onSelect={() => onName({ of: null })}
          >
            New list…
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => onName({ of: name })}>
            Rename “{name}”… <span className="menu-key">F2</span>
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" disabled={isOnly} onSelect={() => deleteList(name)}>
            Delete “{name}”
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={onImport}>
            Import CSV into “{name}”…
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" disabled={instruments.length === 0} onSelect={onExport}>
            Export “{name}” as CSV
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Label className="menu-label">Columns</DropdownMenu.Label>
          {OPTIONAL_COLUMNS.map((column) => (
            <DropdownMenu.CheckboxItem
              key={column.id}
              className="menu-item"
              checked={!hidden.includes(column.id)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isWanted) =>
                setHiddenColumns(isWanted ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
              }
            >
              {column.name}
              <MenuCheck />
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" disabled={sort === null} onSelect={() => setListSort(null)}>
            {sort === null ? 'In your own order: drag rows, or Alt+↑ and Alt+↓' : 'Back to your own order'}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
