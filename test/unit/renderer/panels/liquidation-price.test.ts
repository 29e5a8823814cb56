import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { describeLiquidation } from '../../../../renderer/features/account/liquidation-price.ts';

describe('the price at which liquidation is estimated', () => {
  it.each([
    ['0.4', '97412.55', '38,965.02', '−60.0 %'],
    // To the cent it would be an eighth away from where it is.
    ['0.9', '0.0844', '0.07596', '−10.0 %'],
    ['1.05', '1.2391', '1.301', '+5.0 %'],
  ])('is the ratio %s of an index of %s, with the digits of a small one', (ratio, index, price, distance) => {
    expect(describeLiquidation(decimal(ratio), decimal(index))).toEqual({ price, distance });
  });

  it('is none where there is no ratio above zero, and not known without an index', () => {
    expect(describeLiquidation(decimal(0), decimal(1))).toEqual({ price: 'no liquidation price', distance: null });
    expect(describeLiquidation(decimal('0.5'), null)).toEqual({ price: null, distance: '−50.0 %' });
  });
});
