import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, isMultipleOf } from '../../../../shared/decimal.ts';
import { findExtremes } from '../../../../shared/rfq/analysis/extremes.ts';
import { expiryScenario, profitAt } from '../../../../shared/rfq/analysis/payoff.ts';
import { buildPosition, type Position, type PricedLeg } from '../../../../shared/rfq/analysis/position.ts';
import { netPrices, positionGreeks } from '../../../../shared/rfq/analysis/totals.ts';
import { proposeHedge } from '../../../../shared/rfq/hedge.ts';
import { structureOf } from '../../../../shared/rfq/structure.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { blackScholes } from '../../../contract/simulator/black-scholes.ts';
import { instrumentOf, RFQ_NOW_MS, rfqTicker } from '../../../support/records/rfq-records.ts';

const FORWARD = 100_000;
const EXPIRY_MS = Date.UTC(2027, 2, 27, 8);
const DAYS = (EXPIRY_MS - RFQ_NOW_MS) / 86_400_000;

/** A leg priced by the closed form that the simulator's tests use, which is no kin of the terminal's. */
function option(name: string, quantity: number, volatility = 0.5): PricedLeg {
  const instrument = instrumentOf(name);
  const seen = {
    call: name.endsWith('C'),
    forward: FORWARD,
    strike: Number(instrument.strike),
    volatility,
    days: ((instrument.expiration_timestamp ?? 0) - RFQ_NOW_MS) / 86_400_000,
  };
  const { price, ...greeks } = blackScholes(seen);
  const ticker = rfqTicker(name, {
    mark_price: name.includes('_') ? price : price / FORWARD,
    mark_iv: volatility * 100,
    underlying_price: FORWARD,
    greeks,
  });
  return { instrument, ticker, direction: quantity > 0 ? 'buy' : 'sell', amount: decimal(Math.abs(quantity)) };
}

function future(name: string, quantity: number, mark = FORWARD): PricedLeg {
  const ticker = rfqTicker(name, { mark_price: mark, best_bid_price: mark - 1, best_ask_price: mark + 1 });
  const direction = quantity > 0 ? ('buy' as const) : ('sell' as const);
  return { instrument: instrumentOf(name), ticker, direction, amount: decimal(Math.abs(quantity)) };
}

function positionOf(legs: readonly PricedLeg[]): Position {
  const built = buildPosition(legs);
  if (!built.ok) throw new Error(built.missing.join());
  return built.position;
}

const at = (pair: string, strike: number, letter: string) => `${pair}-27MAR27-${strike}-${letter}`;
const strike = fc.integer({ min: 40, max: 250 }).map((thousands) => thousands * 1000);
const price = fc.double({ min: 1000, max: 1_000_000, noNaN: true });
const quantity = fc.integer({ min: -500, max: 500 }).filter((value) => value !== 0);
const isNear = (value: number, expected: number, scale: number) => Math.abs(value - expected) < 1e-9 * scale;

