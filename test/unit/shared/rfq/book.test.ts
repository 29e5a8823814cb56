import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, isMultipleOf, isPositive, sum } from '../../../../shared/decimal.ts';
import { rfqBookSchema, withNamed, withoutNamed } from '../../../../shared/rfq/book.ts';
import {
  describeOwn,
  type OwnStructure,
  ownStructureSchema,
  pickExpiries,
  type SavedLeg,
  solveOwn,
} from '../../../../shared/rfq/own-structures.ts';
import { splitAmount } from '../../../../shared/rfq/split.ts';
import type { Chain } from '../../../../shared/rfq/templates.ts';
import { RFQ_NOW_MS } from '../../../support/records/rfq-records.ts';

describe('an amount', () => {
  it.each([
    ['25', '0.1', '60% 40%', ['15', '10']],
    ['25', '0.1', '50%, 30%, rest', ['12.5', '7.5', '5']],
    ['25', '0.1', '2:1:1', ['12.5', '6.3', '6.2']],
    ['10', '1', '1/1/1', ['4', '3', '3']],
    ['200000', '10', 'rest 33.3%', ['133400', '66600']],
    ['25', '0.1', 'REST', ['25']],
  ])('of %s in steps of %s by “%s”', (whole, step, text, amounts) => {
    expect(splitAmount(decimal(whole), decimal(step), text)).toEqual({ ok: true, value: amounts });
  });

  it.each([
    ['', { code: 'empty' }],
    [' , ', { code: 'empty' }],
    ['50% half', { code: 'not_read', part: 'half' }],
    ['-1 2', { code: 'not_read', part: '-1' }],
    ['0 1', { code: 'not_read', part: '0' }],
    ['1e400 1', { code: 'not_read', part: '1e400' }],
    ['rest 10% rest', { code: 'two_rests' }],
    ['50% 1', { code: 'mixed' }],
    ['1 rest', { code: 'mixed' }],
    ['60% 60%', { code: 'over', percent: '120' }],
    ['100% rest', { code: 'over', percent: '100' }],
    ['60% 30%', { code: 'under', percent: '90' }],
    ['99.9% 0.1%', { code: 'too_small', step: '1' }],
  ])('by “%s” is refused with the reason', (text, error) => {
    expect(splitAmount(decimal(25), decimal(1), text)).toEqual({ ok: false, error });
  });

  it('is given away exactly, in whole steps above zero, for any shares', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 12, max: 1e9 }),
        fc.constantFrom('10', '1', '0.1', '0.001'),
        (shares, steps, step) => {
          const whole = decimal((BigInt(steps) * 1000n).toString());
          const split = splitAmount(whole, decimal(step), shares.join(':'));
          if (!split.ok) {
            expect(split.error.code).toBe('too_small');
            return;
          }
          expect(sum(split.value)).toBe(whole);
          for (const [at, amount] of split.value.entries()) {
            expect([isPositive(amount), isMultipleOf(amount, decimal(step))]).toEqual([true, true]);
            const exact = (Number(whole) * (shares[at] ?? 0)) / shares.reduce((a, b) => a + b, 0);
            expect(Math.abs(Number(amount) - exact)).toBeLessThan(Number(step) * (1 + 1e-6));
          }
        },
      ),
    );
  });
});

const NEAR = '27NOV26';
const FAR = '26MAR27';

/** Strikes from 80 to 120 thousand whose calls' deltas fall evenly. */
function chainOf(pair: string, expiry: string, shift = 0): Chain {
  const strikes = Array.from({ length: 41 }, (_, at) => ({
    strike: 80_000 + at * 1000,
    callName: `${pair}-${expiry}-${80_000 + at * 1000}-C`,
    putName: `${pair}-${expiry}-${80_000 + at * 1000}-P`,
    callDelta: Math.min(0.99, Math.max(0.01, 0.95 - (at + shift) * 0.0225)),
  }));
  return { strikes, forward: 100_000 };
}

