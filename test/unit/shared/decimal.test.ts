import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../support/repetitions.ts';
import {
  absolute,
  add,
  compare,
  decimal,
  decimalFromWire,
  decimalPlaces,
  divide,
  formatDecimal,
  isMultipleOf,
  isPositive,
  isZero,
  largest,
  multiply,
  negate,
  parseDecimal,
  roundToPlaces,
  roundToStep,
  significantDigits,
  smallest,
  subtract,
  sum,
  toNumber,
  type DecimalString,
} from '../../../shared/decimal.ts';
import { assertDefined } from '../../../shared/result.ts';

/** The oracle: a decimal as a whole number of 10^-SCALE, computed by BigInt alone. */
const SCALE = 30;

function toUnits(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = assertDefined(
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(text),
    `plain decimal ${text}`,
  );
  const units = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return sign === '-' ? -units : units;
}

function fromUnits(units: bigint, scale = SCALE): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

const CANONICAL = /^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Decimals of up to 15 digits before and 15 after the point, in canonical form. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 15 }))
  .map(([units, places]) => decimal(places === 0 ? String(units) : fromUnits(units * 10n ** BigInt(SCALE - places))));
const steps = fc.oneof(
  fc.constantFrom('0.0001', '0.0005', '0.5', '0.05', '0.01', '1', '2.5', '10', '0.000001', '0.3', '7').map(decimal),
  decimals.filter((value) => isPositive(value)),
);

describe('reading', () => {
  it.each([
    ['5', '5'],
    [' 36000.50 ', '36000.5'],
    ['000036000.5', '36000.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['-.5', '-0.5'],
    ['0.0000000001', '0.0000000001'],
    ['123456789012345678901234567890.1', '123456789012345678901234567890.1'],
  ])('what a person typed: %j is %s', (typed, canonical) => {
    expect(parseDecimal(typed)).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '+5',
    '1e5',
    '1E-4',
    '0x10',
    '36,000.5',
    '36.000,5',
    '1 000',
    '٣',
    '５',
    '1.2.3',
    'NaN',
    'Infinity',
    '--1',
    '1-',
    '9'.repeat(401),
    `.${'9'.repeat(399)}`,
  ])('and nothing else: %j', (typed) => {
    expect(parseDecimal(typed)).toBeNull();
  });

  it('from the wire: numbers in any form, and number text', () => {
    expect([5, -0, 1e-7, 2.203e-5, 6.4e4, 1e21, 5e-324, '1e3', '-1.50', '0.30'].map(decimalFromWire)).toEqual([
      '5',
      '0',
      '0.0000001',
      '0.00002203',
      '64000',
      '1000000000000000000000',
      `0.${'0'.repeat(323)}5`,
      '1000',
      '-1.5',
      '0.3',
    ]);
  });

  it.each([
    Number.NaN,
    Infinity,
    -Infinity,
    '',
    '1e',
    '.5',
    '+1',
    '0x1',
    ' 1',
    'market_price',
    null,
    undefined,
    true,
    {},
    [1],
    '1e9999',
    '1e-450',
    '-1e400',
    '1e-399',
    `${'1'.repeat(390)}e99`,
  ])('from the wire, refused: %j', (value) => {
    expect(decimalFromWire(value)).toBeNull();
    if (typeof value === 'number' || typeof value === 'string') expect(() => decimal(value)).toThrow('finite');
  });

  it('whatever is taken from the wire is read back as the same, and a person may type it', () => {
    const digits = fc.stringMatching(/^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/);
    const long = fc
      .tuple(fc.integer({ min: 370, max: 400 }), fc.integer({ min: -40, max: 40 }))
      .map(([length, exponent]) => `${'7'.repeat(length)}e${exponent}`);
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(digits, long, fc.double()), (sent) => {
        const text = decimalFromWire(sent);
        if (text === null) return;
        taken += 1;
        expect(text).toMatch(CANONICAL);
        expect(decimalFromWire(text)).toBe(text);
        expect(parseDecimal(text)).toBe(text);
      }),
      { numRuns: repetitions(3000, 600) },
    );
    expect(taken).toBeGreaterThan(repetitions(1000, 200));
  });

  it('a finite double comes back as the same double, in canonical text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = assertDefined(decimalFromWire(value), 'it is finite');
        expect(text).toMatch(CANONICAL);
        expect(toNumber(text)).toBe(value === 0 ? 0 : value);
        expect(parseDecimal(text) ?? text).toBe(text);
      }),
      { numRuns: repetitions(3_000, 600) },
    );
  });

  it('never throws, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const parsed = parseDecimal(typed);
        expect(parsed ?? '0').toMatch(CANONICAL);
      }),
    );
  });
});

