import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { view } = await openServedTerminal({}, { seed: 11, door: { extensions: new Set() } });

describe('the option chain', DEEP, () => {
  it('is found name by name where the service lists nothing, and says how far it is', async () => {
    await view.page.getByRole('tab', { name: 'Option chain' }).click();
    const chain = panelOf(view.page, 'Option chain');
    await chain.getByText(/searching…$/).waitFor();
    const mark = chain.locator('[role="row"][row-id] [col-id="call.mark"]').filter({ hasText: /\d/ }).first();
    await mark.click();
    await expect
      .poll(() => view.ticket.getByLabel('Instrument', { exact: true }).inputValue())
      .toMatch(/^BTC-\d+[A-Z]{3}\d\d-\d+-C$/);
  });
});
