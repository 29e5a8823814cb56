import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, multiply } from '../../../../shared/decimal.ts';
import { predictRfq } from '../../../../shared/rfq/request.ts';
import { recognise } from '../../../../shared/rfq/recognise.ts';
import { shapeKey, SHAPES } from '../../../../shared/rfq/shapes.ts';
import { type Structure, structureOf } from '../../../../shared/rfq/structure.ts';
import { type Chain, solveTemplate, TEMPLATES, defaultPercents } from '../../../../shared/rfq/templates.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { comboId } from '../../../../simulator/rfq/combo.ts';
import { instrumentOf, namedLeg } from '../../../support/records/rfq-records.ts';

const SAMPLES = join(import.meta.dirname, '../../../support/records/service-samples');

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
}

interface Leg {
  readonly name: string;
  readonly ratio: number;
}

function structure(legs: readonly Leg[], amount = '25'): Structure {
  const sized = legs.map(({ name, ratio }) => ({
    instrument: instrumentOf(name),
    direction: ratio > 0 ? ('buy' as const) : ('sell' as const),
    amount: multiply(decimal(amount), decimal(Math.abs(ratio))),
  }));
  return assertDefined(structureOf(sized), 'amounts are above zero');
}

/** Made by hand, so that a wrong sign in the table of shapes can't agree with itself. */
const SIDES: readonly (readonly [string, string, 'buy' | 'sell', string | null])[] = [
  ['1 100-C, -1 110-C', 'call spread', 'buy', 'CS-25DEC26-100_110'],
  ['-1 100-P, 1 110-P', 'put spread', 'buy', 'PS-25DEC26-100_110'],
  ['1 100-P, -1 110-P', 'put spread', 'sell', 'PS-25DEC26-100_110'],
  ['-1 100-P, 1 110-C', 'risk reversal', 'buy', 'RR-25DEC26-100_110'],
  ['1 100-P, -1 110-C', 'risk reversal', 'sell', 'RR-25DEC26-100_110'],
  ['1 110-P, -2 100-P', 'put spread 1×2', 'buy', 'PSR12-25DEC26-100_110'],
  ['1 100-C, 1 100-P', 'straddle', 'buy', 'STRD-25DEC26-100'],
  ['-1 100-P, -1 110-C', 'strangle', 'sell', 'STRG-25DEC26-100_110'],
  ['1 100-P, -1 110-P, -1 120-C, 1 130-C', 'iron condor', 'buy', 'ICOND-25DEC26-100_110_120_130'],
  ['1 100-C, 1 110-C', 'custom', 'buy', null],
];

describe('names and sides', () => {
  it.each(SIDES)('%s is a %s, %s', (text, name, side, id) => {
    const legs = text.split(', ').map((part) => {
      const [ratio, option = ''] = part.split(' ');
      return { name: `BTC-25DEC26-${option}`, ratio: Number(ratio) };
    });
    const found = recognise(structure(legs));
    expect(found).toEqual({ name, side: id === null ? null : side, comboId: id === null ? null : `BTC-${id}` });
  });

  it('no two shapes share their legs, on either side', () => {
    const keys = SHAPES.flatMap(({ family, legs }) => [shapeKey(family, legs, 'buy'), shapeKey(family, legs, 'sell')]);
    expect(new Set(keys).size).toBe(SHAPES.length * 2);
  });

  it('recorded combos have the ids that the service gave them', () => {
    const combos = (
      read('public_get_combos.json') as {
        response: { result: { id: string; legs: { instrument_name: string; amount: number }[] }[] };
      }[]
    ).flatMap(({ response }) => response.result);
    expect(combos.length).toBeGreaterThan(5);
    for (const combo of combos) {
      const legs = combo.legs.map(({ instrument_name, amount }) => ({ name: instrument_name, ratio: amount }));
      expect(recognise(structure(legs))).toMatchObject({ comboId: combo.id, side: 'buy' });
    }
  });

  it('so have the prints of the public tape, those without an id too', () => {
    const prints = (
      read('public_get_block_rfq_trades.json') as {
        response: {
          result: {
            block_rfqs: {
              combo_id: string | null;
              legs: { instrument_name: string; direction: string; ratio: number }[];
            }[];
          };
        };
      }[]
    ).flatMap(({ response }) => response.result.block_rfqs);
    expect(prints.some(({ combo_id }) => combo_id === null)).toBe(true);
    for (const print of prints) {
      const legs = print.legs.map(({ instrument_name, direction, ratio }) => ({
        name: instrument_name,
        ratio: direction === 'buy' ? ratio : -ratio,
      }));
      expect(recognise(structure(legs)).comboId).toBe(print.combo_id);
    }
  });
});

/** Strikes that are nobody's expectation: uneven, and other ones for each expiry but for some. */
function chain(pair: string, expiry: string, strikes: readonly number[]): Chain {
  return {
    forward: 100,
    strikes: strikes.map((strike) => ({
      strike,
      callName: `${pair}-${expiry}-${strike}-C`,
      putName: `${pair}-${expiry}-${strike}-P`,
      callDelta: 1 / (1 + Math.exp((strike - 100) / 12)),
    })),
  };
}

const strikeList = fc
  .uniqueArray(fc.integer({ min: 40, max: 200 }), { minLength: 8, maxLength: 30 })
  .map((strikes) => [...new Set([...strikes, 100, 105])].toSorted((a, b) => a - b));