describe('payoff at expiry', () => {
  it('counts a leg from its own price where it has one, and from its mark otherwise', () => {
    const hedge = future('BTC-PERPETUAL', -100_000);
    const spot = { atMs: EXPIRY_MS, volatilityPoints: 0 };
    expect(profitAt(positionOf([hedge]), FORWARD, spot).usd).toBeCloseTo(0, 6);
    // Sold 1 % higher: 100,000 USD of it are worth 1 % of a coin more.
    const sold = positionOf([{ ...hedge, entry: decimal(FORWARD / 0.99) }]);
    expect(profitAt(sold, FORWARD, spot).coin).toBeCloseTo(0.01, 9);
  });

  it('of inverse and linear options is their closed form', () => {
    const random = fc.record({ strike, price, quantity, letter: fc.constantFrom('C', 'P') });
    fc.assert(
      fc.property(random, ({ strike: k, price: s, quantity: q, letter }) => {
        const exercised = Math.max(0, letter === 'C' ? s - k : k - s);
        const scale = Math.abs(q) * (s + k + FORWARD);
        for (const pair of ['BTC', 'BTC_USDC']) {
          const leg = option(at(pair, k, letter), q);
          const position = positionOf([leg]);
          const paid = Number(leg.ticker?.mark_price);
          const profit = profitAt(position, s, expiryScenario(position, RFQ_NOW_MS, 0));
          expect(isNear(profit.usd, q * (exercised - (pair === 'BTC' ? paid * FORWARD : paid)), scale)).toBe(true);
          expect(
            isNear(profit.coin, pair === 'BTC' ? q * (exercised / s - paid) : (q * (exercised - paid)) / s, scale),
          ).toBe(true);
        }
      }),
      { seed: 21, numRuns: 400 },
    );
  });

  it('of futures: an inverse one gains in coin by the difference of the reciprocals', () => {
    fc.assert(
      fc.property(price, quantity, (s, q) => {
        const inverse = positionOf([future('BTC-PERPETUAL', q * 1000)]);
        const linear = positionOf([future('BTC_USDC-PERPETUAL', q)]);
        const scenario = { atMs: RFQ_NOW_MS, volatilityPoints: 0 };
        expect(isNear(profitAt(inverse, s, scenario).coin, q * 1000 * (1 / FORWARD - 1 / s), Math.abs(q))).toBe(true);
        expect(
          isNear(profitAt(inverse, s, scenario).usd, ((q * 1000) / FORWARD) * (s - FORWARD), Math.abs(q) * s + 1e5),
        ).toBe(true);
        expect(isNear(profitAt(linear, s, scenario).usd, q * (s - FORWARD), Math.abs(q) * (s + 1e5))).toBe(true);
      }),
      { seed: 22, numRuns: 300 },
    );
  });
});

