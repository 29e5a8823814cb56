import { describe, expect, it } from 'vitest';
import { listLimitMeters } from '../../../../renderer/features/account/limit-meters.ts';
import { listLimits } from '../../../../renderer/features/account/limit-rows.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';

const meter = (available: number) => ({ available, burst: 20, rate: 5 });
const statusOf = (common: number | null, own: Readonly<Record<string, number>> = {}) =>
  ({
    order_meter: common === null ? null : meter(common),
    read_meter: meter(80),
    request_budget: {
      own_order_meters: Object.entries(own).map(([name, available]) => ({ name, ...meter(available) })),
    },
  }) as unknown as SessionStatus;
const orders = { trading: { total: { rate: 5, burst: 20 } } };
const reads = { rate: 20, burst: 100 };

/** What is left by each row of the table, of the rows that say so. */
function leftOf(status: SessionStatus | null, limits: object, currency = 'BTC'): Record<string, number> {
  const parsed = limitsSchema.parse({ non_matching_engine: reads, ...limits });
  const meters = listLimitMeters(status, currency, parsed);
  return Object.fromEntries(
    listLimits(parsed).flatMap(({ path }) => {
      const found = meters.get(path);
      return found === undefined ? [] : [[path, found.available]];
    }),
  );
}

describe('what is left of a summary’s limits', () => {
  it('is nothing that is known before the first status', () => {
    expect(leftOf(null, { matching_engine: orders })).toEqual({});
  });

  it('stands at the common limit and at that of spot', () => {
    const spot = { spot: { rate: 5, burst: 20 } };
    expect(leftOf(statusOf(12, { spot: 7 }), { matching_engine: { ...orders, ...spot } })).toEqual({
      non_matching_engine: 80,
      'matching_engine.trading.total': 12,
      'matching_engine.spot': 7,
    });
  });

  it('stands at the key of each currency', () => {
    const keyed = { limits_per_currency: true, matching_engine: { btc: orders, eth: orders } };
    expect(leftOf(statusOf(null, { btc: 4, eth: 9 }), keyed)).toEqual({
      non_matching_engine: 80,
      'matching_engine.btc.trading.total': 4,
      'matching_engine.eth.trading.total': 9,
    });
  });

  it('is that of the summary’s own currency where the limits name none', () => {
    const unkeyed = { limits_per_currency: true, matching_engine: orders };
    expect(leftOf(statusOf(null, { btc: 4, eth: 9 }), unkeyed, 'ETH')).toMatchObject({
      'matching_engine.trading.total': 9,
    });
    expect(leftOf(statusOf(null, { btc: 4 }), unkeyed, 'USDC')).toEqual({ non_matching_engine: 80 });
  });

  it('is the common one’s beside those of currencies', () => {
    const both = { limits_per_currency: true, matching_engine: { ...orders, btc: orders } };
    expect(leftOf(statusOf(11, { btc: 4 }), both)).toMatchObject({
      'matching_engine.trading.total': 11,
      'matching_engine.btc.trading.total': 4,
    });
  });
});
