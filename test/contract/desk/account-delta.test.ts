import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, watchPerpetual } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

let on: BackEnd;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterEach(() => on.close());

it('a sell brings the account’s delta to where its forecast says', async () => {
  await watchPerpetual(on);
  const draft = orderDraft({ type: 'market', price: '', amount: '50000' });
  const check = await on.services.handlers['orders.check']({ draft }, TEST_WINDOW);
  const told = check.forecast?.steps.find(({ code }) => code === 'account_delta')?.params ?? {};
  expect(Number(told['total_after']) - Number(told['total_before'])).toBeLessThan(-0.4);
  const deltaOf = ({ summaries }: AccountSnapshot) =>
    Number(summaries.find(({ currency }) => currency === 'BTC')?.delta_total);
  const next = on.waitFor<AccountSnapshot>('account.changed', (snapshot) => deltaOf(snapshot) !== 0);
  await on.services.handlers['orders.place']({ intent_id: randomUUID(), draft, acknowledged: [] }, TEST_WINDOW);
  // The account counts by the mark, which moves.
  expect(deltaOf(await next) / Number(told['total_after'])).toBeCloseTo(1, 2);
});
