import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../../shared/orders/rules.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../shared/orders/facts.ts';
import { ISSUE_PARAMS } from '../../../shared/orders/issue.ts';
import { isMultipleOf, multiply, decimal, type DecimalString } from '../../../shared/decimal.ts';
import { option, optionTicker, orderDraft, orderFacts } from '../../support/records/records.ts';
import { CIRCUMSTANCE_CASES } from './order-cases/circumstance-cases.ts';
import { GUARD_CASES } from './order-cases/guard-cases.ts';
import { LINKED_CASES } from './order-cases/linked-cases.ts';
import { PRICE_CASES } from './order-cases/price-cases.ts';
import { SIZE_CASES } from './order-cases/size-cases.ts';
import { TERM_CASES } from './order-cases/term-cases.ts';
import { TRIGGER_CASES } from './order-cases/trigger-cases.ts';
import { OPTION_DRAFT, OPTION_FACTS } from './order-cases/order-case.ts';

const CASES = [
  ...PRICE_CASES,
  ...SIZE_CASES,
  ...TERM_CASES,
  ...TRIGGER_CASES,
  ...LINKED_CASES,
  ...GUARD_CASES,
  ...CIRCUMSTANCE_CASES,
];

function codes(draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}): string[] {
  return checkDraft(orderDraft(draft), orderFacts(facts)).map(
    ({ severity, field, code }) => `${severity} ${field} ${code}`,
  );
}

describe('the rules of a sell', () => {
  it.each(CASES)('%s', (_name, draft, facts, found) => {
    expect(codes(draft, facts)).toEqual(found);
  });

  it.each([
    [1000, 300, undefined],
    [1000, 600, '5000'],
    [2000, 2000, '10000'],
    [5000, 9000, undefined],
    [30_000, 20_000, undefined],
  ])(
    'of a deadline in %i ms, with round trips of %i ms, is one that leaves twice what it takes: %s',
    (ms, roundTripMs, value) => {
      const [found] = checkDraft(orderDraft({ valid_for_ms: ms }), orderFacts({ roundTripMs }));
      expect(found?.fixes[0]?.value).toBe(value);
    },
  );

  it('offers the nearest prices for one off the tick', () => {
    const [found] = checkDraft(orderDraft({ price: '36000.1234' }), orderFacts());
    expect(found?.fixes.map(({ value }) => value)).toEqual(['36000', '36000.5']);
  });

  it('offers the nearest amounts for one off the step', () => {
    const [found] = checkDraft(orderDraft({ amount: '15' }), orderFacts());
    expect(found?.fixes.map(({ value }) => value)).toEqual(['10', '20']);
  });

  it('names the params that each code declares', () => {
    for (const [, draft, facts] of CASES) {
      for (const { code, params } of checkDraft(orderDraft(draft), orderFacts(facts))) {
        expect(Object.keys(params).toSorted()).toEqual([...ISSUE_PARAMS[code]].toSorted());
      }
    }
  });

  it('accepts every multiple of 0.0005 on a 0.0005 tick', () => {
    const instrument = option({ tick_size: 0.0005, tick_size_steps: [] });
    for (let k = 1; k <= 2000; k += 1) {
      const price = multiply('0.0005' as DecimalString, decimal(k));
      const found = codes(
        { ...OPTION_DRAFT, price },
        {
          ...OPTION_FACTS,
          instrument,
          ticker: optionTicker({ mark_price: Number(price), min_price: null, max_price: null }),
        },
      );
      expect(found).toEqual([]);
    }
  });

  it('every fix it offers is accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
        const text = decimal(digits / 10 ** places);
        for (const { fixes } of checkDraft(orderDraft({ price: text, amount: text }), orderFacts())) {
          for (const { field, value } of fixes) {
            const again = codes({ [field]: value }).filter((line) => line.startsWith(`error ${field}`));
            expect(again).toEqual([]);
          }
        }
      }),
    );
  });

  it('every fix of an iceberg is accepted with the order as it is', () => {
    const tens = fc.integer({ min: 1, max: 20_000 }).map((count) => decimal(count * 10));
    fc.assert(
      fc.property(tens, fc.integer({ min: 1, max: 300_000 }), (amount, shown) => {
        const draft = orderDraft({ amount, display_amount: String(shown) });
        for (const { field, fixes } of checkDraft(draft, orderFacts())) {
          if (field !== 'display_amount') continue;
          expect(fixes.length).toBe(1);
          const again = codes({ amount, display_amount: fixes[0]?.value ?? 'none' });
          expect(again.filter((line) => line.startsWith('error display_amount'))).toEqual([]);
        }
      }),
    );
  });

  it('never finds a good price off the tick, or a bad one on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (thousandths) => {
        const price = decimal(thousandths / 1000);
        const isOff = codes({ price }).includes('error price price_off_tick');
        expect(isOff).toBe(thousandths % 500 !== 0);
        expect(isMultipleOf(price, decimal(0.5))).toBe(!isOff);
      }),
    );
  });
});