describe('computing agrees with whole-number arithmetic', () => {
  it('order of neighbours, as long as doubles can tell them apart and longer', () => {
    fc.assert(
      fc.property(
        fc.bigInt(10n ** 12n, 10n ** 18n),
        fc.integer({ min: 0, max: 18 }),
        fc.boolean(),
        (units, places, minus) => {
          const text = (value: bigint) => decimal(fromUnits((minus ? -value : value) * 10n ** BigInt(SCALE - places)));
          expect(compare(text(units), text(units + 1n))).toBe(minus ? 1 : -1);
          expect(compare(text(units), text(units))).toBe(0);
        },
      ),
      { numRuns: repetitions(2_000, 400) },
    );
  });

  it('sums, differences, signs and order', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [x, y] = [toUnits(a), toUnits(b)];
        expect(add(a, b)).toBe(fromUnits(x + y));
        expect(subtract(a, b)).toBe(fromUnits(x - y));
        expect(negate(a)).toBe(fromUnits(-x));
        expect(absolute(a)).toBe(fromUnits(x < 0n ? -x : x));
        expect(compare(a, b)).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(smallest(a, b)).toBe(x <= y ? a : b);
        expect(largest(a, b)).toBe(x >= y ? a : b);
        expect(isZero(a)).toBe(x === 0n);
        expect(isPositive(a)).toBe(x > 0n);
      }),
      { numRuns: repetitions(2_000, 400) },
    );
  });

  it('products are exact, and quotients give the factor back', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const product = multiply(a, b);
        expect(product).toBe(fromUnits(toUnits(a) * toUnits(b), 2 * SCALE));
        if (!isZero(b)) expect(divide(product, b)).toBe(a);
      }),
      { numRuns: repetitions(2_000, 400) },
    );
    expect(() => divide(decimal(1), decimal(0))).toThrow('zero');
  });

  it('a quotient is the nearest of forty digits, whatever was divided before', () => {
    fc.assert(
      fc.property(
        decimals,
        decimals.filter((value) => !isZero(value)),
        (a, b) => {
          const quotient = divide(a, b);
          const [whole = '', fraction = ''] = absolute(quotient).split('.');
          const leading = whole === '0' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : whole.length;
          const places = Math.max(0, 40 - leading);
          const unit = decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`);
          const off = absolute(subtract(a, multiply(quotient, b)));
          if (leading <= 40)
            expect(compare(multiply(off, decimal(2)), multiply(absolute(b), unit))).toBeLessThanOrEqual(0);
          expect(significantDigits(quotient)).toBeLessThanOrEqual(40);
          expect(divide(a, b)).toBe(quotient);
          expect(divide(b, b)).toBe('1');
        },
      ),
      { numRuns: repetitions(2_000, 400) },
    );
  });

  it('a sum does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(decimals, { maxLength: 12 }), (values) => {
        const total = values.reduce((units, value) => units + toUnits(value), 0n);
        expect(sum(values)).toBe(fromUnits(total));
        expect(sum(values.toReversed())).toBe(sum(values));
      }),
    );
    expect(sum(['0.1', '0.2'].map(decimal))).toBe('0.3');
  });
});

describe('steps', () => {
  it('every multiple of a tick is one, and its neighbours are not', () => {
    for (const tick of ['0.0001', '0.0005', '0.05', '0.5', '2.5', '10'].map(decimal)) {
      const sliver = divide(tick, decimal(1_000));
      for (let count = 1; count <= 2_000; count += 1) {
        const price = multiply(tick, decimal(count));
        expect(isMultipleOf(price, tick)).toBe(true);
        expect(isMultipleOf(add(price, sliver), tick)).toBe(false);
      }
    }
  });

  it('verdicts agree with whole-number arithmetic', () => {
    fc.assert(
      fc.property(decimals, steps, fc.maxSafeInteger(), (value, step, count) => {
        expect(isMultipleOf(value, step)).toBe(toUnits(value) % toUnits(step) === 0n);
        expect(isMultipleOf(multiply(step, decimal(String(count))), step)).toBe(true);
      }),
      { numRuns: repetitions(3_000, 600) },
    );
  });

  it('rounding down, up and to the nearest agrees with whole-number arithmetic', () => {
    fc.assert(
      fc.property(decimals, steps, (value, step) => {
        const [x, s] = [toUnits(value), toUnits(step)];
        const remainder = ((x % s) + s) % s;
        const down = x - remainder;
        const up = remainder === 0n ? x : down + s;
        expect(roundToStep(value, step, 'down')).toBe(fromUnits(down));
        expect(roundToStep(value, step, 'up')).toBe(fromUnits(up));
        expect(roundToStep(value, step, 'nearest')).toBe(fromUnits(2n * remainder >= s ? up : down));
      }),
      { numRuns: repetitions(3_000, 600) },
    );
  });

  it('a step of nothing or less is a mistake', () => {
    for (const step of ['0', '-0.5'].map(decimal)) {
      expect(() => isMultipleOf(decimal(1), step)).toThrow('above zero');
      expect(() => roundToStep(decimal(1), step, 'down')).toThrow('above zero');
    }
  });

  it('places round halves to the even neighbour', () => {
    expect(['0.125', '0.135', '-0.125', '2.5'].map((text) => roundToPlaces(decimal(text), 2))).toEqual([
      '0.12',
      '0.14',
      '-0.12',
      '2.5',
    ]);
  });

  it('digits are counted without padding', () => {
    const count = (text: string) => [significantDigits(decimal(text)), decimalPlaces(decimal(text))];
    expect(['0.0005', '97410.5', '1000', '0', '-12.30'].map(count)).toEqual([
      [1, 4],
      [6, 1],
      [1, 0],
      [1, 0],
      [3, 1],
    ]);
  });
});

describe('text for the screen', () => {
  const read = (shown: string): DecimalString | null => parseDecimal(shown.replaceAll(',', '').replace('−', '-'));

  it.each([
    ['1234567.5', {}, '1,234,567.5'],
    ['-1234.5', {}, '−1,234.5'],
    ['999', {}, '999'],
    ['1000', { min: 2 }, '1,000.00'],
    ['0.123456', { max: 4 }, '0.1235'],
    ['-0.00001', { max: 2 }, '0'],
    ['-0.00001', { max: 2, min: 2 }, '0.00'],
    ['0.0000001', {}, '0.0000001'],
    ['1000000000000000000000', {}, '1,000,000,000,000,000,000,000'],
  ])('%s with %j is %s', (value, places, shown) => {
    expect(formatDecimal(decimal(value), places)).toBe(shown);
  });

  it('reads back as what it shows, never as an exponent, "-0" or "NaN"', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => decimal(value));
    const places = fc.record({ min: fc.integer({ min: 0, max: 8 }), max: fc.integer({ min: 8, max: 12 }) });
    fc.assert(
      fc.property(fc.oneof(decimals, doubles), places, (value, { min, max }) => {
        const shown = formatDecimal(value, { min, max });
        expect(shown).toMatch(/^−?\d{1,3}(,\d{3})*(\.\d+)?$/);
        expect(shown).not.toMatch(/^−[0,.]*$/);
        expect((shown.split('.')[1] ?? '').length).toBeGreaterThanOrEqual(min);
        expect((shown.split('.')[1] ?? '').length).toBeLessThanOrEqual(max);
        expect(read(shown)).toBe(roundToPlaces(value, max));
        expect(read(formatDecimal(value))).toBe(parseDecimal(value) === null ? null : value);
      }),
      { numRuns: repetitions(2_000, 400) },
    );
  });
});