const wish = fc.record({
  template: fc.constantFrom(...TEMPLATES),
  pair: fc.constantFrom('BTC', 'ETH', 'BTC_USDC', 'XRP_USDC'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  by: fc.constantFrom('delta' as const, 'moneyness' as const),
  strikes: fc.tuple(strikeList, strikeList),
  amount: fc.constantFrom('25', '37.5', '0.3', '1000'),
});

describe('every template, either side, in either currency', () => {
  it('has the id and ratios that the simulator gives, and is recognised as itself', () => {
    fc.assert(
      fc.property(wish, ({ template, pair, side, by, strikes, amount }) => {
        const solved = solveTemplate({
          template,
          side,
          method:
            by === 'delta'
              ? { by, targets: template.targets.map(({ delta }) => delta) }
              : { by, percents: defaultPercents(template.targets.length) },
          chains: [chain(pair, '25JUN27', strikes[0]), chain(pair, '25DEC26', strikes[1])].slice(2 - template.expiries),
          futures: [`${pair}-25DEC26`, `${pair}-PERPETUAL`],
        });
        if (!solved.ok) throw new Error(`${template.name}: ${solved.error}`);
        const legs = solved.value.map((leg) => ({
          name: leg.instrumentName,
          ratio: leg.direction === 'buy' ? leg.ratio : -leg.ratio,
        }));
        const made = structure(legs, amount);
        const expected = comboId(legs.map((leg) => namedLeg(leg.name, leg.ratio)));
        expect(predictRfq(made)).toEqual({
          amount,
          ratios: legs.map(({ ratio }) => Math.abs(ratio)),
          comboId: expected,
        });
        expect(recognise(made)).toMatchObject({ name: template.name, side });
        expect(expected === null).toBe(template.future === 1 && template.expiries === 1);
      }),
      { seed: 11, numRuns: 1500 },
    );
  });

  it('names no structure that the simulator does not, whatever the legs', () => {
    const option = fc.record({
      strike: fc.integer({ min: 1, max: 4 }),
      letter: fc.constantFrom('C', 'P'),
      expiry: fc.constantFrom('25DEC26', '25JUN27', '26MAR27'),
      ratio: fc.integer({ min: -3, max: 3 }).filter((ratio) => ratio !== 0),
    });
    const legs = fc.uniqueArray(option, {
      minLength: 1,
      maxLength: 5,
      selector: ({ strike, letter, expiry }) => `${strike}${letter}${expiry}`,
    });
    fc.assert(
      fc.property(legs, (list) => {
        const named = list.map(({ strike, letter, expiry, ratio }) => ({
          name: `ETH-${expiry}-${strike * 100}-${letter}`,
          ratio,
        }));
        const id = comboId(named.map(({ name, ratio }) => namedLeg(name, ratio)));
        expect(recognise(structure(named, '2')).comboId).toBe(id);
      }),
      { seed: 12, numRuns: 3000 },
    );
  });
});

describe('solving strikes', () => {
  const [riskReversal] = TEMPLATES.filter(({ id }) => id === 'RR');

  it('takes the strikes nearest to the deltas asked for', () => {
    const solved = solveTemplate({
      template: assertDefined(riskReversal, 'a template'),
      side: 'sell',
      method: { by: 'delta', targets: [0.25, 0.25] },
      chains: [chain('BTC', '25DEC26', [70, 80, 87, 95, 100, 105, 113, 120])],
      futures: [],
    });
    // The call's delta is 0.25 at 113.2, the put's −0.25 at 86.8.
    expect(solved).toEqual({
      ok: true,
      value: [
        { instrumentName: 'BTC-25DEC26-87-P', direction: 'buy', ratio: 1 },
        { instrumentName: 'BTC-25DEC26-113-C', direction: 'sell', ratio: 1 },
      ],
    });
  });

  it.each([
    { by: 'delta' as const, targets: [Number.NaN, 0.25] },
    { by: 'delta' as const, targets: [0.25, 0] },
    { by: 'delta' as const, targets: [0.25, 25] },
    { by: 'moneyness' as const, percents: [95, Number.NaN] },
    { by: 'moneyness' as const, percents: [0, 105] },
  ])('finds no strikes by what is no target: $by', (method) => {
    const solved = solveTemplate({
      template: assertDefined(riskReversal, 'a template'),
      side: 'buy',
      method,
      chains: [chain('BTC', '25DEC26', [70, 80, 87, 95, 100, 105, 113, 120])],
      futures: [],
    });
    expect(solved).toEqual({ ok: false, error: 'target_unreadable' });
  });

  it('says what is missing', () => {
    const template = assertDefined(riskReversal, 'a template');
    const solve = (given: readonly Chain[]) =>
      solveTemplate({
        template,
        side: 'buy',
        method: { by: 'delta', targets: [0.25, 0.25] },
        chains: given,
        futures: [],
      });
    const unpriced = chain('BTC', '25DEC26', [90, 100, 110]).strikes.map((at) => ({ ...at, callDelta: null }));
    expect(solve([])).toEqual({ ok: false, error: 'expiry_missing' });
    expect(solve([{ forward: null, strikes: unpriced }])).toEqual({ ok: false, error: 'no_prices' });
    expect(solve([chain('BTC', '25DEC26', [100])])).toEqual({ ok: false, error: 'too_few_strikes' });
  });
});
