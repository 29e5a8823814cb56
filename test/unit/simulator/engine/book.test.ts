import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book } from '../../../../simulator/engine/book.ts';

interface Step {
  readonly side: 'buy' | 'sell';
  readonly priceUnits: number;
  readonly amountUnits: number;
}

const steps = fc.array(
  fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    priceUnits: fc.integer({ min: 1, max: 30 }),
    amountUnits: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 120 },
);

/** Places a limit order: what crosses trades, the rest rests. */
function place(book: Book, step: Step) {
  const matches = [...book.sweep(step.side, step.priceUnits, step.amountUnits)];
  const traded = matches.reduce((sum, match) => sum + match.amountUnits, 0);
  if (traded < step.amountUnits) {
    const entry = { priceUnits: step.priceUnits, remainingUnits: step.amountUnits - traded, order: null };
    book.rest(step.side, entry);
  }
  return { matches, traded };
}

test('the book is sorted, never crossed, and loses no size', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const book = new Book();
      let resting = 0;
      for (const step of sequence) {
        const available = book.available(step.side, step.priceUnits);
        const { matches, traded } = place(book, step);
        expect(traded).toBe(Math.min(available, step.amountUnits));
        resting += step.amountUnits - 2 * traded;
        for (const match of matches) {
          expect(step.side === 'buy' ? match.priceUnits <= step.priceUnits : match.priceUnits >= step.priceUnits).toBe(
            true,
          );
        }
        const bids = book.side('buy').map((entry) => entry.priceUnits);
        const asks = book.side('sell').map((entry) => entry.priceUnits);
        expect(bids).toEqual(bids.toSorted((a, b) => b - a));
        expect(asks).toEqual(asks.toSorted((a, b) => a - b));
        if (bids[0] !== undefined && asks[0] !== undefined) expect(bids[0]).toBeLessThan(asks[0]);
        const held = [...book.side('buy'), ...book.side('sell')];
        expect(held.every((entry) => entry.remainingUnits > 0)).toBe(true);
        expect(held.reduce((sum, entry) => sum + entry.remainingUnits, 0)).toBe(resting);
      }
    }),
  );
});

test('at one price the oldest trades first', () => {
  const book = new Book();
  const entries = [3, 2, 4].map((remainingUnits) => ({ priceUnits: 10, remainingUnits, order: null }));
  for (const entry of entries) book.rest('sell', entry);
  book.rest('sell', { priceUnits: 9, remainingUnits: 1, order: null });
  const matches = [...book.sweep('buy', 10, 5)];
  expect(matches.map((match) => [match.priceUnits, match.amountUnits])).toEqual([
    [9, 1],
    [10, 3],
    [10, 1],
  ]);
  expect(matches[1]?.resting).toBe(entries[0]);
  expect(book.best('sell')).toEqual({ priceUnits: 10, amountUnits: 5 });
});
