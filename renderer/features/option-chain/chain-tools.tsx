import { DropdownMenu } from 'radix-ui';
import { keepColumns } from '../../stores/workspace/workspace-store.ts';
import { CHAIN_FIELDS } from './chain-fields.ts';
import { nameFamily } from './chain-text.ts';
import { MenuCheck } from '../../ui/controls/menu-check.tsx';

/** Under which the chosen columns are kept. */
export const CHAIN_GRID_ID = 'option-chain';

interface FamilyMenuProps {
  readonly family: string;
  readonly families: readonly string[];
  readonly onChoose: (family: string) => void;
}

/** Chooses whose options are shown. */
export function FamilyMenu({ family, families, onChoose }: FamilyMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chain-tool" aria-label={`Options on ${nameFamily(family)}`}>
        {nameFamily(family)} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">Options on</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={family} onValueChange={onChoose}>
            {families.map((item) => (
              <DropdownMenu.RadioItem key={item} value={item} className="menu-item">
                {nameFamily(item)}
                <MenuCheck />
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ColumnMenuProps {
  readonly chosen: readonly string[];
  readonly isKept: boolean;
  readonly showsDead: boolean;
  /** Null where there are no names that don't exist. */
  readonly onShowDead: ((shows: boolean) => void) | null;
}

/** Chooses the figures of both sides. */
export function ColumnMenu({ chosen, isKept, showsDead, onShowDead }: ColumnMenuProps) {
  const stayOpen = (event: Event): void => event.preventDefault();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chain-tool">
        Columns <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu chain-columns-menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">On both sides</DropdownMenu.Label>
          {CHAIN_FIELDS.map(({ id, name }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              className="menu-item"
              checked={chosen.includes(id)}
              // One column has to stay: without any there is nothing to click.
              disabled={chosen.length === 1 && chosen.includes(id)}
              onSelect={stayOpen}
              onCheckedChange={(isWanted) =>
                keepColumns(CHAIN_GRID_ID, isWanted ? [...chosen, id] : chosen.filter((known) => known !== id))
              }
            >
              {name}
              <MenuCheck />
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          {onShowDead === null ? null : (
            <DropdownMenu.CheckboxItem className="menu-item" checked={showsDead} onCheckedChange={onShowDead}>
              Names that do not exist
              <MenuCheck />
            </DropdownMenu.CheckboxItem>
          )}
          <DropdownMenu.Item className="menu-item" disabled={!isKept} onSelect={() => keepColumns(CHAIN_GRID_ID, null)}>
            As it came
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
