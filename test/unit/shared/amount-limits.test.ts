import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, type DecimalString } from '../../../shared/decimal.ts';
import type { AmountLimits } from '../../../shared/orders/limits/amount-limits.ts';
import { DEFAULT_GUARDS, type OrderFacts } from '../../../shared/orders/facts.ts';
import {
  DEFAULT_GUARD_SETTINGS,
  guardSettingsSchema,
  lowerToHard,
} from '../../../shared/orders/limits/guard-settings.ts';
import { checkDraft } from '../../../shared/orders/rules.ts';
import { limitGuards, listAboveCeiling } from '../../../shared/profiles/policy.ts';
import { childDraft, option, optionTicker, perpetual, orderDraft, orderFacts } from '../../support/records/records.ts';

const OF_BTC = { instrument: option(), ticker: optionTicker() };
const OF_USD = { instrument: perpetual() };

function hard(limit: DecimalString | null) {
  return { soft: null, hard: limit };
}

function findAbove(amount: string, facts: Partial<OrderFacts>, maxAmountByUnit: AmountLimits, other: string | null) {
  const tiers = { ...DEFAULT_GUARDS.hard, maxAmount: other === null ? null : decimal(other) };
  const guards = { ...DEFAULT_GUARDS, hard: tiers, maxAmountByUnit };
  return checkDraft(orderDraft({ amount, type: 'market', price: '' }), orderFacts({ ...facts, guards }))
    .filter(({ code }) => code === 'amount_above_limit')
    .map(({ severity, params }) => [severity, params]);
}

describe('a limit of amounts', () => {
  it.each<[string, string, Partial<OrderFacts>, AmountLimits, string | null, unknown[]]>([
    ['BTC of options', '11', OF_BTC, { BTC: hard(decimal(10)) }, null, [['error', { limit: '10', unit: 'BTC' }]]],
    ['as many BTC as it allows', '10', OF_BTC, { BTC: hard(decimal(10)) }, null, []],
    ['USD beside a limit of BTC', '50000', OF_USD, { BTC: hard(decimal(10)) }, null, []],
    ['USD', '50010', OF_USD, { USD: hard(decimal(50_000)) }, '5', [['error', { limit: '50000', unit: 'USD' }]]],
    [
      'a unit that has none of its own',
      '6',
      OF_BTC,
      { USD: hard(decimal(9)) },
      '5',
      [['error', { limit: '5', unit: 'BTC' }]],
    ],
    ['a unit that is freed of that of the others', '600', OF_BTC, { BTC: hard(null) }, '5', []],
    [
      'what asks and what stops',
      '7',
      OF_BTC,
      { BTC: { soft: decimal(6), hard: decimal(8) } },
      '5',
      [['warning', { limit: '6', unit: 'BTC' }]],
    ],
  ])('%s', (_what, amount, facts, byUnit, other, found) => {
    expect(findAbove(amount, facts, byUnit, other)).toEqual(found);
  });

  it('holds for what is linked to the order too', () => {
    const guards = { ...DEFAULT_GUARDS, maxAmountByUnit: { USD: hard(decimal(100)) } };
    const draft = orderDraft({
      linked_order_type: 'one_triggers_other',
      amount: '100',
      children: [childDraft({ amount: '110' })],
    });
    const found = checkDraft(draft, orderFacts({ guards })).filter(({ code }) => code === 'amount_above_limit');
    expect(found).toMatchObject([{ child: 0, severity: 'error', params: { limit: '100', unit: 'USD' } }]);
  });
});

const limit = fc.option(fc.integer({ min: 1, max: 1000 }).map((value) => decimal(value)));
const byUnit = fc.dictionary(fc.constantFrom('BTC', 'ETH', 'USD', 'SOL'), fc.record({ soft: limit, hard: limit }));
const settings = fc.record({ soft: limit, hard: limit, byUnit }).map((set) => ({
  ...DEFAULT_GUARD_SETTINGS,
  soft: { ...DEFAULT_GUARD_SETTINGS.soft, maxAmount: set.soft },
  hard: { ...DEFAULT_GUARD_SETTINGS.hard, maxAmount: set.hard },
  maxAmountByUnit: set.byUnit,
}));

describe('limits of amounts as a profile keeps them', () => {
  it('that contradict each other are refused at the unit, and read as the stricter', () => {
    const crossed = { ...DEFAULT_GUARD_SETTINGS, maxAmountByUnit: { BTC: { soft: decimal(9), hard: decimal(5) } } };
    expect(guardSettingsSchema.safeParse(crossed).error?.issues).toMatchObject([
      { path: ['maxAmountByUnit', 'BTC', 'hard'] },
    ]);
    fc.assert(
      fc.property(settings, (set) => {
        const read = lowerToHard(set);
        expect(guardSettingsSchema.safeParse(read).success).toBe(true);
        for (const [unit, { hard: stops }] of Object.entries(set.maxAmountByUnit)) {
          expect(read.maxAmountByUnit[unit]?.hard).toBe(stops);
        }
      }),
    );
  });

  it.each(['', 'btc', '1BTC', 'USD/BTC', 'A'.repeat(17)])('can’t be of a unit “%s”', (unit) => {
    const named = JSON.parse(`{"${unit}":{"soft":null,"hard":"1"}}`) as object;
    expect(guardSettingsSchema.safeParse({ ...DEFAULT_GUARD_SETTINGS, maxAmountByUnit: named }).success).toBe(false);
  });

  it('are under a policy never above its ceilings, nor above what the trader set, unit by unit', () => {
    const most = fc.integer({ min: 1, max: 1000 }).map((value) => decimal(value));
    const ceilings = fc.record({
      guard_ceilings: fc.record({ maxAmount: most }, { requiredKeys: [] }),
      amount_ceilings: fc.dictionary(fc.constantFrom('BTC', 'ETH', 'XRP'), most),
    });
    fc.assert(
      fc.property(
        settings.filter((set) => guardSettingsSchema.safeParse(set).success),
        ceilings,
        (set, fixed) => {
          const held = limitGuards(set, fixed);
          expect(guardSettingsSchema.safeParse(held).success).toBe(true);
          expect(listAboveCeiling(held, fixed)).toEqual([]);
          for (const unit of ['BTC', 'ETH', 'USD', 'SOL', 'XRP']) {
            const own = set.maxAmountByUnit[unit] ?? { soft: set.soft.maxAmount, hard: set.hard.maxAmount };
            const ceiling = fixed.amount_ceilings[unit] ?? fixed.guard_ceilings.maxAmount ?? null;
            const now = held.maxAmountByUnit[unit] ?? { soft: held.soft.maxAmount, hard: held.hard.maxAmount };
            const [first, second] = [own.hard, ceiling];
            const least =
              first === null || second === null ? (first ?? second) : compare(first, second) < 0 ? first : second;
            expect(now.hard, unit).toBe(least);
            expect(now.soft === null, unit).toBe(own.soft === null);
          }
        },
      ),
    );
  });
});
