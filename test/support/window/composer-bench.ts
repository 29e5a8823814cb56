import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { DESK_SCREEN, dialogOf, panelOf } from './terminal-window.ts';
import { openTicketBench, type TicketBench } from './ticket-bench.ts';

export const CREATE_RFQ = 'private/create_block_rfq';

/** A terminal with the Block RFQ composer in front, empty before each test. */
export interface ComposerBench {
  readonly bench: TicketBench;
  readonly page: () => Page;
  readonly composer: Locator;
  readonly send: () => Locator;
  /** What was composed was judged, and may be sent; or may not. */
  readonly waitUntilPressable: () => Promise<void>;
  readonly waitUntilHeld: () => Promise<void>;
  /** The dialog that asks before a request is sent. */
  readonly confirming: () => Locator;
  readonly confirm: () => Promise<void>;
  /** The row of a label among the requests. */
  readonly row: (label: string) => Locator;
  /** Requests that came to the service. */
  readonly created: () => number;
}

/** For a test file: opened while it is being read. */
export async function openComposerBench(): Promise<ComposerBench> {
  const bench = await openTicketBench(DESK_SCREEN);
  const page = (): Page => bench.view.page;
  const composer = panelOf(page(), 'Block RFQ composer');
  const waitFor = (isDisabled: boolean): Promise<void> =>
    composer.locator(`button.rfq-send[aria-disabled="${isDisabled}"]`).waitFor();
  const confirming = (): Locator => dialogOf(page(), 'Confirm the request');
  beforeAll(async () => {
    await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
  });
  beforeEach(async () => {
    await page().keyboard.press('Escape');
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
  });
  return {
    bench,
    page,
    composer,
    send: () => composer.locator('button.rfq-send'),
    waitUntilPressable: () => waitFor(false),
    waitUntilHeld: () => waitFor(true),
    confirming,
    confirm: () =>
      confirming()
        .getByRole('button', { name: /^Request quotes/ })
        .click(),
    row: (label) => panelOf(page(), 'My requests').getByRole('row').filter({ hasText: label }),
    created: () => bench.simulator.control.calls(CREATE_RFQ).count,
  };
}