function deltaOf(name: string): number | null {
  const [pair = '', expiry = '', strike = '', letter] = name.split('-');
  const found = chainOf(pair, expiry).strikes.find((at) => String(at.strike) === strike);
  return found?.callDelta == null ? null : found.callDelta - (letter === 'P' ? 1 : 0);
}

const leg = (instrumentName: string, ratio: number): SavedLeg => ({
  instrumentName,
  direction: ratio > 0 ? 'buy' : 'sell',
  ratio: Math.abs(ratio),
  delta: deltaOf(instrumentName),
});

function kept(legs: readonly SavedLeg[]): OwnStructure {
  const described = describeOwn('mine', legs, RFQ_NOW_MS);
  if (!described.ok) throw new Error(described.error.code);
  return ownStructureSchema.parse(described.value);
}

describe('a structure of one’s own', () => {
  it('is found again as it was kept, on its own market', () => {
    const strikes = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 });
    const chosen = fc.tuple(
      strikes,
      fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 3 }), fc.boolean()), {
        minLength: 6,
        maxLength: 6,
      }),
    );
    fc.assert(
      fc.property(chosen, fc.boolean(), ([places, kinds], withFuture) => {
        const legs = places.map((place, at) => {
          const [isCall = true, isBought = true, ratio = 1, isFar = false] = kinds[at] ?? [];
          const name = `BTC-${isFar ? FAR : NEAR}-${80_000 + place * 1000}-${isCall ? 'C' : 'P'}`;
          return leg(name, isBought ? ratio : -ratio);
        });
        const all = withFuture ? [leg('BTC-PERPETUAL', 1), ...legs] : legs;
        const structure = kept(all);
        const expiries = [NEAR, FAR].filter((expiry) =>
          legs.some(({ instrumentName }) => instrumentName.includes(expiry)),
        );
        const solved = solveOwn({
          structure,
          side: 'buy',
          chains: expiries.map((expiry) => chainOf('BTC', expiry)),
          futures: ['BTC-PERPETUAL', 'BTC-26MAR27'],
          nowMs: RFQ_NOW_MS,
        });
        if (!solved.ok) throw new Error(solved.error);
        const text = (each: readonly { instrumentName: string; direction: string; ratio: number }[]) =>
          each.map((one) => `${one.direction} ${one.ratio} ${one.instrumentName}`).toSorted();
        expect(text(solved.value)).toEqual(text(all));
      }),
    );
  });

  it('fits another pair and another day by delta, turned on demand', () => {
    const structure = kept([leg(`BTC-${NEAR}-90000-P`, -1), leg(`BTC-${NEAR}-110000-C`, 2), leg('BTC-26MAR27', 1)]);
    const solved = solveOwn({
      structure,
      side: 'sell',
      chains: [chainOf('ETH', '25DEC26', -5)],
      futures: ['ETH-PERPETUAL', 'ETH-25JUN27', 'ETH-26MAR27'],
      nowMs: RFQ_NOW_MS,
    });
    expect(solved.ok && solved.value.map((one) => `${one.direction} ${one.ratio} ${one.instrumentName}`)).toEqual([
      'sell 1 ETH-26MAR27',
      'buy 1 ETH-25DEC26-95000-P',
      'sell 2 ETH-25DEC26-115000-C',
    ]);
  });

  it('says what is missing to keep it, or to find it', () => {
    const unpriced = { ...leg(`BTC-${NEAR}-90000-P`, 1), delta: null };
    expect(describeOwn('x', [unpriced], RFQ_NOW_MS)).toEqual({
      ok: false,
      error: { code: 'no_delta', instrumentName: `BTC-${NEAR}-90000-P` },
    });
    expect(describeOwn('x', [{ ...unpriced, instrumentName: 'BTC_USDC' }], RFQ_NOW_MS)).toMatchObject({
      error: { code: 'not_read' },
    });
    const structure = kept([leg(`BTC-${NEAR}-90000-P`, 1), leg('BTC-PERPETUAL', -1)]);
    const wish = { structure, side: 'buy' as const, nowMs: RFQ_NOW_MS };
    expect(solveOwn({ ...wish, chains: [], futures: [] })).toEqual({ ok: false, error: 'expiry_missing' });
    const chains = [chainOf('BTC', NEAR)];
    expect(solveOwn({ ...wish, chains, futures: ['BTC-26MAR27'] })).toEqual({ ok: false, error: 'future_missing' });
    const blind = [
      { ...chainOf('BTC', NEAR), strikes: chainOf('BTC', NEAR).strikes.map((at) => ({ ...at, callDelta: null })) },
    ];
    expect(solveOwn({ ...wish, chains: blind, futures: ['BTC-PERPETUAL'] })).toEqual({ ok: false, error: 'no_prices' });
  });

  it('takes the listed days that come nearest, each once and in order', () => {
    const day = (days: number) => RFQ_NOW_MS + days * 86_400_000;
    const listed = [1, 7, 30, 90].map(day);
    expect(pickExpiries([6, 8], listed, RFQ_NOW_MS)).toEqual([day(1), day(7)]);
    expect(pickExpiries([40], listed, RFQ_NOW_MS)).toEqual([day(30)]);
    expect(pickExpiries([1, 2, 3, 4, 5], listed, RFQ_NOW_MS)).toBeNull();
  });
});

