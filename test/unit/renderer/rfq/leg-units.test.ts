import { describe, expect, it } from 'vitest';
import { unitsOfLegs, withUnit } from '../../../../renderer/features/rfq/composer/leg-units.ts';
import { priceUnitOfName } from '../../../../shared/service/instrument-name.ts';

const legs = (...names: readonly string[]) => names.map((instrument_name) => ({ instrument_name }));

describe('what the numbers of a structure are in', () => {
  it.each([
    [['BTC-25DEC26-100000-C', 'BTC-25DEC26-110000-C'], 'BTC', 'BTC'],
    [['BTC_USDC-25DEC26-100000-C'], 'BTC', 'USDC'],
    [['ETH-25DEC26', 'ETH-PERPETUAL'], 'USD', 'USD'],
    [['ETH_USDC-PERPETUAL'], 'ETH', 'USDC'],
  ])('is told by the names of its legs: %j', (names, amount, price) => {
    expect(unitsOfLegs(legs(...names))).toEqual({ amount, price });
  });

  it('is not told where the legs don’t agree, or there is none', () => {
    expect(unitsOfLegs(legs('BTC-25DEC26-100000-C', 'BTC-25DEC26'))).toEqual({ amount: '', price: '' });
    expect(unitsOfLegs(legs())).toEqual({ amount: '', price: '' });
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
