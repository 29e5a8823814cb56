import { expect, it } from 'vitest';
import { createRateBudget } from '../../../../electron/service/limits/budget.ts';
import { createServiceClient } from '../../../../electron/service/client.ts';
import { createRequestGate, type RequestGate } from '../../../../electron/service/limits/gate.ts';
import { buildOrderParams } from '../../../../shared/orders/request.ts';
import { perpetual, orderDraft } from '../../../support/records/records.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

/** A client whose connections fail by a fault of ours as they write. */
function createFaultyClient(gate?: RequestGate) {
  const clock = createVirtualClock();
  const credentials = { scheme: 'basic', clientId: 'client', clientSecret: 'secret-of-the-test' } as const;
  return createServiceClient({
    profile: { id: 'test', name: 'test', kind: 'custom', origin: 'http://127.0.0.1:1', form: 'get_body', credentials },
    clock,
    random: () => 0.5,
    ...(gate === undefined ? {} : { gate }),
    connect: () => ({
      exchange: () => Promise.reject(new Error('secret-of-the-test was in it')),
      load: () => 0,
      close: () => Promise.resolve(),
    }),
  });
}

const SELL = buildOrderParams(orderDraft(), 'hedge', 1_800_000_000_000, perpetual());

it('a call that fails by a fault of ours rejects for nobody: it may have been carried out, and no secret is told', async () => {
  const client = createFaultyClient();
  const outcomes = [
    await client.call('private/sell', SELL),
    await client.call('private/get_order_state_by_label', { currency: 'BTC', label: 'hedge' }),
    await client.callExtension('private/cancel', { order_id: 'BTC-1' }),
  ];
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'connection_lost' } });
    expect(JSON.stringify(outcome)).not.toContain('secret-of-the-test');
  }
  await client.close();
});

it('does not hold up the sells behind it', async () => {
  const client = createFaultyClient();
  for (let sells = 0; sells < 6; sells += 1) {
    const outcome = await client.call('private/sell', SELL);
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'no_answer' } });
  }
  await client.close();
});

it('nor one of which somebody can’t be told, after its answer', async () => {
  const clock = createVirtualClock();
  const gate = createRequestGate(clock, createRateBudget(clock));
  const client = createFaultyClient({
    ...gate,
    noteOrder: () => {
      throw new Error('secret-of-the-test was in it');
    },
  });
  const outcome = await client.call('private/sell', SELL);
  expect(outcome).toMatchObject({ ok: false, error: { kind: 'no_answer' } });
  expect(JSON.stringify(outcome)).not.toContain('secret-of-the-test');
  await client.close();
});
