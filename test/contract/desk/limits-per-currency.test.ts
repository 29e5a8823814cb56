import { afterEach, expect, it } from 'vitest';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import {
  type BackEnd,
  checkAndPlace,
  startBackEnd,
  TEST_WINDOW,
  watchPerpetual,
} from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

let on: BackEnd;
afterEach(() => on.close());

const ownOf = ({ request_budget }: SessionStatus, name: string) =>
  request_budget.own_order_meters.find((meter) => meter.name === name);

it('an account with limits per currency is metered by these, and no guess is shown as a limit of all', async () => {
  const simulator = await createSimulator({ seed: 7 });
  simulator.control.setReplies({ limits: 'per_currency' });
  // None comes back while the test looks.
  simulator.control.setLimits({
    non_matching_engine: { rate: 20, burst: 100 },
    matching_engine: { rate: 0, burst: 20 },
  });
  on = await startBackEnd({ simulator });
  await on.waitUntilReady();
  await watchPerpetual(on);
  const before = (await on.services.handlers['session.open'](null, TEST_WINDOW)).status;
  expect(before.order_meter).toBeNull();
  expect(before.read_meter).not.toBeNull();
  const btc = ownOf(before, 'btc')?.available ?? 0;
  expect(btc).toBeGreaterThan(10);
  const spent = on.waitFor<SessionStatus>('session.changed', (status) => (ownOf(status, 'btc')?.available ?? 0) < btc);
  const { row, check } = await checkAndPlace(on, orderDraft({ amount: '100' }), 'all');
  expect(row).toMatchObject({ outcome: 'accepted' });
  expect(check.forecast?.steps.find(({ code }) => code === 'credits')?.params['available']).toBe(String(btc));
  const after = await spent;
  expect(ownOf(after, 'btc')?.available).toBe(btc - 1);
  expect(ownOf(after, 'eth')?.available).toBe(ownOf(before, 'eth')?.available);
});
