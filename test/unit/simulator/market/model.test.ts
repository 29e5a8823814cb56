import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteLadder } from '../../../../simulator/market/makers.ts';
import { AVERAGING_MS, deltaDecay, DeliveryAverage } from '../../../../simulator/market/delivery.ts';
import { gridDown, isCombo, type Instrument } from '../../../../simulator/market/instrument.ts';
import { listInstruments } from '../../../../simulator/market/listing.ts';
import { INDEX_NAMES, MarketModel } from '../../../../simulator/market/model.ts';
import { priceBand } from '../../../../simulator/market/price-band.ts';
import { restingSurface, volatilityAt } from '../../../../simulator/market/volatility.ts';
import { Random } from '../../../../simulator/random.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const LISTED = listInstruments(START_MS, (coin) => new MarketModel(7).index(coin));

function named(name: string): Instrument {
  const found = LISTED.find((instrument) => instrument.name === name);
  if (found === undefined) throw new Error(`no instrument ${name}`);
  return found;
}

/** Log moves of the BTC index over so many steps. */
function moves(seed: number, stepMs: number, count: number): number[] {
  const model = new MarketModel(seed);
  const found: number[] = [];
  let last = model.index('BTC');
  for (let step = 1; step <= count; step += 1) {
    model.advance(stepMs, START_MS + step * stepMs);
    found.push(Math.log(model.index('BTC') / last));
    last = model.index('BTC');
  }
  return found;
}