describe('what has expired', () => {
  const day = (days: number) => RFQ_NOW_MS + days * 86_400_000;
  const hour = 3_600_000;

  it('is no expiry of a structure, however near it lies', () => {
    const past = RFQ_NOW_MS - hour;
    expect(pickExpiries([0], [past, day(7)], RFQ_NOW_MS)).toEqual([day(7)]);
    expect(pickExpiries([0], [RFQ_NOW_MS, day(7)], RFQ_NOW_MS)).toEqual([day(7)]);
    expect(pickExpiries([0, 7], [past, day(7)], RFQ_NOW_MS)).toBeNull();
    expect(pickExpiries([1], [past], RFQ_NOW_MS)).toBeNull();
  });

  it('is no future of one', () => {
    // Kept an hour before its future expires.
    const described = describeOwn('x', [leg('BTC-21NOV26', 1)], RFQ_NOW_MS - 2 * hour);
    if (!described.ok) throw new Error(described.error.code);
    const wish = { structure: described.value, side: 'buy' as const, chains: [], nowMs: RFQ_NOW_MS };
    const solved = solveOwn({ ...wish, futures: ['BTC-PERPETUAL', 'BTC-21NOV26', 'BTC-27NOV26'] });
    expect(solved).toMatchObject({ ok: true, value: [{ instrumentName: 'BTC-27NOV26' }] });
    expect(solveOwn({ ...wish, futures: ['BTC-PERPETUAL', 'BTC-21NOV26'] })).toEqual({
      ok: false,
      error: 'future_missing',
    });
  });
});

describe('the book', () => {
  it('keeps one entry for a name, and forgets by it', () => {
    const first = withNamed([], { name: 'A', note: '1' });
    const both = withNamed(first, { name: 'B', note: '2' });
    expect(withNamed(both, { name: 'A', note: '3' })).toEqual([
      { name: 'A', note: '3' },
      { name: 'B', note: '2' },
    ]);
    expect(withoutNamed(both, 'A')).toEqual([{ name: 'B', note: '2' }]);
  });

  it('refuses what a window could not have made', () => {
    const book = { makers: [], schemes: [], structures: [] };
    for (const wrong of [
      { ...book, makers: [{ name: ' ', group: '', note: '' }] },
      { ...book, makers: [{ name: 'x'.repeat(65), group: '', note: '' }] },
      { ...book, schemes: [{ name: 'a', split: '', parts: [] }] },
      { ...book, structures: [{ name: 'a', expiries: [], options: [], futures: [{ days: null, ratio: 0 }] }] },
      { ...book, other: 1 },
    ]) {
      expect(rfqBookSchema.safeParse(wrong).success).toBe(false);
    }
  });
});
