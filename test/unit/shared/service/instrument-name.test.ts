import { describe, expect, it } from 'vitest';
import { amountUnitOfName, kindOfName } from '../../../../shared/service/instrument-name.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { writeInstrument } from '../../../../simulator/methods/written.ts';

it.each([
  ['BTC-PERPETUAL', 'USD'],
  ['BTC-27NOV26', 'USD'],
  ['BTC-FS-27NOV26_PERP', 'USD'],
  ['BTC_USDC-PERPETUAL', 'BTC'],
  ['BTC-27NOV26-98000-C', 'BTC'],
  ['XRP_USDC-27NOV26-0d625-P', 'XRP'],
  ['ETH-CS-27NOV26-3000_3500', 'ETH'],
  ['ETH_BTC', 'ETH'],
])('amounts of %s are in %s', (name, unit) => {
  expect(amountUnitOfName(name)).toBe(unit);
});

it('a name tells what the metadata says, of every instrument of the market', () => {
  const venues = [...new Exchange(5, Date.UTC(2026, 10, 18, 12)).venues()];
  expect(venues.length).toBeGreaterThan(100);
  for (const venue of venues) {
    const metadata = instrumentSchema.parse(JSON.parse(writeInstrument(venue).text));
    const name = metadata.instrument_name;
    expect([name, amountUnitOfName(name)]).toEqual([name, amountUnit(metadata)]);
  }
});

describe('the kind of an instrument by its name', () => {
  it.each([
    ['BTC-PERPETUAL', 'future'],
    ['BTC_USDC-PERPETUAL', 'future'],
    ['BTC-27NOV26', 'future'],
    ['BTC-5DEC26-98000-C', 'option'],
    ['XRP_USDC-27NOV26-0d625-P', 'option'],
    ['BTC_USDC', 'spot'],
    ['BTC-FS-27NOV26_PERP', 'future_combo'],
    ['BTC-CS-27NOV26-98000_99000', 'option_combo'],
    ['BTC-CCAL-25DEC26_27NOV26-98000', 'option_combo'],
  ])('%s is a %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });
});
