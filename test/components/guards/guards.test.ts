import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { dialogOf, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { CALM_GUARDS } from '../../support/window-bench/calm.ts';
import { ETH_OPTION } from '../../support/window-bench/market.ts';
import { openTicket } from '../ticket/open-ticket.ts';

const mount = await openWindowBench();

async function openGuards({ ticket, page }: TerminalWindow): Promise<Locator> {
  await ticket.getByRole('button', { name: 'Guards', exact: true }).click();
  const guards = dialogOf(page, 'Guards of this profile');
  await guards.getByRole('textbox').first().waitFor();
  return guards;
}

describe('the guards', () => {
  it('limit amounts in the unit that they are counted in, and in no other', async () => {
    const { view, page, enter } = await openTicket(mount);
    const guards = await openGuards(view);
    const unit = guards.getByLabel('Limit the amount in');
    await unit.fill('b/c');
    await unit.press('Enter');
    await guards.getByText(/^A unit must be the name of a currency, such as BTC/).waitFor();
    await unit.fill('eth');
    await unit.press('Enter');
    const stops = guards.getByLabel('Amount of one order: stops above, ETH');
    await stops.fill('2');
    await guards.getByLabel('Amount of one order: stops above, any other unit').waitFor();
    // What is named and not added yet would be lost.
    await unit.fill('sol');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.getByText(/^sol has no limits yet/).waitFor();
    await unit.fill('');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
    await view.amount.fill('5000');
    await view.price.fill('97810');
    await view.waitUntilPressable();
    await enter(ETH_OPTION);
    await view.amount.fill('3');
    await view.price.fill('0.0755');
    await view.fieldRow('Amount').getByText('Over this profile’s limit of 2 ETH.').waitFor();
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');

    await openGuards(view);
    expect(await stops.inputValue()).toBe('2');
    await guards.getByRole('button', { name: 'No own limit for ETH' }).click();
    expect(await unit.evaluate((element) => element === document.activeElement)).toBe(true);
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await view.fieldRow('Amount').getByText('Over this profile’s limit').waitFor({ state: 'detached' });
  });

  it('are edited on screen, say what is wrong with them, and hold in the back end', async () => {
    const { view, page, backEnd } = await openTicket(mount);
    const guards = await openGuards(view);
    const stops = guards.getByLabel('Worth of one order: stops above, USD');
    await stops.fill('500');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.getByText(/Worth of one order, stops above: must not be below the limit that asks/).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await guards.getByLabel('Worth of one order: asks above, USD').fill('');
    await stops.fill('9k');
    await guards.getByText('= 9,000', { exact: true }).waitFor();
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
    expect(backEnd.state.guards.hard).toMatchObject({ maxNotionalUsd: '9000' });
    await view.amount.fill('9010');
    await view.price.fill('97810');
    await view.ticket
      .getByText(/over this profile’s limit of 9,000 USD/)
      .first()
      .waitFor();
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await view.amount.fill('9000');
    await view.waitUntilPressable();
  });
});

describe('a sell that comes to a buy of the account', () => {
  it('says so at its price, asks first, and offers the price above', async () => {
    const buy = { price: decimal(97_410), amount: decimal(80), shown: decimal(80), updatedMs: 0 };
    const { view, page, backEnd, fill, flag } = await openTicket(mount, {
      prepare: ({ setFacts }) => setFacts({ ownBuys: [buy], selfTradeMode: 'reject_taker' }),
    });
    await fill('1000', '97410');
    await flag('Post only').uncheck();
    const warning = view.ticket.getByText(/^Reaches your own buy of 80 USD at 97,410\./);
    await warning.waitFor();
    await view.press.getByText('Accept the warning first.').waitFor();
    await view.ticket
      .getByText('It may meet your own buy of 80 USD at 97,410.0. Then the service rejects the whole sell.')
      .waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await view.ticket.getByRole('button', { name: 'Use 97,410.5' }).click();
    await warning.waitFor({ state: 'detached' });
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
    expect(backEnd.state.sold).toEqual([]);
  });
});

describe('guards that another version kept', () => {
  it('are told of above the panels, and stop nothing, until they are saved', async () => {
    const { view, page, backEnd, fill } = await openTicket(mount, {
      prepare: ({ setStatus }) => setStatus({ guards: 'in_part' }),
    });
    const notice = page.getByText('Another version stored this profile’s guards differently.');
    await notice.waitFor();
    await fill('1000', '97810');
    await view.waitUntilPressable();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const guards = await openGuards(view);
    const saved = backEnd.nextAsked('guards.save');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    expect((await saved).guards).toEqual(CALM_GUARDS);
    backEnd.setStatus({ guards: 'ok' });
    await notice.waitFor({ state: 'detached' });
  });
});
