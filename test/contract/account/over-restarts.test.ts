import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountHistory, AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startBackEnd();
});
afterEach(() => backEnd.close());

function readHistory(spanMs: number | null): Promise<AccountHistory> {
  return backEnd.services.handlers['account.history']({ currency: 'BTC', span_ms: spanMs, after_ms: 0 }, TEST_WINDOW);
}

const nextReading = (): Promise<AccountSnapshot> =>
  backEnd.waitFor<AccountSnapshot>('account.changed', ({ failure, age_ms }) => failure === null && age_ms !== null);

describe('the account over restarts of the whole back end', () => {
  it('has what earlier starts read, and what their orders traded once', async () => {
    await backEnd.waitUntilReady();
    const intentId = '2d1a8a63-5b0b-4a0e-9d5c-000000000001';
    await backEnd.services.handlers['orders.place'](
      { intent_id: intentId, draft: orderDraft({ type: 'market', price: '', amount: '1000' }), acknowledged: [] },
      TEST_WINDOW,
    );
    await backEnd.waitForOutcome(intentId, 'accepted');
    await nextReading();
    const before = await readHistory(86_400_000);
    expect(before.points.length).toBeGreaterThan(0);
    expect(before.fills).toMatchObject([{ instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '1000' }]);

    backEnd = await backEnd.restart();
    await nextReading();
    const after = await readHistory(86_400_000);
    expect(after.points.slice(0, before.points.length)).toEqual(before.points);
    expect(after.points.length).toBeGreaterThan(before.points.length);
    expect(after.fills).toEqual(before.fills);
    const sinceStart = await readHistory(null);
    expect(sinceStart.points).toEqual(after.points.filter(({ at }) => at >= (after.started_at ?? Number.NaN)));
    expect(sinceStart.fills).toEqual([]);
  });
});
