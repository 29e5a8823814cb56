import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { unitsOfPrint, withUnit } from '../../../../renderer/features/rfq/tape-rows.ts';
import { priceUnitOfName } from '../../../../renderer/ui/units.ts';

const legs = (...names: readonly string[]) => ({
  legs: names.map((instrument_name) => ({
    instrument_name,
    direction: 'buy' as const,
    price: decimal(1),
    ratio: decimal(1),
  })),
});

describe('what the numbers of a print are in', () => {
  it.each([
    [['BTC-25DEC26-100000-C', 'BTC-25DEC26-110000-C'], 'BTC', 'BTC'],
    [['BTC_USDC-25DEC26-100000-C'], 'BTC', 'USDC'],
    [['ETH-25DEC26', 'ETH-PERPETUAL'], 'USD', 'USD'],
    [['ETH_USDC-PERPETUAL'], 'ETH', 'USDC'],
  ])('is told by the names of its legs: %j', (names, amount, price) => {
    expect(unitsOfPrint(legs(...names))).toEqual({ amount, price });
  });

  it('is not told where the legs don’t agree, or there is none', () => {
    expect(unitsOfPrint(legs('BTC-25DEC26-100000-C', 'BTC-25DEC26'))).toEqual({ amount: '', price: '' });
    expect(unitsOfPrint(legs())).toEqual({ amount: '', price: '' });
    expect(withUnit('12', '')).toBe('12');
  });

  it.each([
    ['BTC-CS-25DEC26-100000_110000', 'BTC'],
    ['BTC-FS-25DEC26_PERP', 'USD'],
    ['BTC_USDC', 'USDC'],
  ])('is told of a price by a combo’s or a pair’s own name: %s', (name, unit) => {
    expect(priceUnitOfName(name)).toBe(unit);
  });
});
