import { afterEach, describe, expect, it } from 'vitest';
import { isSurprise } from '../../../electron/orders/forecast-check.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { SelfTradeMode } from '../../../shared/orders/facts.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import {
  type BackEnd,
  confirmAndPlace,
  startBackEnd,
  TEST_WINDOW,
  waitForQuote,
} from '../../support/bench/back-end.ts';
import { childDraft, orderDraft } from '../../support/records/records.ts';

/** A call deep in the money: its spread is many ticks wide, and its market moves little while a test runs. */
const DEEP = /^BTC-.*-50000-C$/;
const TICK = 0.0005;

let on: BackEnd;
let name: string;
afterEach(() => on.close());

/** Watches the option from now on; its first quote. */
async function watch(): Promise<Quote> {
  name = on.simulator.control.instrumentNames().findLast((known) => DEEP.test(known)) ?? '';
  const quoted = waitForQuote(on, name, ({ ticker }) => ticker !== null);
  const instruments = [{ instrument_name: name, attention: 'focused' as const }];
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  return quoted;
}

/** Starts on an account of that setting, sells at market, and rests the buy that this places as the best bid. Gives its price. */
async function restBuy(mode: SelfTradeMode): Promise<number> {
  const simulator = await createSimulator({ seed: 7 });
  simulator.control.setTrading({ selfTrading: { mode, extendedToSubaccounts: false } });
  on = await startBackEnd({ simulator });
  await on.waitUntilReady();
  const { ticker } = await watch();
  const bid = Number(ticker?.best_bid_price);
  const ticks = Math.floor((Number(ticker?.best_ask_price) - bid) / TICK / 2);
  expect(ticks).toBeGreaterThan(2);
  const price = Number((bid + ticks * TICK).toFixed(4));
  const buy = { direction: 'buy', amount: '2', price: String(price), reduce_only: false, post_only: true } as const;
  const rests = on.waitForRow(({ child_of, order }) => child_of !== null && order?.order_state === 'open');
  const quoted = waitForQuote(on, name, (quote) => Number(quote.ticker?.best_bid_price) === price);
  const links = { linked_order_type: 'one_triggers_other' as const, children: [childDraft(buy)] };
  const { row } = await sell({ type: 'market', price: '', amount: '0.1', label: 'first', ...links });
  expect(row).toMatchObject({ outcome: 'accepted' });
  await Promise.all([rests, quoted]);
  return price;
}

/** More than one press sells: it is confirmed, its warnings too. */
async function sell(terms: Partial<OrderDraft>) {
  const draft = orderDraft({ instrument_name: name, amount: '1', label: 'second', ...terms });
  const { row, shown } = await confirmAndPlace(on, draft);
  const { issues, forecast } = shown;
  return { row, warned: issues.filter(({ code }) => code === 'would_meet_own_order'), forecast };
}

const atService = (label: string) => on.simulator.control.ordersByLabel(label).at(-1);

describe('a sell that comes to a resting buy of its own account', () => {
  it('is told of beforehand, and refused as forecast', async () => {
    const price = String(await restBuy('reject_taker'));
    const { row, warned, forecast } = await sell({ price });
    expect(warned).toMatchObject([{ field: 'price', params: { own_price: price, mode: 'reject_taker' } }]);
    expect(forecast).toMatchObject({ behaviour: 'refused', price: null });
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 10_003 }, expected: { behaviour: 'refused' } });
    expect(row === null || isSurprise(row)).toBe(false);
    expect(atService('second')).toBeUndefined();
    expect(atService('first/1')).toMatchObject({ order_state: 'open' });
  });

  it('has the buy cancelled where the account is set to that, as forecast', async () => {
    const price = String(await restBuy('cancel_maker'));
    const { row, warned, forecast } = await sell({ price });
    expect(warned).toMatchObject([{ params: { own_price: price, mode: 'cancel_maker' } }]);
    expect(forecast?.behaviour).toBe('rests');
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'open' }, notices: [] });
    expect(atService('first/1')).toMatchObject({ order_state: 'cancelled', cancel_reason: 'order_overlap' });
  });

  it('is not told of at a price above the buy', async () => {
    const price = await restBuy('reject_taker');
    const { row, warned } = await sell({ price: (price + TICK).toFixed(4) });
    expect(warned).toEqual([]);
    expect(row).toMatchObject({ outcome: 'accepted' });
  });
});
