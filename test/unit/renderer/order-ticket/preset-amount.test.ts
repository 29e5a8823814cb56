import { describe, expect, it } from 'vitest';
import type { PresetScope } from '../../../../shared/orders/presets.ts';
import { describeUnsellable } from '../../../../renderer/features/order-ticket/presets/preset-amount.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

const OWN: PresetScope = { instrument_name: PERPETUAL.instrument_name, currency: null, kind: null };
const BROAD: PresetScope = { instrument_name: null, currency: 'BTC', kind: null };
const usd = (value: string) => ({ value, unit: 'USD' });

describe('an amount that a preset keeps', () => {
  it('says in the ticket’s words why it can’t be sold', () => {
    expect(describeUnsellable(usd('15'), OWN, [PERPETUAL])).toBe('The amount must be a multiple of 10 USD.');
    expect(describeUnsellable(usd('5'), OWN, [PERPETUAL])).toBe('The smallest amount is 10 USD.');
  });

  it('of a preset for more than one says of which', () => {
    expect(describeUnsellable(usd('5'), BROAD, [null, PERPETUAL])).toBe(
      'Not of BTC-PERPETUAL: The smallest amount is 10 USD.',
    );
  });

  it.each([
    ['can be sold', usd('1.5k'), OWN],
    ['is empty', usd(''), OWN],
    ['is not set', undefined, OWN],
    ['is of an instrument that is not known', usd('5'), { ...OWN, instrument_name: 'ETH-PERPETUAL' }],
    ['is in another unit, so that the ticket leaves it out', { value: '5', unit: 'BTC' }, OWN],
    ['is for nothing yet', usd('5'), null],
  ])('says nothing where it %s', (_what, amount, scope) => {
    expect(describeUnsellable(amount, scope, [OPTION, PERPETUAL])).toBeNull();
  });
});
