import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import { orderDraft } from '../../support/records/records.ts';
import { closeOnSimulator, openOnSimulator, openSocketDesk, type SocketDesk } from '../../support/bench/socket-desk.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

const SELL = 'private/sell';

let clock: VirtualClock;
let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ clock, simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

const whole = (price: string | null | undefined, offset: number) => String(Math.floor(Number(price)) + offset);

describe('what the service makes of a sell is shown as it is', () => {
  it.each(['locked', 'halted', 'settlement'] as const)(
    'an instrument that turns %s between check and send is a refusal with its reason, and no second try',
    async (state) => {
      simulator.control.setInstrumentState('BTC-PERPETUAL', state);
      const row = await on.sell();
      expect(row).toMatchObject({ outcome: 'refused', order: null });
      expect(row.refusal?.name).toMatch(/[a-z]/);
      await on.pass(60_000);
      expect(simulator.control.calls(SELL).count).toBe(1);
      expect(simulator.control.executions()).toBe(0);
    },
  );

  it('a post-only price that the engine moved says what it was booked at', async () => {
    const { best_bid_price } = await on.readTicker();
    const price = whole(best_bid_price, -50);
    const { outcome, notices, order } = await on.sell({ type: 'limit', price, post_only: true });
    expect(outcome).toBe('accepted');
    expect(Number(order?.price)).toBeGreaterThan(Number(price));
    expect(notices).toContainEqual({ code: 'price_moved', params: { asked: price, booked: order?.price } });
  });

  it('a price under the band is warned of before sending, and both prices are told after', async () => {
    const { min_price } = await on.readTicker();
    const price = whole(min_price, -100);
    const { row, check } = await on.begin({ type: 'limit', price }).placed;
    expect(row).toBeNull();
    expect(check.issues).toMatchObject([{ severity: 'warning', code: 'price_below_band', params: { min_price } }]);
    expect(simulator.control.calls(SELL).count).toBe(0);
    const sent = await on.sell({ type: 'limit', price }, ['price_below_band']);
    expect(sent.outcome).toBe('accepted');
    expect(sent.notices).toContainEqual({ code: 'price_moved', params: { asked: price, booked: sent.order?.price } });
  });

  it('no credits left at the service is a refusal, and the next sell waits for its own', async () => {
    simulator.control.setLimits({
      non_matching_engine: { rate: 20, burst: 100 },
      matching_engine: { rate: 0, burst: 0 },
    });
    const row = await on.sell();
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 10_028 } });
    const { row: next, check } = await on.begin({ amount: '300' }).placed;
    expect(next).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['no_order_credits']);
    expect(simulator.control.calls(SELL).count).toBe(1);
  });

  it('a connection refused before any byte is not sent, and the same intent id makes no second order', async () => {
    await simulator.control.goOffline();
    const { intentId, placed } = on.begin();
    const { row } = await placed;
    expect(row).toMatchObject({ outcome: 'not_sent', refusal: { name: 'connection_refused' } });
    await simulator.control.goOnline();
    await on.pass(60_000);
    // The same press, repeated by a window that was restored.
    const again = await on.desk.place(intentId, orderDraft({ type: 'market', price: '', amount: '200' }), []);
    expect(again.row).toMatchObject({ intent_id: intentId, outcome: 'not_sent' });
    expect(simulator.control.calls(SELL).count).toBe(0);
    expect((await on.sell()).outcome).toBe('accepted');
    expect(simulator.control.executions()).toBe(1);
  });

  it.each([
    ['token', 'unauthorized'],
    ['signature', 'invalid_credentials'],
    ['basic', 'invalid_credentials'],
  ] as const)(
    'a key that was revoked just before (%s) is a refusal (%s), which no good key sends again by itself',
    async (scheme, name) => {
      await on.close();
      const { origin, clientId, clientSecret } = simulator;
      on = await openSocketDesk({ origin, credentials: { scheme, clientId, clientSecret } }, clock);
      expect((await on.sell({ label: 'before' })).outcome).toBe('accepted');
      simulator.control.revokeKey(clientId);
      const { intent_id } = await on.sell({ amount: '300' });
      expect(on.row(intent_id)).toMatchObject({ outcome: 'refused', order: null, refusal: { name } });
      simulator.control.revokeKey(clientId, false);
      await on.pass(60_000);
      expect(on.row(intent_id).outcome).toBe('refused');
      expect(simulator.control.executions()).toBe(1);
      expect((await on.sell({ amount: '400' })).outcome).toBe('accepted');
      expect(simulator.control.executions()).toBe(2);
    },
  );
});