describe('put and call', () => {
  it('of one strike are a forward, at any time, price and volatility', () => {
    const random = fc.record({
      strike,
      price,
      points: fc.integer({ min: -40, max: 80 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(random, ({ strike: k, price: s, points, part }) => {
        for (const pair of ['BTC', 'BTC_USDC']) {
          const position = positionOf([option(at(pair, k, 'C'), 1), option(at(pair, k, 'P'), -1)]);
          const scenario = { atMs: RFQ_NOW_MS + part * (EXPIRY_MS - RFQ_NOW_MS), volatilityPoints: points };
          // Entered at its own parity, the forward is worth what it moved.
          expect(isNear(profitAt(position, s, scenario).usd, s - FORWARD, s + k + FORWARD)).toBe(true);
        }
      }),
      { seed: 23, numRuns: 400 },
    );
  });
});

describe('greeks', () => {
  it('are the sums of the legs, each way, and net deltas are less the premium in coin', () => {
    const legs = [
      option(at('BTC', 110_000, 'C'), 25),
      option(at('BTC', 90_000, 'P'), -25),
      future('BTC-PERPETUAL', -1_000_000),
    ];
    const [call, put] = legs;
    const greeks = positionGreeks(legs, RFQ_NOW_MS);
    const ofCall = blackScholes({ call: true, forward: FORWARD, strike: 110_000, volatility: 0.5, days: DAYS });
    const ofPut = blackScholes({ call: false, forward: FORWARD, strike: 90_000, volatility: 0.5, days: DAYS });
    expect(greeks.delta).toBeCloseTo(25 * ofCall.delta - 25 * ofPut.delta - 10, 9);
    expect(greeks.vega).toBeCloseTo(25 * ofCall.vega - 25 * ofPut.vega, 7);
    const premium = 25 * Number(call?.ticker?.mark_price) - 25 * Number(put?.ticker?.mark_price);
    expect(greeks.netDelta).toBeCloseTo((greeks.delta ?? 0) - premium, 9);
  });

  it('have deltas that fade out over the last half hour before expiry, at the time that they are asked for', () => {
    const legs = [option(at('BTC', 110_000, 'C'), 25)];
    const before = positionGreeks(legs, EXPIRY_MS - 30 * 60_000);
    const halfway = positionGreeks(legs, EXPIRY_MS - 15 * 60_000);
    expect(before.delta).toBe(positionGreeks(legs, RFQ_NOW_MS).delta);
    expect(halfway.delta).toBeCloseTo((before.delta ?? Number.NaN) / 2, 9);
    expect(halfway.netDelta).toBeCloseTo((before.netDelta ?? Number.NaN) / 2, 9);
    expect(positionGreeks(legs, EXPIRY_MS).delta).toBeCloseTo(0, 9);
  });

  it('agree with the slope of the value', () => {
    fc.assert(
      fc.property(strike, quantity, fc.constantFrom('C', 'P'), (k, q, letter) => {
        const leg = option(at('BTC_USDC', k, letter), q);
        const position = positionOf([leg]);
        const today = { atMs: RFQ_NOW_MS, volatilityPoints: 0 };
        const step = 1;
        const slope =
          (profitAt(position, FORWARD + step, today).usd - profitAt(position, FORWARD - step, today).usd) / 2;
        expect(Math.abs(slope - (positionGreeks([leg], RFQ_NOW_MS).delta ?? Number.NaN))).toBeLessThan(
          1e-5 * Math.abs(q),
        );
      }),
      { seed: 24, numRuns: 200 },
    );
  });

  it('what one leg lacks, the sum lacks: missing is never zero', () => {
    const bare: PricedLeg = {
      ...option(at('BTC', 110_000, 'C'), 25),
      ticker: rfqTicker('x', { greeks: null, mark_price: null }),
    };
    expect(positionGreeks([future('BTC-PERPETUAL', 1000), bare], RFQ_NOW_MS)).toEqual({
      delta: null,
      netDelta: null,
      gamma: null,
      vega: null,
      theta: null,
    });
    expect(buildPosition([bare])).toEqual({ ok: false, missing: [bare.instrument.instrument_name] });
  });
});

describe('largest gain and loss', () => {
  const extremes = (legs: readonly PricedLeg[]) => {
    const position = positionOf(legs);
    return findExtremes(position, expiryScenario(position, RFQ_NOW_MS, 0));
  };

  it('of a call spread are its premium and its width less that', () => {
    const legs = [option(at('BTC_USDC', 100_000, 'C'), 2), option(at('BTC_USDC', 110_000, 'C'), -2)];
    const paid = 2 * (Number(legs[0]?.ticker?.mark_price) - Number(legs[1]?.ticker?.mark_price));
    const { usd } = extremes(legs);
    expect(usd.loss).toBeCloseTo(-paid, 6);
    expect(usd.gain).toBeCloseTo(20_000 - paid, 6);
    expect(usd.breakEvens).toHaveLength(1);
    expect(usd.breakEvens[0]).toBeCloseTo(100_000 + paid / 2, 4);
  });

  it('of an inverse short put have no end in coin and one in USD; of a short call the other way', () => {
    const put = option(at('BTC', 90_000, 'P'), -1);
    const call = option(at('BTC', 110_000, 'C'), -1);
    const [ofPut, ofCall] = [extremes([put]), extremes([call])];
    expect(ofPut.coin.loss).toBe('unlimited');
    expect(ofPut.usd.loss).toBeCloseTo(-90_000 + Number(put.ticker?.mark_price) * FORWARD, 0);
    expect(ofCall.usd.loss).toBe('unlimited');
    expect(ofCall.coin.loss).toBeCloseTo(-1 + Number(call.ticker?.mark_price), 9);
    expect(ofPut.coin.gain).toBeCloseTo(Number(put.ticker?.mark_price), 9);
  });

  it('of a straddle: two break-evens, unlimited above', () => {
    const { usd } = extremes([option(at('BTC', 100_000, 'C'), 1), option(at('BTC', 100_000, 'P'), 1)]);
    expect(usd.breakEvens).toHaveLength(2);
    expect(usd.gain).toBe('unlimited');
  });

  it('of a calendar are judged at the first expiry', () => {
    const far = option('BTC-25JUN27-100000-C', 1);
    const close = option(at('BTC', 100_000, 'C'), -1);
    const position = positionOf([far, close]);
    expect(position.firstExpiryMs).toBe(EXPIRY_MS);
    const { usd } = findExtremes(position, expiryScenario(position, RFQ_NOW_MS, 0));
    expect(usd.breakEvens).toHaveLength(2);
    expect(usd.gain).not.toBe('unlimited');
    const left = blackScholes({ call: true, forward: FORWARD, strike: 100_000, volatility: 0.5, days: 90 }).price;
    const paid = (Number(far.ticker?.mark_price) - Number(close.ticker?.mark_price)) * FORWARD;
    expect(usd.gain).toBeCloseTo(left - paid, 0);
  });

  it('nothing in the curve lies outside of them', () => {
    const leg = fc.record({
      strike,
      quantity: fc.integer({ min: -5, max: 5 }).filter((q) => q !== 0),
      letter: fc.constantFrom('C', 'P'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(leg, { minLength: 1, maxLength: 5, selector: (l) => `${l.strike}${l.letter}` }),
        price,
        (legs, s) => {
          const position = positionOf(legs.map((l) => option(at('BTC', l.strike, l.letter), l.quantity)));
          const scenario = expiryScenario(position, RFQ_NOW_MS, 0);
          const range = findExtremes(position, scenario);
          const profit = profitAt(position, s, scenario);
          const slack = 1e-3;
          const isInside = (['usd', 'coin'] as const).every((currency) => {
            const { gain, loss } = range[currency];
            const isBelow = gain === 'unlimited' || profit[currency] <= gain + slack;
            return isBelow && (loss === 'unlimited' || profit[currency] >= loss - slack);
          });
          expect(isInside).toBe(true);
        },
      ),
      { seed: 25, numRuns: 300 },
    );
  });
});

describe('net prices', () => {
  it('buy at the ask what is bought and sell at the bid what is sold, by ratio', () => {
    const legs = [option(at('BTC', 100_000, 'C'), 25), option(at('BTC', 110_000, 'C'), -50)];
    const structure = assertDefined(structureOf(legs), 'amounts are above zero');
    expect(netPrices(structure.legs, (name) => rfqTicker(name))).toEqual({
      bid: '-0.0515',
      ask: '-0.0485',
      mark: '-0.05',
    });
    expect(netPrices(structure.legs, () => null)).toEqual({ bid: null, ask: null, mark: null });
  });
});

describe('the hedge', () => {
  it('leaves less than half a step, on either side, inverse and linear', () => {
    const delta = fc.double({ min: -500, max: 500, noNaN: true });
    const mark = fc.double({ min: 1000, max: 200_000, noNaN: true });
    fc.assert(
      fc.property(delta, mark, fc.constantFrom('BTC-PERPETUAL', 'BTC-25DEC26', 'BTC_USDC-PERPETUAL'), (d, m, name) => {
        const { instrument, ticker } = future(name, 1, m);
        const proposed = proposeHedge(d, instrument, ticker);
        if (!proposed.ok) {
          expect(proposed.error).toBe('flat');
          return;
        }
        const { direction, leftoverDelta, stepDelta, amount } = proposed.value;
        expect(direction).toBe(d > 0 ? 'sell' : 'buy');
        expect(Math.abs(leftoverDelta)).toBeLessThanOrEqual(stepDelta * 0.5000001);
        expect(isMultipleOf(amount, decimal(name.includes('_') ? '0.001' : '10'))).toBe(true);
      }),
      { seed: 26, numRuns: 500 },
    );
  });

  it('is priced on the block grid where it would trade', () => {
    const { instrument, ticker } = future('BTC-PERPETUAL', 1);
    const sold = proposeHedge(17.43, instrument, ticker);
    expect(sold).toMatchObject({ ok: true, value: { direction: 'sell', amount: '1743000', price: '99999' } });
    expect(proposeHedge(0.00001, instrument, ticker)).toEqual({ ok: false, error: 'flat' });
    expect(proposeHedge(1, instrument, null)).toEqual({ ok: false, error: 'no_price' });
  });
});
