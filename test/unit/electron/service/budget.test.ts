import { describe, expect, it } from 'vitest';
import { limitsSchema } from '../../../../shared/service/account.ts';
import type { Bucket } from '../../../../electron/service/limits/bucket.ts';
import { createRateBudget } from '../../../../electron/service/limits/budget.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const common = { trading: { total: { rate: 1, burst: 5 } } };
const limitOf = (bucket: Bucket) => [bucket.rate(), bucket.burst()];

describe('the rate budget', () => {
  it.each([
    ['real replies', { maximum_quotes: { rate: 500, burst: 500 }, maximum_mass_quotes: { rate: 10, burst: 10 } }],
    ['the contract', { quotes: { rate: 500, burst: 500 }, max_quotes: { rate: 10, burst: 10 } }],
  ])('reads the limits as %s spell them', (_who, quotes) => {
    const budget = createRateBudget(createVirtualClock());
    expect(budget.isConfigured()).toBe(false);
    budget.configure(
      limitsSchema.parse({
        limits_per_currency: false,
        matching_engine: { trading: { total: { rate: 5, burst: 20 } }, ...quotes },
        non_matching_engine: { rate: 20, burst: 100 },
      }),
    );
    expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual([5, 20]);
    expect(limitOf(budget.reads)).toEqual([20, 100]);
    expect(budget.orderBuckets().map(({ name }) => name)).toEqual(['trading']);
    expect(budget.isConfigured()).toBe(true);
  });

  it('tells no guess for a limit: of reads or orders that the account has not told, nor of an empty object', () => {
    const budget = createRateBudget(createVirtualClock());
    const known = () => [budget.isConfigured(), budget.areReadsTold(), budget.isCommonTold()];
    budget.configure({});
    expect(known()).toEqual([false, false, false]);
    budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 } }));
    expect(known()).toEqual([true, true, false]);
    budget.configure(limitsSchema.parse({ matching_engine: common }));
    expect(known()).toEqual([true, true, true]);
  });

  it.each<[what: string, matching: unknown, expected: number[]]>([
    ['flat', { rate: 5, burst: 20 }, [5, 20]],
    ['flat under trading', { trading: { rate: 6, burst: 21 } }, [6, 21]],
    ['in its own place beside odd groups', { ...common, spot: 200, cancel_all: null, quotes: { rate: 'x' } }, [1, 5]],
  ])('reads the limit of orders that is told %s', (_what, matching_engine, expected) => {
    const budget = createRateBudget(createVirtualClock());
    budget.configure(limitsSchema.parse({ non_matching_engine: 200, matching_engine }));
    expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual(expected);
    expect([budget.isToldFor('BTC-PERPETUAL'), budget.areReadsTold(), budget.basis()]).toEqual([true, false, 'told']);
  });

  it('reads a currency’s limit that is told flat, and takes no group for a currency', () => {
    const budget = createRateBudget(createVirtualClock());
    const flat = { btc: { rate: 7, burst: 9 }, cancel_all: { rate: 1, burst: 1 } };
    budget.configure(limitsSchema.parse({ limits_per_currency: true, matching_engine: flat }));
    expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual([7, 9]);
    expect(budget.orderBuckets().map(({ name }) => name)).toEqual(['trading', 'btc']);
  });

  it.each([
    {},
    { non_matching_engine: 200 },
    { matching_engine: 'many' },
    { matching_engine: { rate: -1, burst: 20 } },
  ])(
    'takes %j for no limit told, and the documented ones once they are chosen, until the service tells others',
    (limits) => {
      const budget = createRateBudget(createVirtualClock());
      budget.configure(limitsSchema.parse(limits));
      expect([budget.isConfigured(), budget.basis()]).toEqual([false, 'untold']);
      budget.assume();
      expect([budget.isConfigured(), budget.basis()]).toEqual([true, 'assumed']);
      expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual([5, 20]);
      expect(limitOf(budget.reads)).toEqual([20, 100]);
      expect(budget.isToldFor('BTC-PERPETUAL')).toBe(false);
      budget.configure(limitsSchema.parse({ matching_engine: common }));
      expect(budget.basis()).toBe('told');
      expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual([1, 5]);
    },
  );

  it('knows of each instrument whether the limit that its orders spend from was told', () => {
    const budget = createRateBudget(createVirtualClock());
    const told = () => ['BTC-PERPETUAL', 'ETH-PERPETUAL'].map((name) => budget.isToldFor(name));
    expect(told()).toEqual([false, false]);
    budget.configure(
      limitsSchema.parse({ limits_per_currency: true, matching_engine: { btc: common, spot: { rate: 5, burst: 20 } } }),
    );
    expect(told()).toEqual([true, false]);
    expect([budget.isConfigured(), budget.isCommonTold()]).toEqual([true, false]);
    budget.configure(limitsSchema.parse({ limits_per_currency: true, matching_engine: { ...common, btc: common } }));
    expect(told()).toEqual([true, true]);
    // None of all any more.
    budget.configure(limitsSchema.parse({ limits_per_currency: true, matching_engine: { btc: common } }));
    expect([...told(), budget.isCommonTold()]).toEqual([true, false, false]);
  });

  it('keeps a bucket for each currency that has a limit of its own, and for spot', () => {
    const spot = 'BTC_USDC';
    const budget = createRateBudget(createVirtualClock(), (name) =>
      name === spot
        ? { currency: 'USDC', isSpot: true }
        : { currency: name.includes('USDC') ? 'USDC' : name.slice(0, 3), isSpot: false },
    );
    budget.configure(
      limitsSchema.parse({
        limits_per_currency: true,
        non_matching_engine: { rate: 20, burst: 100 },
        matching_engine: {
          trading: { total: { rate: 5, burst: 20 } },
          btc: { trading: { total: { rate: 10, burst: 30 }, perpetuals: { rate: 1, burst: 1 } } },
          usdc: { trading: { total: { rate: 7, burst: 8 } }, maximum_quotes: { rate: 1, burst: 1 } },
          spot: { rate: 3, burst: 4 },
          cancel_all: { rate: 5, burst: 5 },
        },
      }),
    );
    expect(limitOf(budget.ordersOf('BTC-PERPETUAL'))).toEqual([10, 30]);
    expect(limitOf(budget.ordersOf('SOL_USDC-PERPETUAL'))).toEqual([7, 8]);
    expect(limitOf(budget.ordersOf(spot))).toEqual([3, 4]);
    expect(limitOf(budget.ordersOf('ETH-PERPETUAL'))).toEqual([5, 20]);
    while (budget.ordersOf('BTC-PERPETUAL').tryTake());
    expect(budget.ordersOf('SOL_USDC-PERPETUAL').tryTake()).toBe(true);
    expect(budget.orderBuckets().map(({ name }) => name)).toEqual(['trading', 'btc', 'usdc', 'spot']);
  });

  it.each([
    ['and none is common', {}],
    ['and there is a common one', common],
  ])('gives nothing back that was spent, where a reading leaves a currency out %s', (_which, shared) => {
    const budget = createRateBudget(createVirtualClock());
    const read = (...currencies: string[]): void => {
      const limit = { trading: { total: { rate: 1, burst: 5 } } };
      const own = Object.fromEntries(currencies.map((currency) => [currency, limit]));
      budget.configure(limitsSchema.parse({ limits_per_currency: true, matching_engine: { ...shared, ...own } }));
    };
    const take = (): number => {
      let taken = 0;
      while (budget.ordersOf('BTC-PERPETUAL').tryTake()) taken += 1;
      return taken;
    };
    read('btc', 'eth');
    expect(take()).toBe(4);
    read('eth');
    // What the common one allows, where there is one.
    expect(take()).toBe('trading' in shared ? 4 : 0);
    read('btc', 'eth');
    expect(take()).toBe(0);
  });

  it('keeps a reserve that polling never touches, and never one that leaves it nothing', () => {
    const budget = createRateBudget(createVirtualClock());
    budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 } }));
    let polls = 0;
    while (budget.reads.tryTake(budget.reserveFor('focused'))) polls += 1;
    expect(polls).toBe(70);
    expect(budget.reads.tryTake(budget.reserveFor('reconciliation'))).toBe(true);
    budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 1, burst: 1 } }));
    expect(budget.reserveFor('background')).toBe(0);
  });

  it('does not forgive what is owed where limits are read again', () => {
    const budget = createRateBudget(createVirtualClock());
    const limits = limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 }, matching_engine: common });
    budget.configure(limits);
    const bucket = budget.ordersOf('BTC-PERPETUAL');
    for (let n = 0; n < 9; n += 1) bucket.spend();
    const owed = bucket.available();
    budget.configure(limits);
    expect(bucket.available()).toBe(owed);
  });

  it('spends from the common one for a currency that has no limit of its own any more', () => {
    const budget = createRateBudget(createVirtualClock());
    budget.configure(
      limitsSchema.parse({
        limits_per_currency: true,
        non_matching_engine: { rate: 20, burst: 100 },
        matching_engine: { ...common, btc: { trading: { total: { rate: 50, burst: 100 } } } },
      }),
    );
    budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 }, matching_engine: common }));
    expect(budget.ordersOf('BTC-PERPETUAL').rate()).toBe(1);
  });
});
