import type { Locator } from 'playwright-core';
import type { Mounted, MountSetup } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';

/** An empty ticket for the perpetual, alone in its window. */
export interface OpenTicket extends Mounted {
  readonly instrument: Locator;
  readonly flag: (name: string) => Locator;
  /** The last order's outcome. */
  readonly last: Locator;
  /** Types an instrument's name, until the ticket is for it. */
  readonly enter: (instrumentName: string) => Promise<void>;
  /** An amount and a price; the button can be pressed unless they are refused. */
  readonly fill: (amount: string, price: string) => Promise<void>;
  /** Sells under the label, once the ticket allows it; resolves when it is no longer on its way. */
  readonly sell: (label: string) => Promise<void>;
}

export async function openTicket(
  mount: (setup: MountSetup) => Promise<Mounted>,
  setup: Omit<MountSetup, 'panels'> = {},
): Promise<OpenTicket> {
  const mounted = await mount({ panels: ['order-ticket'], ...setup });
  const { view } = mounted;
  const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
  const shows = (name: string): Promise<void> =>
    view.ticket.locator(`[role="combobox"][aria-label="Instrument"][value="${name}"]`).waitFor();
  await shows(PERPETUAL);
  return {
    ...mounted,
    instrument,
    flag: (name) => view.ticket.getByRole('checkbox', { name, exact: true }),
    last: view.ticket.getByRole('group', { name: 'Last order' }),
    enter: async (name) => {
      await instrument.fill(name);
      await instrument.press('Enter');
      await shows(name);
      await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][title="${name}"]`).waitFor();
    },
    fill: async (amount, price) => {
      await view.amount.fill(amount);
      await view.price.fill(price);
    },
    sell: async (label) => {
      await view.label.fill(label);
      await view.waitUntilPressable();
      await view.press.click();
      await view.ticket.getByRole('group', { name: 'Last order' }).waitFor();
    },
  };
}
