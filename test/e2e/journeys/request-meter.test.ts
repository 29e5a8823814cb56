import { expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';

const { simulator, view } = await openServedTerminal();

it('the request meter shows what the account may still ask, follows its limits, and explains itself on a press', async () => {
  const meter = view.page.getByRole('button', { name: /^requests:/ });
  await meter.filter({ hasText: /reads \d+\/100 left · orders 20\/20 left · \d+ waiting/ }).waitFor();
  simulator.control.setLimits({
    non_matching_engine: { rate: 30, burst: 60 },
    matching_engine: { rate: 7, burst: 9 },
  });
  await meter.filter({ hasText: /reads \d+\/60 left · orders \d\/9 left/ }).waitFor();
  expect(await meter.innerText()).not.toContain('held back');
  await meter.click();
  const card = view.page.getByRole('dialog', { name: 'Request limits' });
  await card.getByRole('row', { name: /^Orders \d \d 9 7/ }).waitFor();
  await expect.poll(() => card.getByRole('row', { name: /^Look-ups of unknown orders/ }).count()).toBe(1);
  await card.getByText('The service answers. Reads go out in turn.').waitFor();
  expect(await findAccessibilityFaults(view.page)).toEqual([]);
  await simulator.close();
  await card.getByText(/The service does not answer. Reads wait|a read is trying it now/).waitFor();
  await meter.filter({ hasText: /reads held back/ }).waitFor();
  expect(view.complaints).toEqual([]);
});
