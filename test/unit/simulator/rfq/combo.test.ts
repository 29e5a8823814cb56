import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comboId, type NamedLeg } from '../../../../simulator/rfq/combo.ts';

const SAMPLES = join(import.meta.dirname, '../../../support/records/service-samples');
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** A leg as its instrument's name describes it. */
function leg(name: string, ratio: number): NamedLeg {
  const [, expiry = '', strike, letter] = name.split('-');
  const [, day, month = '', year] = /^(\d{1,2})([A-Z]{3})(\d\d)$/.exec(expiry) ?? [];
  const perpetual = expiry === 'PERPETUAL';
  const type = letter === 'C' ? ('call' as const) : ('put' as const);
  return {
    instrument: {
      name,
      kind: strike === undefined ? 'future' : 'option',
      perpetual,
      expiryMs: perpetual ? 32_503_708_800_000 : Date.UTC(2000 + Number(year), MONTHS.indexOf(month), Number(day), 8),
      option: strike === undefined ? null : { type, strike: Number(strike.replace('d', '.')) },
    },
    ratio,
  };
}

/** `1 C100` is a bought call of strike 100; a date in front says which expiry, else it is one and the same. */
function structure(text: string): NamedLeg[] {
  return text.split(', ').map((part) => {
    const [, ratio, letter, strike, expiry] = /^(-?\d+) ([CP])(\w+)(?: (\w+))?$/.exec(part) ?? [];
    return leg(`BTC-${expiry ?? '25DEC26'}-${strike ?? ''}-${letter ?? ''}`, Number(ratio));
  });
}

interface RecordedCombo {
  readonly id: string;
  readonly legs: readonly { readonly instrument_name: string; readonly amount: number }[];
}
interface RecordedPrint {
  readonly combo_id: string | null;
  readonly legs: readonly { readonly instrument_name: string; readonly ratio: number; readonly direction: string }[];
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
}

describe('recorded structures have the names that the service gave them', () => {
  const combos = (read('public_get_combos.json') as { response: { result: RecordedCombo[] } }[]).flatMap(
    ({ response }) => response.result,
  );
  test.each(combos.map((combo) => [combo.id, combo] as const))('combo %s', (id, combo) => {
    expect(comboId(combo.legs.map((item) => leg(item.instrument_name, item.amount)))).toBe(id);
  });

  const prints = (
    read('public_get_block_rfq_trades.json') as { response: { result: { block_rfqs: RecordedPrint[] } } }[]
  ).flatMap(({ response }) => response.result.block_rfqs);
  test.each(prints.map((print, at) => [at, print.combo_id, print] as const))('print %i: %s', (_at, id, print) => {
    const legs = print.legs.map((item) =>
      leg(item.instrument_name, item.direction === 'buy' ? item.ratio : -item.ratio),
    );
    expect(comboId(legs)).toBe(id);
  });

  test('a reversal, as the service’s documentation shows one', () => {
    expect(comboId([leg('BTC-29APR22-37500-C', 1), leg('BTC-29APR22-37500-P', -1)])).toBe('BTC-REV-29APR22-37500');
  });

  test('a linear spread keeps its base and the letter d of its strikes', () => {
    expect(comboId([leg('DOGE_USDC-28AUG26-0d1184-C', 1), leg('DOGE_USDC-28AUG26-0d12-C', -1)])).toBe(
      'DOGE_USDC-CS-28AUG26-0d1184_0d12',
    );
  });
});

