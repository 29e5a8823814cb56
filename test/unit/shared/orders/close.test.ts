import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, compare, decimal, isMultipleOf } from '../../../../shared/decimal.ts';
import { draftClose } from '../../../../shared/orders/close.ts';
import { amountStep } from '../../../../shared/orders/facts.ts';
import { oppositeOf, signed } from '../../../../shared/orders/side.ts';
import { option, perpetual } from '../../../support/records/records.ts';

const positionOf = (direction: 'buy' | 'sell' | 'zero', size: string) => ({
  instrument_name: 'BTC-PERPETUAL',
  direction,
  size: decimal(size),
});

describe('the order that closes a position', () => {
  it.each([
    ['all of what is long', positionOf('buy', '1000'), 100, { direction: 'sell', amount: '1000' }],
    ['half of what is short', positionOf('sell', '-1000'), 50, { direction: 'buy', amount: '500' }],
    ['a quarter, down to the step', positionOf('buy', '50'), 25, { direction: 'sell', amount: '10' }],
    ['all, also off the step', positionOf('buy', '1005'), 100, { direction: 'sell', amount: '1005' }],
  ] as const)('takes %s', (_what, position, percent, expected) => {
    const draft = draftClose(position, percent, perpetual());
    expect(draft).toMatchObject({ ...expected, type: 'market', reduce_only: true, post_only: false });
  });

  it.each([
    ['there is no position', positionOf('zero', '0'), 100],
    ['the part is less than a step', positionOf('buy', '10'), 25],
  ] as const)('is none where %s', (_why, position, percent) => {
    expect(draftClose(position, percent, perpetual())).toBeNull();
  });

  it('never takes more than the position, and a part is on the step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100 }),
        (direction, steps, percent) => {
          const instrument = option();
          const size = signed(direction, decimal(steps / 10));
          const draft = draftClose({ instrument_name: 'o', direction, size }, percent, instrument);
          if (draft === null) return;
          expect(draft.direction).toBe(oppositeOf(direction));
          expect(compare(decimal(draft.amount), absolute(size))).toBeLessThanOrEqual(0);
          if (percent < 100) expect(isMultipleOf(decimal(draft.amount), amountStep(instrument))).toBe(true);
        },
      ),
    );
  });
});
