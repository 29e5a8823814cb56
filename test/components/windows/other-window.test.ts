import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { openTicket } from '../ticket/open-ticket.ts';

const mount = await openWindowBench();

describe('the guards in two windows', () => {
  it('are never loosened unseen: the later save is refused, shows what was set, and is made knowingly', async () => {
    const { view, page, backEnd } = await openTicket(mount);
    await view.ticket.getByRole('button', { name: 'Guards' }).click();
    const guards = dialogOf(page, 'Guards of this profile');
    const stops = guards.getByLabel('Worth of one order: stops above, USD');
    const asks = guards.getByLabel('Worth of one order: asks above, USD');
    const seconds = guards.getByLabel('Equal orders within, seconds');
    const save = () => guards.getByRole('button', { name: 'Save guards' }).click();
    await expect.poll(() => stops.inputValue()).toBe('10000000');
    // In another window meanwhile.
    const { soft, hard } = backEnd.state.guards;
    backEnd.setGuards({
      soft: { ...soft, maxNotionalUsd: decimal('2000') },
      hard: { ...hard, maxNotionalUsd: decimal('3000') },
    });
    await asks.fill('2500');
    await seconds.fill('45');
    await save();
    await guards.getByText(/Another window changed these guards\. Nothing was saved/).waitFor();
    await guards.getByText(/There: Worth of one order: asks above 2000\./).waitFor();
    await expect.poll(() => stops.inputValue()).toBe('3000');
    await expect.poll(() => asks.inputValue()).toBe('2500');
    await expect.poll(() => seconds.inputValue()).toBe('45');
    await save();
    await guards.waitFor({ state: 'detached' });
    expect(backEnd.state.guards).toMatchObject({
      soft: { maxNotionalUsd: '2500' },
      hard: { maxNotionalUsd: '3000' },
      duplicateWindowMs: 45_000,
    });
  });
});

describe('a preset in two windows', () => {
  it('is never replaced unseen: who edits it is told what another window made of it, and then replaces it knowingly', async () => {
    const { view, page, backEnd } = await openTicket(mount);
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    const presets = dialogOf(page, 'Presets');
    const amount = presets.getByLabel('Amount of the preset');
    const saved = presets.getByRole('list', { name: 'Saved presets' });
    const save = () => presets.getByRole('button', { name: /^(Save|Replace) preset$/ }).click();
    const edit = () => presets.getByRole('button', { name: /^Edit the preset of/ }).click();
    /** In another window meanwhile. */
    const setAmountElsewhere = (text: string): void =>
      backEnd.setPresets(
        backEnd.state.presets.map((preset) => ({
          ...preset,
          values: { ...preset.values, amount: { unit: 'USD', value: decimal(text) } },
        })),
      );
    await presets.getByRole('checkbox', { name: 'Amount' }).check();
    await amount.fill('1000');
    await save();
    await expect.poll(() => saved.innerText()).toContain('1,000 USD');
    await edit();
    await amount.fill('3000');
    setAmountElsewhere('2000');
    await expect.poll(() => saved.innerText()).toContain('2,000 USD');
    await save();
    await presets.getByText(/^Another window changed this preset meanwhile, to: .*2,000 USD.*press again/).waitFor();
    expect(await saved.innerText()).toContain('2,000 USD');
    await save();
    await expect.poll(() => saved.innerText()).toContain('3,000 USD');

    await edit();
    await amount.fill('4000');
    backEnd.setPresets([]);
    await saved.waitFor({ state: 'detached' });
    await save();
    await presets.getByText(/^Another window deleted this preset meanwhile/).waitFor();
    await save();
    await expect.poll(() => saved.innerText()).toContain('4,000 USD');
  });
});

describe('what a press does, in two windows', () => {
  it('is never loosened unseen by a window that was opened before', async () => {
    const { view, page, backEnd } = await openTicket(mount, {
      prepare: (made) => made.setStatus({ ladder: { rung: 'one_click', cap_usd: decimal('5000') } }),
    });
    await panelOf(page, 'Order ticket')
      .getByRole('button', { name: /^What a press does: / })
      .click();
    const late = dialogOf(page, 'What a press does');
    const save = () => late.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => late.getByRole('radio', { name: 'One click' }).isChecked()).toBe(true);
    backEnd.setStatus({ ladder: { rung: 'confirm_each', cap_usd: decimal('5000') } });
    await late.getByRole('checkbox').check();
    await save();
    await late.getByText(/^Another window changed this to: Confirm each\. Nothing was saved\./).waitFor();
    await expect.poll(() => late.getByRole('radio', { name: 'Confirm each' }).isChecked()).toBe(true);
    await view.ticket.locator('button[title^="Confirm each."]').waitFor();

    // Chosen against what the other window set, it is taken once that was shown.
    await late.getByRole('radio', { name: 'Arm and fire' }).check();
    backEnd.setStatus({ ladder: { rung: 'one_click', cap_usd: decimal('6000') } });
    await save();
    await late.getByText(/^Another window changed this to: One click ≤ 6,000 USD\./).waitFor();
    await expect.poll(() => late.getByRole('radio', { name: 'Arm and fire' }).isChecked()).toBe(true);
    await save();
    await late.waitFor({ state: 'detached' });
    await view.ticket.locator('button[title^="Arm and fire."]').waitFor();
  });
});
