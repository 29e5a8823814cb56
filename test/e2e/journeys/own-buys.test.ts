import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { openTicketBench } from '../../support/ticket-bench.ts';

const bench = await openTicketBench();
const { view, simulator } = bench;

/** Rests a buy of the account that was placed by another program. */
async function buyElsewhere(price: number): Promise<void> {
  const key = Buffer.from(`${simulator.clientId}:${simulator.clientSecret}`).toString('base64');
  const params = { instrument_name: 'BTC-PERPETUAL', amount: 20_000, price, type: 'limit', label: 'elsewhere' };
  const response = await fetch(`${simulator.origin}/api/v2/private/buy`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'private/buy', params }),
  });
  expect(response.ok).toBe(true);
}

describe('a sell that comes to a buy of the account', () => {
  const warning = () => view.ticket.getByText(/^Goes down to your own buy of 20,000 USD at [\d,.]+\./);

  it('says so at its price, asks first, and offers the price above', async () => {
    await bench.clear();
    const price = bench.bid() - 40;
    await buyElsewhere(price);
    await view.orderRow('elsewhere').waitFor();
    await view.amount.fill('900000');
    await view.price.fill(String(price));
    await view.ticket.getByRole('checkbox', { name: 'Post only' }).uncheck();
    await warning().waitFor();
    await view.ticket
      .getByText(/comes to your own buy of 20,000 USD at [\d,.]+: the service refuses the whole sell\./)
      .waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.ticket
      .getByRole('button', { name: new RegExp(String(price + 0.5).slice(-3)) })
      .first()
      .click();
    await warning().waitFor({ state: 'detached' });
    expect(bench.countSells()).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});
