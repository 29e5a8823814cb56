import { DropdownMenu } from 'radix-ui';

/** What marks the chosen item of a menu, to the eye alone: the item itself says that it is checked. */
export function MenuCheck() {
  return (
    <DropdownMenu.ItemIndicator className="menu-check" aria-hidden="true">
      ✓
    </DropdownMenu.ItemIndicator>
  );
}
