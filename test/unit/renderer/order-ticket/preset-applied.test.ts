import { expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { describeApplied } from '../../../../renderer/features/order-ticket/presets/preset-text.ts';

it('a price by a rule is told as taken once, at the price that it came to then', () => {
  const applied = {
    scope: { instrument_name: null, currency: 'BTC', kind: 'future' },
    choices: {},
    chosen: [],
    amount: null,
    skippedUnit: null,
    priceRule: { reference: 'ask', ticks: 3 },
    price: decimal('97292'),
  } as const;
  expect(describeApplied(applied, 'limit', 'USD', 1)).toBe('price ask + 3 ticks (taken at 97,292.0)');
  expect(describeApplied({ ...applied, price: null }, 'limit', 'USD', 1)).toBe('price ask + 3 ticks (no market yet)');
});
