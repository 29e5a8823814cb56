import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry, JournalKind } from '../../../shared/ipc/schemas/journal-schema.ts';
import { describeEntry } from '../../../shared/journal/describe.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

let on: BackEnd;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterEach(() => on.close());

/** Oldest first. */
async function read(kind: JournalKind): Promise<JournalEntry[]> {
  const query = { before: null, text: '', kinds: [kind], limit: 500, verify: false };
  return (await on.services.handlers['journal.read'](query, TEST_WINDOW)).entries.toReversed();
}

const cancelAccount = () => on.services.handlers['orders.cancel_account'](null, TEST_WINDOW);

describe('a cancel of the whole account in the journal', () => {
  it('that nobody answers is not called done', async () => {
    on.simulator.control.failAll('private/cancel_all', 'drop_after_executing');
    expect(await cancelAccount()).toMatchObject({ cancelled: null });
    expect((await read('account_cancelled')).map(describeEntry)).toEqual([
      'A cancel of all orders of the account was sent. No answer: the outcome is unknown.',
    ]);
  });

  it('is there each time that it is pressed, also where the service says the same again', async () => {
    await cancelAccount();
    await cancelAccount();
    expect((await read('account_cancelled')).map(({ fields }) => fields.count)).toEqual([0, 0]);
  });
});

describe('a sell that was stopped in the journal', () => {
  const option = () => on.simulator.control.instrumentNames().find((name) => /^BTC-\d.*-C$/.test(name)) ?? '';

  async function stop(changes: Parameters<typeof orderDraft>[0]): Promise<string[]> {
    const draft = orderDraft(changes);
    await on.services.handlers['orders.place']({ intent_id: randomUUID(), draft, acknowledged: [] }, TEST_WINDOW);
    return (await read('sell_stopped')).map(describeEntry);
  }

  it('has its price in what it was given in', async () => {
    const [said] = await stop({ instrument_name: option(), amount: '0.0001', price: '65', advanced: 'implv' });
    expect(said).toContain(`of ${option()}, limit at 65 % volatility.`);
  });

  it('has its size where that was typed in contracts', async () => {
    const [said] = await stop({ amount: '', contracts: '0.5' });
    expect(said).toContain('Sell 0.5 contracts BTC-PERPETUAL, limit at 97,500 USD.');
  });

  it('has the trigger that it would have waited for', async () => {
    const stopOrder = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '90000' } as const;
    const [said] = await stop({ ...stopOrder, amount: '0.5' });
    expect(said).toContain('stop market, trigger 90,000 USD.');
  });
});
