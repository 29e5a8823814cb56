import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, watchPerpetual } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const METHOD = 'private/get_margins';
const MARKET = { type: 'market', price: '', amount: '10000' } as const;

let on: BackEnd;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterEach(() => on.close());

const ask = (changes: Partial<OrderDraft>) =>
  on.services.handlers['orders.margin']({ draft: orderDraft(changes) }, TEST_WINDOW);
const calls = () => on.simulator.control.calls(METHOD);

describe('the margin of a sell', () => {
  it('is what the service says, against the funds that are not bound', async () => {
    await watchPerpetual(on);
    const margin = await ask({ type: 'limit', price: '99000', amount: '10000' });
    if (margin.state !== 'known') throw new Error(`it is ${margin.state}`);
    expect(margin.currency).toBe('BTC');
    expect(Number(margin.initial)).toBeGreaterThan(0.0018);
    expect(Number(margin.initial)).toBeLessThan(0.0025);
    expect(Number(margin.available)).toBeGreaterThan(1);
    expect(calls().records.at(-1)?.params).toEqual({ instrument_name: 'BTC-PERPETUAL', amount: 10_000, price: 99_000 });
  });

  it('of a market order is asked for at the bid', async () => {
    const { ticker } = await watchPerpetual(on);
    await ask(MARKET);
    const asked = Number(calls().records.at(-1)?.params['price']);
    expect(Math.abs(asked / Number(ticker?.best_bid_price) - 1)).toBeLessThan(0.01);
  });

  it('is not asked for where nothing is bound, or nothing is known to ask about', async () => {
    await watchPerpetual(on);
    expect(await ask({ ...MARKET, amount: '' })).toEqual({ state: 'not_asked' });
    expect(await ask({ ...MARKET, reduce_only: true })).toEqual({ state: 'not_asked' });
    expect(await ask({ ...MARKET, instrument_name: 'BTC-NONE' })).toEqual({ state: 'not_asked' });
    expect(calls().count).toBe(0);
  });

  it('is not made up where the service has no such method, which is asked once', async () => {
    await watchPerpetual(on);
    on.simulator.control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => name !== METHOD)) });
    expect(await ask(MARKET)).toEqual({ state: 'not_offered' });
    const asked = calls().count;
    expect(await ask({ ...MARKET, amount: '20000' })).toEqual({ state: 'not_offered' });
    expect(calls().count).toBe(asked);
  });

  it('is a failure where the service does not answer, and known again once it does', async () => {
    await watchPerpetual(on);
    on.simulator.control.failAll(METHOD, { httpStatus: 502, html: 'away' });
    await expect(ask(MARKET)).rejects.toThrow();
    on.simulator.control.failAll(METHOD, null);
    await expect.poll(async () => (await ask(MARKET).catch(() => null))?.state).toBe('known');
  });
});
