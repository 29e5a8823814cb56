import type { Locator } from 'playwright-core';
import type { Mounted, MountSetup } from '../../support/window-bench/bench.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';

/** An empty composer of Block RFQs, over a market with options of many strikes. */
export interface OpenComposer extends Mounted {
  readonly composer: Locator;
  readonly hedge: Locator;
  readonly label: Locator;
  readonly send: Locator;
  /** A structure of the menu, with the strikes that were found. */
  readonly take: (name: string) => Promise<void>;
  /** The same, with the hedge that is proposed. */
  readonly takeHedged: (name: string) => Promise<void>;
  /** What was composed may be sent; or may not. */
  readonly waitUntilPressable: () => Promise<void>;
  readonly waitUntilHeld: () => Promise<void>;
  /** The dialog that asks before a request is sent. */
  readonly confirming: Locator;
  /** Sends what is composed, under the label. */
  readonly request: (label: string) => Promise<void>;
  readonly legs: () => Promise<string[]>;
  /** The row of a label among the requests. */
  readonly row: (label: string) => Locator;
}

const DESK_SIZE = { width: 1600, height: 960 };

/** `panels` null: the whole window, with the workspace of Block RFQs in front. */
export async function openComposer(
  mount: (setup: MountSetup) => Promise<Mounted>,
  {
    panels = ['rfq-composer'],
    prepare,
    ...size
  }: Omit<MountSetup, 'panels'> & { panels?: MountSetup['panels'] | null } = {},
): Promise<OpenComposer> {
  const mounted = await mount({
    ...DESK_SIZE,
    ...size,
    ...(panels === null ? {} : { panels }),
    prepare: (backEnd) => {
      backEnd.listOptions();
      // An equal request asks for as long as any test takes.
      backEnd.setGuards({ duplicateWindowMs: 600_000 });
      prepare?.(backEnd);
    },
  });
  const { page } = mounted;
  if (panels === null) await page.getByRole('button', { name: 'Block RFQ', exact: true }).click();
  const composer = panelOf(page, 'Block RFQ composer');
  const send = composer.locator('button.rfq-send');
  const confirming = dialogOf(page, 'Confirm the request');
  const label = composer.getByLabel('Label', { exact: true });
  const waitFor = (isDisabled: boolean): Promise<void> =>
    composer.locator(`button.rfq-send[aria-disabled="${isDisabled}"]`).waitFor();
  await composer.getByRole('button', { name: 'Structures' }).waitFor();
  const take = (name: string): Promise<void> => takeStructure(page, name);
  return {
    ...mounted,
    composer,
    hedge: composer.getByRole('region', { name: 'Hedge leg' }),
    label,
    send,
    take,
    takeHedged: async (name) => {
      await take(name);
      await composer.getByRole('button', { name: /^Add: sell/ }).click();
      await waitFor(false);
    },
    waitUntilPressable: () => waitFor(false),
    waitUntilHeld: () => waitFor(true),
    confirming,
    request: async (name) => {
      await label.fill(name);
      await waitFor(false);
      await send.click();
      await confirming.locator('.button-primary[aria-disabled="false"]').click();
      await confirming.waitFor({ state: 'detached' });
    },
    legs: () => composer.getByRole('table', { name: 'Legs' }).locator('tbody .rfq-name').allInnerTexts(),
    row: (name) => panelOf(page, 'My requests').getByRole('row').filter({ hasText: name }),
  };
}