const NAMED: readonly (readonly [string, string])[] = [
  ['1 C100, -1 C110', 'CS-25DEC26-100_110'],
  ['1 P100, -1 P110', 'PS-25DEC26-100_110'],
  ['1 C100, -2 C110', 'CSR12-25DEC26-100_110'],
  ['1 C100, -3 C110', 'CSR13-25DEC26-100_110'],
  ['2 C100, -3 C110', 'CSR23-25DEC26-100_110'],
  ['1 P110, -2 P100', 'PSR12-25DEC26-100_110'],
  ['1 P110, -3 P100', 'PSR13-25DEC26-100_110'],
  ['2 P110, -3 P100', 'PSR23-25DEC26-100_110'],
  ['1 C100, 1 P100', 'STRD-25DEC26-100'],
  ['1 P100, 1 C110', 'STRG-25DEC26-100_110'],
  ['1 C100, 1 P110', 'GUTS-25DEC26-100_110'],
  ['-1 P100, 1 C110', 'RR-25DEC26-100_110'],
  ['1 C100, -1 P110', 'RRITM-25DEC26-100_110'],
  ['1 C100, -2 C110, 1 C120', 'CBUT-25DEC26-100_110_120'],
  ['1 P100, -2 P110, 1 P120', 'PBUT-25DEC26-100_110_120'],
  ['1 C100, -1 C110, 1 C120', 'CBUT111-25DEC26-100_110_120'],
  ['1 P100, -1 P110, 1 P120', 'PBUT111-25DEC26-100_110_120'],
  ['1 C100, -1 C110, -1 C120, 1 C130', 'CCOND-25DEC26-100_110_120_130'],
  ['1 P100, -1 P110, -1 P120, 1 P130', 'PCOND-25DEC26-100_110_120_130'],
  ['1 P100, -1 P110, -1 C110, 1 C120', 'IBUT-25DEC26-100_110_120'],
  ['1 P100, -1 P110, -1 C120, 1 C130', 'ICOND-25DEC26-100_110_120_130'],
  ['1 C100, -1 P100, -1 C110, 1 P110', 'BOX-25DEC26-100_110'],
  ['1 C100 25JUN27, -1 C100', 'CCAL-25JUN27_25DEC26-100'],
  ['1 P100 25JUN27, -1 P100', 'PCAL-25JUN27_25DEC26-100'],
  ['1 C120 25JUN27, -1 C100', 'CDIAG-25JUN27_25DEC26-120_100'],
  ['1 P120 25JUN27, -1 P100', 'PDIAG-25JUN27_25DEC26-120_100'],
  ['1 C100 25JUN27, 1 P100 25JUN27, -1 C100, -1 P100', 'STDC-25JUN27_25DEC26-100'],
  ['1 C120 25JUN27, 1 P120 25JUN27, -1 C100, -1 P100', 'DSTDC-25JUN27_25DEC26-120_100'],
  ['1 C100 25JUN27, -1 P100 25JUN27, -1 C100, 1 P100', 'JR-25JUN27_25DEC26-100'],
];

describe('structures by the legs of their kind', () => {
  test.each(NAMED)('%s is %s', (text, name) => {
    expect(comboId(structure(text))).toBe(`BTC-${name}`);
  });

  test('the name is the same in any order of legs, bought or sold, and for any multiple', () => {
    const made = fc.constantFrom(...NAMED).chain(([text, name]) => {
      const legs = structure(text);
      return fc.record({
        name: fc.constant(name),
        legs: fc.shuffledSubarray(legs, { minLength: legs.length }),
        times: fc.integer({ min: -50, max: 50 }).filter((times) => times !== 0),
      });
    });
    fc.assert(
      fc.property(made, ({ name, legs, times }) => {
        expect(comboId(legs.map((item) => ({ ...item, ratio: item.ratio * times })))).toBe(`BTC-${name}`);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test.each([
    ['two strikes sold against one bought, upside down', '2 C100, -1 C110'],
    ['a put ladder', '1 P100, 1 P110, -1 P120'],
    ['the same direction', '1 C100, 1 C110'],
    ['three expiries', '1 C100 25JUN27, -1 C100, 1 C100 26MAR27'],
    ['a butterfly of 1-3-1', '1 C100, -3 C110, 1 C120'],
  ])('%s has none', (_what, text) => {
    expect(comboId(structure(text))).toBeNull();
  });

  test('one leg has its instrument’s name; futures in unequal numbers or mixed with options have none', () => {
    expect(comboId([leg('BTC-PERPETUAL', -1)])).toBe('BTC-PERPETUAL');
    expect(comboId([leg('BTC-25DEC26', 1), leg('BTC-PERPETUAL', -2)])).toBeNull();
    expect(comboId([leg('BTC-25DEC26', 1), leg('BTC-25DEC26-100-C', -1)])).toBeNull();
    expect(comboId([leg('BTC-25DEC26-100-C', 1), leg('ETH-25DEC26-110-C', -1)])).toBeNull();
  });
});
