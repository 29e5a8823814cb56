import { describe, expect, it } from 'vitest';
import { createTestClient } from '../../support/wire/service-double.ts';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, simulator } = bench;

/** A call deep in the money: its spread is many ticks wide, and its market moves little while a test runs. */
const NAME = simulator.control.instrumentNames().findLast((name) => /^BTC-.*-50000-C$/.test(name)) ?? '';
const TICK = 0.0005;

/** Rests a buy of the account between bid and ask, as another program does. Gives its price. */
async function buyElsewhere(): Promise<number> {
  const { clientId, clientSecret, origin } = simulator;
  const other = createTestClient(origin, { credentials: { scheme: 'basic', clientId, clientSecret } });
  const answer = await other.call('public/ticker', { instrument_name: NAME });
  if (!answer.ok) throw new Error('no ticker');
  const { best_bid_price: bid, best_ask_price: ask } = answer.value.value;
  const ticks = Math.floor((Number(ask) - Number(bid)) / TICK / 3);
  const price = (Number(bid) + ticks * TICK).toFixed(4);
  const terms = {
    instrument_name: NAME,
    amount: decimal(8),
    price: decimal(price),
    type: 'limit' as const,
    label: 'elsewhere',
  };
  await other.callExtension('private/buy', terms);
  await other.close();
  return Number(price);
}

describe('a sell that comes to a buy of the account', () => {
  const warning = () => view.ticket.getByText(/^Reaches your own buy of [\d.]+ BTC at 0\.\d+\./);

  it('says so at its price, asks first, and offers the price above', async () => {
    await bench.clear();
    await view.field('Instrument').fill(NAME);
    await view.field('Instrument').press('Enter');
    await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][value="${NAME}"]`).waitFor();
    const price = await buyElsewhere();
    await view.orderRow('elsewhere').waitFor();
    await view.amount.fill('1');
    await view.price.fill(String(price));
    await view.ticket.getByRole('checkbox', { name: 'Post only' }).uncheck();
    await warning().waitFor();
    await view.ticket
      .getByText(/It meets your own buy of [\d.]+ BTC at 0\.\d+: the service rejects the whole sell\./)
      .waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    const above = String(Number((price + TICK).toFixed(4)));
    await view.ticket.getByRole('button', { name: `Use ${above}` }).click();
    await warning().waitFor({ state: 'detached' });
    await expect.poll(() => view.price.inputValue()).toBe(above);
    expect(bench.countSells()).toBe(0);
    expect(view.complaints).toEqual([]);
  });
});
