import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { DEEP } from '../../support/deep.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, dialogOf, panelOf } from '../../support/window/terminal-window.ts';

const CREATE_RFQ = 'private/create_block_rfq';
const setup = { ...DESK_SCREEN, workspace: 'Block RFQ' };
const own = await openServedTerminal(DESK_SCREEN);
const { simulator } = own;
let { view } = own;

beforeEach(() => view.page.getByRole('button', { name: 'Block RFQ', exact: true }).click());

const page = () => view.page;
const composer = () => panelOf(page(), 'Block RFQ composer');
const row = (label: string): Locator => panelOf(page(), 'My requests').getByRole('row').filter({ hasText: label });
const created = () => simulator.control.calls(CREATE_RFQ);

/** Sends what is composed, under the label. */
async function request(label: string): Promise<void> {
  await composer().getByLabel('Label', { exact: true }).fill(label);
  await composer().locator('button.rfq-send[aria-disabled="false"]').click();
  const confirming = dialogOf(page(), 'Confirm the request');
  await confirming.getByText(label, { exact: true }).waitFor();
  await confirming.getByRole('button', { name: /^Request quotes/ }).click();
}

describe('a Block RFQ', () => {
  it('goes out as it was composed, hedged and labelled, counts down, and shows its quotes', async () => {
    await takeStructure(page(), 'risk reversal');
    await composer().getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await composer()
      .getByRole('button', { name: /^Add: sell/ })
      .click();
    // Some makers let a request pass: not all of three.
    for (const maker of ['MAKER1', 'MAKER2', 'MAKER3']) await composer().getByLabel(maker, { exact: true }).check();
    const before = created().count;
    await request('rr-mouse');
    await row('rr-mouse')
      .getByText(/^\d:\d\d$/)
      .waitFor();
    await row('rr-mouse')
      .getByText(/^BTC-RR-/)
      .waitFor();
    expect(created().count - before).toBe(1);
    expect(created().records.at(-1)?.params).toMatchObject({
      label: 'rr-mouse',
      makers: ['MAKER1', 'MAKER2', 'MAKER3'],
      disclosed: true,
      hedge: { instrument_name: 'BTC-PERPETUAL', direction: 'sell' },
    });
    await row('rr-mouse').locator('.bid').filter({ hasText: /\d/ }).waitFor();
    await row('rr-mouse').locator('.ask').filter({ hasText: /\d/ }).waitFor();
    expect(view.complaints).toEqual([]);
  });
});

describe('a request whose answer is lost', () => {
  it('is unknown, over a restart too, is sent once, and is settled by a person', DEEP, async () => {
    const { control } = simulator;
    control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => name !== 'private/get_block_rfqs')) });
    try {
      control.failNext(CREATE_RFQ, 'drop_after_executing');
      await takeStructure(page(), 'strangle');
      const before = created().count;
      await request('lost-1');
      await row('lost-1').getByText('unknown', { exact: true }).waitFor();
      expect(view.complaints).toEqual([]);
      ({ view } = await own.restart(setup));
      await row('lost-1').getByText('unknown', { exact: true }).waitFor();
      await page().locator('.header').getByRole('button', { name: '1 Block RFQ unknown' }).waitFor();
      await row('lost-1').getByRole('button', { name: 'Settle by hand' }).click();
      const dialog = page().getByRole('dialog', { name: 'Settle an unknown request' });
      await dialog.getByLabel('Type its label to settle it').fill('lost-1');
      await dialog.getByRole('button', { name: 'It is there' }).click();
      await row('lost-1').getByText('Settled by hand: it is there.').waitFor();
      expect(created().count - before).toBe(1);
      expect(view.complaints).toEqual([]);
    } finally {
      control.setDoor({ extensions: new Set(EXTENSION_NAMES) });
    }
  });
});