function deviation(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

describe('index paths', () => {
  test('the same seed moves the same way, another another', () => {
    expect(moves(3, 1000, 50)).toEqual(moves(3, 1000, 50));
    expect(moves(3, 1000, 50)).not.toEqual(moves(4, 1000, 50));
  });

  test('calm and storms: hours differ in how much they move, and there are jumps', () => {
    const hours: number[] = [];
    const all = moves(11, 60_000, 20 * 24 * 60);
    for (let at = 0; at < all.length; at += 60) hours.push(deviation(all.slice(at, at + 60)));
    const sorted = hours.toSorted((a, b) => a - b);
    expect(
      (sorted.at(Math.floor(0.95 * sorted.length)) ?? 0) / (sorted.at(Math.floor(0.3 * sorted.length)) ?? 1),
    ).toBeGreaterThan(1.8);
    const usual = sorted.at(Math.floor(sorted.length / 2)) ?? 1;
    expect(all.filter((move) => Math.abs(move) > 6 * usual).length).toBeGreaterThan(5);
  });

  test('over a month it moves about as much as options say', () => {
    const yearly = deviation(moves(5, HOUR_MS, 24 * 120)) * Math.sqrt(YEAR_MS / HOUR_MS);
    expect(yearly).toBeGreaterThan(0.25);
    expect(yearly).toBeLessThan(1);
  });

  test('pairs of indices agree: eth_btc is eth over btc, USDC is a dollar but for a trifle', () => {
    const model = new MarketModel(9);
    for (let step = 1; step < 500; step += 1) {
      model.advance(60_000, START_MS + step * 60_000);
      expect(model.indexPrice('eth_btc')).toBeCloseTo(model.index('ETH') / model.index('BTC'), 5);
      expect(Math.abs(model.indexPrice('btc_usdc') / model.indexPrice('btc_usd') - 1)).toBeLessThan(0.002);
    }
  });
});

describe('futures', () => {
  test('the term structure rises with time, and its yearly basis moves', () => {
    const model = new MarketModel(7);
    const bases = new Set<number>();
    for (let hour = 1; hour < 100; hour += 1) {
      const nowMs = START_MS + hour * HOUR_MS;
      model.advance(HOUR_MS, nowMs);
      const forward = model.forward('btc_usd', nowMs + YEAR_MS / 4, nowMs);
      bases.add(Math.round(40_000 * Math.log(forward / model.index('BTC'))));
    }
    expect(bases.size).toBeGreaterThan(10);
  });

  test('a future ends at the price it is delivered at', () => {
    const model = new MarketModel(7);
    const expiryMs = Date.UTC(2026, 10, 20, 8);
    for (let nowMs = expiryMs - HOUR_MS; nowMs < expiryMs;) {
      nowMs += 10_000;
      model.advance(10_000, nowMs);
    }
    expect(model.forward('btc_usd', expiryMs, expiryMs)).toBe(model.deliveryPrice('btc_usd'));
    expect(model.deliveryPrice('btc_usd')).not.toBe(model.indexPrice('btc_usd'));
  });
});

describe('delivery', () => {
  test('the estimated delivery price is the index, and in the last 30 minutes its time-weighted average', () => {
    const model = new MarketModel(2);
    const settlesMs = Date.UTC(2026, 10, 19, 8);
    let weighted = 0;
    for (let nowMs = settlesMs - HOUR_MS; nowMs < settlesMs;) {
      const dtMs = nowMs < settlesMs - AVERAGING_MS ? 60_000 : 7500;
      nowMs += dtMs;
      model.advance(dtMs, nowMs);
      if (nowMs <= settlesMs - AVERAGING_MS) {
        expect(model.estimatedDeliveryPrice('eth_usd', nowMs)).toBe(model.indexPrice('eth_usd'));
        continue;
      }
      weighted += model.indexPrice('eth_usd') * dtMs;
      const elapsedMs = nowMs - (settlesMs - AVERAGING_MS);
      expect(model.estimatedDeliveryPrice('eth_usd', nowMs)).toBeCloseTo(weighted / elapsedMs, 1);
    }
    expect(model.deliveryPrice('eth_usd')).toBeCloseTo(weighted / AVERAGING_MS, 1);
  });

  test('a new day averages anew', () => {
    const average = new DeliveryAverage();
    const settlesMs = Date.UTC(2026, 10, 19, 8);
    average.add(100, AVERAGING_MS, settlesMs);
    expect(average.latest()).toBe(100);
    average.add(300, 1000, settlesMs + 60_000);
    expect(average.latest()).toBe(100);
    expect(average.running(settlesMs + 60_000)).toBeNull();
    average.add(300, 60_000, settlesMs + 24 * HOUR_MS - AVERAGING_MS + 60_000);
    expect(average.latest()).toBe(300);
  });

  test('delta decays during the 30 minutes: 1 − t/30', () => {
    const expiryMs = Date.UTC(2026, 10, 19, 8);
    expect(deltaDecay(expiryMs, expiryMs - 24 * HOUR_MS)).toBe(1);
    expect(deltaDecay(expiryMs, expiryMs - AVERAGING_MS)).toBe(1);
    expect(deltaDecay(expiryMs, expiryMs - AVERAGING_MS + 10 * 60_000)).toBeCloseTo(2 / 3, 12);
    expect(deltaDecay(expiryMs, expiryMs)).toBe(0);
  });
});

describe('funding', () => {
  test('current funding is the premium beyond 0.025 %, and 8 h of it add up', () => {
    const model = new MarketModel(6);
    const perpetual = named('BTC-PERPETUAL');
    const rates: number[] = [];
    const interests: number[] = [0];
    for (let minute = 1; minute <= 24 * 60; minute += 1) {
      const nowMs = START_MS + minute * 60_000;
      model.advance(60_000, nowMs);
      const { current, interest } = model.funding(perpetual);
      const { price, indexPrice } = model.mark(perpetual, nowMs);
      const premium = (price - indexPrice) / indexPrice;
      const rate = Math.max(0.00025, premium) + Math.min(-0.00025, premium);
      expect(current).toBeCloseTo(Math.max(-0.005, Math.min(0.005, rate)), 5);
      rates.push(current);
      interests.push(interest);
    }
    expect(rates.some((rate) => rate > 0)).toBe(true);
    expect(rates.some((rate) => rate === 0)).toBe(true);
    const last8h = (interests.at(-1) ?? 0) - (interests.at(-1 - 8 * 60) ?? 0);
    expect(model.funding(perpetual).last8h).toBeCloseTo(last8h, 5);
    expect(() => model.funding(named('BTC-25DEC26'))).toThrow('no funding');
  });
});

describe('the volatility surface', () => {
  test('low strikes are dearer than high ones, both wings dearer than the middle; it moves', () => {
    const surface = restingSurface(0.5);
    expect(volatilityAt(surface, 0.1, 0.85)).toBeGreaterThan(volatilityAt(surface, 0.1, 1.15));
    expect(volatilityAt(surface, 0.1, 1.7)).toBeGreaterThan(volatilityAt(surface, 0.1, 1.2));
    const model = new MarketModel(3);
    const call = LISTED.find(({ option, base, linear }) => option?.type === 'call' && base === 'BTC' && !linear);
    if (call === undefined) throw new Error('no call');
    const seen = new Set<number | undefined>();
    for (let hour = 1; hour < 10; hour += 1) {
      model.advance(HOUR_MS, START_MS + hour * HOUR_MS);
      seen.add(model.mark(call, START_MS + hour * HOUR_MS).option?.ivPercent);
    }
    expect(seen.size).toBe(9);
  });

  test('whatever the shape, volatilities stay between 5 and 500 %', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        (level, years, ratio) => {
          const volatility = volatilityAt(restingSurface(level), years, ratio);
          expect(volatility).toBeGreaterThanOrEqual(0.05);
          expect(volatility).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

describe('marks of structures', () => {
  test('a combo is worth its legs', () => {
    const model = new MarketModel(7);
    for (const combo of LISTED.filter(isCombo)) {
      const worth = combo.legs.reduce((sum, leg) => sum + leg.ratio * model.mark(leg.instrument, START_MS).price, 0);
      expect(model.mark(combo, START_MS).price).toBeCloseTo(worth, combo.pricePlaces);
    }
  });

  test('a linear option is worth USDC, an inverse one coins of its forward', () => {
    const model = new MarketModel(7);
    for (const option of LISTED.filter(({ kind, base }) => kind === 'option' && base === 'BTC')) {
      const { price, option: terms } = model.mark(option, START_MS);
      const most = option.option?.type === 'call' ? (terms?.underlyingPrice ?? 0) : (option.option?.strike ?? 0);
      const unit = option.linear ? 1 : (terms?.underlyingPrice ?? 0);
      expect(price * unit, option.name).toBeLessThanOrEqual(most * 1.001);
    }
  });
});

describe('makers', () => {
  test('quote ten levels a side on the grid, never crossed, asks above zero, bids too but for combos', () => {
    const model = new MarketModel(7);
    fc.assert(
      fc.property(fc.constantFrom(...LISTED), fc.nat({ max: 1e6 }), (instrument, seed) => {
        const mark = model.mark(instrument, START_MS);
        const { bids, asks } = quoteLadder(instrument, mark, new Random(seed));
        expect(asks).toHaveLength(10);
        if (instrument.kind !== 'option') expect(bids).toHaveLength(10);
        const prices = [
          ...bids.map((quote) => quote.priceUnits).toReversed(),
          ...asks.map((quote) => quote.priceUnits),
        ];
        expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b));
        for (const quote of [...bids, ...asks]) {
          expect(gridDown(instrument, quote.priceUnits)).toBe(quote.priceUnits);
          expect(quote.amountUnits % instrument.stepUnits).toBe(0);
          expect(quote.amountUnits).toBeGreaterThanOrEqual(instrument.minAmountUnits);
        }
        if (!isCombo(instrument)) expect(Math.min(...prices)).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('the touch lies inside the price band', () => {
    const model = new MarketModel(7);
    for (const instrument of LISTED) {
      const mark = model.mark(instrument, START_MS);
      const band = priceBand(instrument, mark);
      const { bids, asks } = quoteLadder(instrument, mark, new Random(1));
      expect(band.minUnits).toBeLessThan(band.maxUnits);
      expect(asks[0]?.priceUnits, instrument.name).toBeLessThanOrEqual(band.maxUnits);
      if (bids[0] !== undefined) expect(bids[0].priceUnits, instrument.name).toBeGreaterThanOrEqual(band.minUnits);
    }
  });
});

test('every index has a price from the first moment', () => {
  const model = new MarketModel(0);
  for (const name of INDEX_NAMES) {
    expect(model.indexPrice(name)).toBeGreaterThan(0);
    expect(model.estimatedDeliveryPrice(name, START_MS)).toBe(model.indexPrice(name));
    expect(model.deliveryPrice(name)).toBe(model.indexPrice(name));
  }
});

test('the way back begins where the market opens, and foretells nothing of the way on', () => {
  const [on, back] = [new MarketModel(7), new MarketModel(7, 'back')];
  for (const name of INDEX_NAMES) expect(back.indexPrice(name)).toBe(on.indexPrice(name));
  on.advance(180_000, START_MS + 180_000);
  back.goBack(180_000, START_MS - 180_000);
  for (const name of INDEX_NAMES) expect(back.indexPrice(name), name).not.toBe(on.indexPrice(name));
});
