import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder } from '../../../../simulator/engine/orders/placement.ts';
import { summaryOf } from './ledger.ts';
import { repetitions } from '../../../support/repetitions.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);

test('a trade changes equity by its fee and its distance from the mark, and by nothing else', () => {
  let traded = 0;
  fc.assert(
    fc.property(
      fc.nat({ max: 1e6 }),
      fc.nat({ max: 44 }),
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(-1, 0, 1),
      (seed, order, side, steps, held) => {
        const exchange = new Exchange(seed, START_MS);
        const account = new Account(1, START_MS, { BTC: 12.4, ETH: 150, USDC: 0 }, START_MS);
        exchange.accounts.push(account);
        const instrument = exchange.instruments[order];
        if (instrument === undefined) throw new Error('no such instrument');
        const entry = Math.max(instrument.tickUnits, exchange.markUnits(instrument));
        if (held !== 0) account.grant(instrument, held * 20 * instrument.stepUnits, entry, 0n);
        const before = summaryOf(exchange, account, 'BTC').equity;
        const placed = placeOrder(
          exchange,
          account,
          {
            side,
            instrumentName: instrument.name,
            type: 'market',
            timeInForce: 'immediate_or_cancel',
            amount: (steps * instrument.stepUnits) / 10 ** instrument.amountPlaces,
            contracts: undefined,
            price: undefined,
            label: '',
            postOnly: false,
            rejectPostOnly: false,
            reduceOnly: false,
            validUntilMs: undefined,
          },
          START_MS,
        );
        if (!placed.ok) return;
        let expected = before;
        for (const trade of placed.value.trades) {
          const { price, amount, fee, mark_price: mark } = trade as Record<string, number> & typeof trade;
          if (price === undefined || amount === undefined || fee === undefined || mark === undefined) continue;
          const signed = side === 'buy' ? amount : -amount;
          expected -= fee;
          expected += instrument.kind === 'future' ? signed / price - signed / mark : signed * (mark - price);
          traded += 1;
        }
        const after = summaryOf(exchange, account, 'BTC').equity;
        expect(Math.abs(after - expected)).toBeLessThan(1e-8 * (2 + placed.value.trades.length));
      },
    ),
    { numRuns: repetitions(150, 40), seed: 4 },
  );
  expect(traded).toBeGreaterThan(50);
});
