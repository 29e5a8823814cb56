import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/clock.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import { add, roundToStep } from '../../../shared/decimal.ts';
import { assertDefined } from '../../../shared/result.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await createSimulator({ seed: 7 });
});
afterEach(() => simulator.close());

const SCHEMES = ['token', 'signature', 'basic'] as const;
const FORMS = ['get_body', 'get_query', 'post'] as const;

describe.each(SCHEMES.flatMap((scheme) => FORMS.map((form) => [scheme, form] as const)))('%s, %s', (scheme, form) => {
  it('reads the market, sells, and finds the order by its label', async () => {
    const client = createServiceClient({
      profile: {
        id: 'simulator',
        name: 'Simulator',
        kind: 'simulator',
        origin: simulator.origin,
        form,
        credentials: { scheme, clientId: simulator.clientId, clientSecret: simulator.clientSecret },
      },
      clock: systemClock,
      random: Math.random,
    });
    const instrument_name = 'BTC-PERPETUAL';
    const instrument = await client.call('public/get_instrument', { instrument_name });
    const ticker = await client.call('public/ticker', { instrument_name });
    if (!instrument.ok || !ticker.ok) throw new Error(JSON.stringify([instrument, ticker]));
    const { tick_size, min_trade_amount } = instrument.value.value;
    const best = assertDefined(ticker.value.value.best_ask_price, 'the simulator quotes both sides');
    const price = roundToStep(add(best, tick_size), tick_size, 'up');
    const label = `"${scheme}" & ${form} #1`;

    const placed = await client.call('private/sell', {
      instrument_name,
      amount: min_trade_amount,
      price,
      label,
      post_only: true,
      type: 'limit',
    });
    expect(placed).toMatchObject({ ok: true, value: { value: { order: { label, price, order_state: 'open' } } } });
    const found = await client.call('private/get_open_orders_by_label', { currency: 'BTC', label });
    expect(found).toMatchObject({ ok: true, value: { value: [{ label, price, amount: min_trade_amount }] } });
    expect(await client.call('private/get_account_summaries', { extended: true })).toMatchObject({ ok: true });
    expect(simulator.control.executions()).toBe(1);
    await client.close();
  });

  it('edits an order, and finds it changed by its id', async () => {
    const client = createServiceClient({
      profile: {
        id: 'simulator',
        name: 'Simulator',
        kind: 'simulator',
        origin: simulator.origin,
        form,
        credentials: { scheme, clientId: simulator.clientId, clientSecret: simulator.clientSecret },
      },
      clock: systemClock,
      random: Math.random,
    });
    const far = { instrument_name: 'BTC-PERPETUAL', amount: '10', price: '150000' };
    const placed = await client.call('private/sell', { ...far, post_only: true });
    if (!placed.ok) throw new Error(JSON.stringify(placed));
    const { order_id } = placed.value.value.order;
    const terms = { amount: '20', price: '150000.5' };
    const edited = await client.callExtension('private/edit', { order_id, ...terms, post_only: true });
    expect(edited).toMatchObject({ ok: true, value: { value: { order: { order_id, ...terms, replaced: true } } } });
    const state = await client.callExtension('private/get_order_state', { order_id });
    expect(state).toMatchObject({ ok: true, value: { value: { order_state: 'open', ...terms } } });
    await client.close();
  });

  it('is refused with a wrong secret, and nothing is placed', async () => {
    const client = createServiceClient({
      profile: {
        id: 'simulator',
        name: 'Simulator',
        kind: 'simulator',
        origin: simulator.origin,
        form,
        credentials: { scheme, clientId: simulator.clientId, clientSecret: 'not-the-secret' },
      },
      clock: systemClock,
      random: Math.random,
    });
    const answer = await client.call('private/get_account_summary', { currency: 'BTC' });
    const error = scheme === 'token' ? { reason: 'login_failed' } : { kind: 'service_error', class: 'credentials' };
    expect(answer).toMatchObject({ ok: false, error });
    expect(JSON.stringify(answer)).not.toContain('not-the-secret');
    await client.close();
  });
});
