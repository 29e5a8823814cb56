import { afterEach, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { ExtensionName } from '../../../shared/service/extensions.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { type BackEnd, checkAndPlace, startBackEnd, TEST_WINDOW, waitForQuote } from '../../support/bench/back-end.ts';
import { createHeldClock } from '../../support/movable-clocks.ts';
import { orderDraft } from '../../support/records/records.ts';

const SELL = 'private/sell';
const NAME = 'BTC-PERPETUAL';
const INTERVAL_MS = 1000;

let on: BackEnd;
afterEach(() => on.close());

it.each([
  ['locked', 'locked_by_admin'],
  ['halted', 'book_closed'],
  ['settlement', 'settlement_in_progress'],
] as const)(
  'a book that turns %s between check and send: the refusal is shown (%s), and no more is sent until it opens',
  async (state, name) => {
    const clock = createHeldClock();
    const simulator = await createSimulator({ seed: 7, clock });
    on = await startBackEnd({ simulator, clock });
    await on.waitUntilReady();
    const sells = () => simulator.control.calls(SELL).count;
    const sell = (amount: string) => checkAndPlace(on, orderDraft({ type: 'market', price: '', amount }));
    const priced = waitForQuote(on, NAME, ({ ticker }) => ticker !== null);
    const instruments = [{ instrument_name: NAME, attention: 'visible' as const }];
    await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
    await priced;

    // The clock is still, so prices aren't asked for: the book is known as open.
    simulator.control.setInstrumentState(NAME, state);
    const { row, check } = await sell('200');
    expect(check.issues).toEqual([]);
    expect(row).toMatchObject({ outcome: 'refused', order: null, refusal: { name } });
    expect(sells()).toBe(1);

    const closed = waitForQuote(on, NAME, ({ ticker }) => ticker?.state === state);
    clock.pass(INTERVAL_MS);
    await closed;
    const next = await sell('300');
    expect(next.row).toBeNull();
    expect(next.check.issues).toMatchObject([{ severity: 'error', code: 'instrument_not_open', params: { state } }]);
    expect(sells()).toBe(1);
    expect(simulator.control.executions()).toBe(0);

    const opened = waitForQuote(on, NAME, ({ ticker }) => ticker?.state === 'open');
    simulator.control.setInstrumentState(NAME, 'open');
    clock.pass(INTERVAL_MS);
    await opened;
    expect((await sell('400')).row?.outcome).toBe('accepted');
    expect(sells()).toBe(2);
    expect(simulator.control.executions()).toBe(1);
  },
);

/** Opens a back end with a sell that rests; gives its intent. */
async function restSell(simulator: Simulator): Promise<string> {
  on = await startBackEnd({ simulator });
  await on.waitUntilReady();
  const priced = waitForQuote(on, NAME, ({ ticker }) => ticker !== null);
  const instruments = [{ instrument_name: NAME, attention: 'visible' as const }];
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  const { ticker } = await priced;
  // Within the band, and above whatever is bid.
  const price = String(Math.round(Number(ticker?.mark_price) * 1.01));
  const { row } = await checkAndPlace(on, orderDraft({ amount: '200', price }));
  expect(row?.order?.order_state).toBe('open');
  return row?.intent_id ?? '';
}

it('a cancel that is pressed in settlement is told of as waiting, and carried out as the book opens', async () => {
  const simulator = await createSimulator({ seed: 7 });
  const intent_id = await restSell(simulator);
  simulator.control.setInstrumentState(NAME, 'settlement');
  const waiting = on.waitFor<OrderRow[]>('orders.changed', (rows) =>
    rows.some(({ cancel }) => cancel?.reason === 'settlement_in_progress'),
  );
  const cancelling = on.services.handlers['orders.cancel']({ intent_id }, TEST_WINDOW);
  expect((await waiting)[0]?.cancel?.state).toBe('requested');
  simulator.control.setInstrumentState(NAME, 'open');
  expect(await cancelling).toMatchObject({ cancel: { state: 'cancelled' }, order: { order_state: 'cancelled' } });
});

it('a cancel of the account that is pressed in settlement is carried out as the book opens', async () => {
  const simulator = await createSimulator({ seed: 7 });
  const finer: readonly ExtensionName[] = ['private/cancel', 'private/cancel_by_label'];
  simulator.control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => !finer.includes(name))) });
  await restSell(simulator);
  simulator.control.setInstrumentState(NAME, 'settlement');
  const cancelling = on.services.handlers['orders.cancel_account'](null, TEST_WINDOW);
  await expect.poll(() => simulator.control.calls('private/cancel_all').count).toBe(1);
  simulator.control.setInstrumentState(NAME, 'open');
  expect(await cancelling).toMatchObject({ cancelled: 1 });
});
