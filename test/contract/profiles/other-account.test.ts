import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeEntry } from '../../../shared/journal/describe.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { acceptWarnings } from '../../support/window/accept-warnings.ts';
import { ONE_PRESS } from '../../support/window/one-press.ts';
import {
  addOtherKey,
  type Key,
  openOwnProfile,
  PASSPHRASE,
  type ProfileBench,
  removeData,
  setKeyOf,
  startProfileBench,
} from '../../support/bench/profile-bench.ts';
import { orderDraft } from '../../support/records/records.ts';

let simulator: Simulator;
/** A key of another account of the same service. */
let other: Key;
let on: ProfileBench;
let id: string;

beforeEach(async () => {
  simulator = await createSimulator({ seed: 7 });
  other = addOtherKey(simulator);
  on = await startProfileBench();
  id = await openOwnProfile(on, simulator);
});
afterEach(async () => {
  await on.close();
  await simulator.close();
  removeData(on);
});

const setKey = (key: Key) => on.act(setKeyOf(id, key, PASSPHRASE));

describe('a key of another account', () => {
  it('stops selling until a person says that it is meant, or the account’s own key is back; the journal has it', async () => {
    await setKey(other);
    await on.waitForBlock('other_account');
    const sold = await on.sell();
    expect(sold).toMatchObject({ ok: true, value: { row: null } });
    await on.close();
    on = await startProfileBench({ dataDir: on.dataDir });
    await on.act({ action: 'unlock', passphrase: PASSPHRASE });
    await on.waitForBlock('other_account');

    await setKey(simulator);
    await on.waitForBlock(null);
    await setKey(other);
    await on.waitForBlock('other_account');
    await on.act({ action: 'adopt_account' });
    await on.waitForBlock(null);
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
    expect(simulator.control.executions()).toBe(1);
    const told = await on.ask('journal.read', { before: null, limit: 50, kinds: ['setting'], text: '', verify: false });
    const entries = told.ok ? told.value.entries.map(describeEntry) : [];
    expect(entries.filter((entry) => entry.startsWith('Account id: '))).toHaveLength(2);
  });

  it('asks nothing about an order that rests, ends and cancels nothing, and is not taken; the own key follows it on', async () => {
    const { ladder: base } = (await on.open()).status;
    await on.ask('trading.ladder', { ladder: ONE_PRESS, base, is_deliberate: true });
    const draft = orderDraft({ price: '99500', amount: '200', label: 'stays' });
    const checked = await on.ask('orders.check', { draft });
    const acknowledged = acceptWarnings(checked.ok ? checked.value.issues : [], draft, [
      'price_far',
      'price_above_band',
    ]);
    const intent_id = randomUUID();
    const placed = await on.ask('orders.place', { intent_id, draft, acknowledged });
    expect(placed).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
    // Look-ups have forgotten it: unless open, it has ended.
    simulator.control.moveClock(40 * 60_000);

    /** Look-ups of that order, and cancels of any but those that can cancel nothing. */
    const asked = () =>
      [
        ...['private/get_order_state_by_label', 'private/get_open_orders_by_label'].flatMap((method) =>
          simulator.control.calls(method).records.filter(({ params }) => params['label'] === 'stays'),
        ),
        ...simulator.control.calls('private/cancel_all').records,
      ].length;
    await setKey(other);
    await on.waitForBlock('other_account');
    const before = asked();
    await on.ask('orders.cancel_account', null);
    await on.ask('orders.cancel', { intent_id });
    for (let reads = 0; reads < 2; reads += 1) await simulator.control.waitForCall('private/get_account_summaries');
    expect(asked()).toBe(before);
    expect((await on.act({ action: 'adopt_account' })).problems[0]?.message).toMatch(/^1 order of the earlier account/);

    await setKey(simulator);
    await on.waitForBlock(null);
    await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    const rows = await on.ask('orders.list', null);
    expect(rows).toMatchObject({ ok: true, value: [{ label: 'stays', order: { order_state: 'open' }, notices: [] }] });
  });
});
