import { describe, expect, it } from 'vitest';
import { findTightest, listBuckets, listOrderRows } from '../../../../renderer/ui/words/budget-rows.ts';
import type { MeterView, SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';

type Own = SessionStatus['request_budget']['own_order_meters'];

const meter = (available: number, burst = 20): MeterView => ({ available, burst, rate: 5 });
const statusOf = (order_meter: MeterView | null, own_order_meters: Own = [], read_meter: MeterView | null = null) =>
  ({ order_meter, read_meter, request_budget: { own_order_meters } }) as unknown as SessionStatus;
const own = (name: string, available: number, burst = 20) => ({ name, ...meter(available, burst) });

describe('the buckets of the account’s limits', () => {
  it('are the reads, the common one of orders, and those of their own, in words', () => {
    const status = statusOf(meter(3), [own('spot', 4.5), own('btc', 20)], meter(80, 100));
    expect(listBuckets(status)).toMatchObject([
      { name: 'Reads', left: 80, used: 20, burst: 100 },
      { name: 'Orders', left: 3, used: 17 },
      { name: 'BTC orders', left: 20, used: 0 },
      { name: 'Spot orders', left: 4, used: 16 },
    ]);
  });

  it('are none while no limit is known', () => {
    expect(listBuckets(statusOf(null))).toEqual([]);
    expect(findTightest(statusOf(null))).toBeNull();
  });

  it('leave the common one out where the account has limits per currency alone', () => {
    expect(listOrderRows(statusOf(null, [own('btc', 20), own('eth', 20)])).map(({ name }) => name)).toEqual([
      'BTC orders',
      'ETH orders',
    ]);
  });

  it.each<[string, MeterView | null, Own, string]>([
    ['the common one where all are full', meter(20), [own('spot', 20)], 'Orders'],
    ['a currency’s own of which the least is left', meter(19), [own('btc', 20), own('eth', 11)], 'ETH orders'],
    ['a currency’s rather than that of spot where all are full', null, [own('spot', 20), own('btc', 20)], 'BTC orders'],
    ['the first of those per currency where all are full', null, [own('btc', 20), own('eth', 20)], 'BTC orders'],
    ['by its burst', null, [own('btc', 10, 40), own('eth', 9, 10)], 'BTC orders'],
    ['none that no order may ever spend from', meter(1), [own('spot', 0, 0)], 'Orders'],
    ['that, where there is no other', null, [own('btc', 0, 0)], 'BTC orders'],
    ['one that is owed for', meter(0), [own('btc', -3)], 'Orders'],
  ])('have as their tightest %s', (_which, common, others, name) => {
    expect(findTightest(statusOf(common, others))?.name).toBe(name);
  });
});
