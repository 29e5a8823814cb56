import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createPlaces, nameFamily } from '../../../../renderer/api/known-places.ts';
import { INSTRUMENT_KEY } from '../../../../renderer/api/queries.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

it.each([
  ['BTC-27MAR27-100000-C', 'BTC option'],
  ['BTC-5DEC26-90000-P', 'BTC option'],
  ['BTC_USDC-27MAR27-100000-C', 'BTC_USDC option'],
  ['BTC-27MAR27', 'BTC future'],
  ['BTC-PERPETUAL', 'BTC PERPETUAL'],
  ['BTC_USDC', 'BTC_USDC spot'],
  ['ETH-CS-27MAR27-3000_3500', 'ETH CS'],
])('%s is a %s', (name, family) => {
  expect(nameFamily(name)).toBe(family);
});

it('an option that is gone keeps the places of its like, and of what is unlike none are taken', () => {
  const queries = new QueryClient();
  const placesOf = createPlaces({ queries });
  expect(placesOf('BTC-27NOV26-98000-C')).toBeNull();
  for (const instrument of [PERPETUAL, OPTION]) {
    queries.setQueryData([...INSTRUMENT_KEY, instrument.instrument_name], instrument);
  }
  expect(placesOf('BTC-27NOV26-98000-C')).toBe(4);
  expect(placesOf('BTC-PERPETUAL')).toBe(1);
  expect(placesOf('BTC-27NOV26')).toBeNull();
  expect(placesOf('ETH-27NOV26-3600-C')).toBeNull();
});
