import { afterAll } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { shareChromium } from './browser.ts';
import { startTerminal } from './terminal.ts';
import { openTerminalWindow, type TerminalWindow, type WindowSetup } from './terminal-window.ts';

/** One terminal and one window on a simulator of its own, for journeys through the order ticket. */
export interface TicketBench {
  readonly simulator: Simulator;
  readonly view: TerminalWindow;
  /** An option quoted in its coin. */
  readonly option: string;
  /** The whole part of the perpetual's best bid, as of the last new start. */
  readonly bid: () => number;
  /** The perpetual's best bid, about so far away; never a price of a test before: an equal sell asks first, for half a minute. */
  readonly bidPlus: (distance: number) => number;
  /** An empty ticket for the perpetual. */
  readonly startAnew: () => Promise<void>;
  /** An empty ticket in the page as it is: quicker, and all that most tests need. */
  readonly clear: () => Promise<void>;
  /** Gives what fills in that price, and an amount that will do. */
  readonly priced: (price: string) => () => Promise<void>;
  /** Gives what fills in that amount, and a price that will do. */
  readonly sized: (amount: string) => () => Promise<void>;
  /** A label that was not used before. */
  readonly nextLabel: () => string;
  /** Sells under the label, once the ticket allows it. */
  readonly press: (label: string) => Promise<void>;
  /** The order as the service has it, once the grid shows that it was accepted. */
  readonly readOrder: (label: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Requests to sell that reached the service. */
  readonly countSells: () => number;
  readonly close: () => Promise<void>;
}

/** The bench of a test file, which closes it after its last test. Called outside of tests: while the file is being read. */
export async function openTicketBench(setup?: WindowSetup): Promise<TicketBench> {
  const bench = await startTicketBench(setup);
  afterAll(bench.close);
  return bench;
}

/** What is typed before the ticket shows the instrument that was clicked is typed for the one before. */
function selectsInTicket(view: TerminalWindow): TerminalWindow {
  return {
    ...view,
    select: async (name) => {
      await view.select(name);
      await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][value="${name}"]`).waitFor();
    },
  };
}

export async function startTicketBench(setup?: WindowSetup): Promise<TicketBench> {
  const browser = await shareChromium();
  const simulator = await createSimulator({ seed: 11 });
  const terminal = await startTerminal({ simulator });
  const view = selectsInTicket(await openTerminalWindow(browser, terminal.url, setup));
  const option = await view.watchlist.locator('[row-id^="ETH-"][row-id$="-C"]').first().getAttribute('row-id');
  if (option === null) throw new Error('the watchlist starts with an option on ETH');
  let bid = 0;
  let labels = 0;
  let starts = 0;
  /** Prices that were given out, and since which start. */
  const given = new Map<number, number>();
  async function settle(): Promise<void> {
    await view.select('BTC-PERPETUAL');
    starts += 1;
    bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
  }

  const bench: TicketBench = {
    simulator,
    view,
    option,
    bid: () => bid,
    bidPlus: (distance) => {
      let price = bid + distance;
      while ((given.get(price) ?? starts) !== starts) price += 1;
      given.set(price, starts);
      return price;
    },
    startAnew: async () => {
      await view.reload();
      // What was typed is there again.
      await view.clear();
      await settle();
    },
    clear: async () => {
      await view.clear();
      await settle();
    },
    priced: (price) => async () => {
      await view.amount.fill('1000');
      await view.price.fill(price);
    },
    sized: (amount) => async () => {
      await view.price.fill(String(bench.bidPlus(200)));
      await view.amount.fill(amount);
    },
    nextLabel: () => {
      labels += 1;
      return `ticket-${labels}`;
    },
    press: async (label) => {
      await view.label.fill(label);
      await view.waitUntilPressable();
      await view.press.click();
    },
    readOrder: async (label) => {
      await view
        .orderRow(label)
        .getByText(/^(open|filled|waiting|cancelled.*)$/)
        .first()
        .waitFor();
      return simulator.control.ordersByLabel(label)[0];
    },
    countSells: () => simulator.control.calls('private/sell').count,
    close: async () => {
      await view.close();
      await terminal.stop();
      terminal.removeData();
      await simulator.close();
      await browser.close();
    },
  };
  return bench;
}
