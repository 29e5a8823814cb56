import { expect, it } from 'vitest';
import { chooseCurrency } from '../../../../renderer/features/account/followed-currency.ts';

it('the account follows the selected instrument’s currency unless one is pinned', () => {
  const currencies = ['BTC', 'ETH', 'USDC'];
  expect(chooseCurrency(currencies, null, 'ETH')).toBe('ETH');
  expect(chooseCurrency(currencies, 'USDC', 'ETH')).toBe('USDC');
  expect(chooseCurrency(currencies, null, null)).toBe('BTC');
  expect(chooseCurrency(currencies, 'MATIC', 'ETH')).toBe('ETH');
  expect(chooseCurrency(currencies, null, 'SOL')).toBe('BTC');
  expect(chooseCurrency([], 'BTC', 'BTC')).toBeNull();
});
