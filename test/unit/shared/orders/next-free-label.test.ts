import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextFreeLabel } from '../../../../shared/orders/rules/label.ts';
import { LABEL_MAX_CHARACTERS, labelLength } from '../../../../shared/service/fields.ts';

describe('the next free label', () => {
  it.each([
    ['hedge', 'hedge-2'],
    ['hedge-2', 'hedge-3'],
    ['hedge-5', 'hedge-6'],
    ['-5', '-6'],
    ['hedge-1', 'hedge-2'],
    ['run-007', 'run-008'],
    ['run-09', 'run-10'],
    ['a-3-9', 'a-3-10'],
    // Not a count: a strike, a date, a word.
    ['short-80000', 'short-80000-2'],
    ['roll-20261127', 'roll-20261127-2'],
    ['BTC-27NOV26', 'BTC-27NOV26-2'],
    ['hedge-', 'hedge--2'],
    ['٣-٥', '٣-٥-2'],
  ])('after %s is %s', (label, next) => {
    expect(nextFreeLabel(label, (candidate) => candidate === label)).toBe(next);
  });

  it('passes over those that were used, and never goes back', () => {
    expect(nextFreeLabel('hedge-2', (label) => label !== 'hedge-4')).toBe('hedge-4');
    expect(nextFreeLabel('hedge-5', (label) => label === 'hedge-6')).toBe('hedge-7');
  });

  it('fits the limit and is another than any before, whatever the label', () => {
    const word = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' });
    const counted = fc.tuple(word, fc.integer({ min: 0, max: 1200 })).map(([stem, count]) => `${stem}-${count}`);
    fc.assert(
      fc.property(fc.oneof(word, counted), fc.integer({ min: 1, max: 40 }), (label, sells) => {
        const used = new Set([label]);
        for (let count = 0; count < sells; count += 1) {
          const next = nextFreeLabel([...used].at(-1) ?? label, (candidate) => used.has(candidate));
          expect(labelLength(next)).toBeLessThanOrEqual(LABEL_MAX_CHARACTERS);
          used.add(next);
        }
        expect(used.size).toBe(sells + 1);
      }),
    );
  });
});
