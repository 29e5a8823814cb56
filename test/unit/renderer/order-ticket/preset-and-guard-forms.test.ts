import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS, GUARD_LIMITS } from '../../../../shared/orders/limits/guard-settings.ts';
import {
  describeBeginnings,
  describeMerge,
  fillGuards,
  mergeGuards,
  readGuards,
} from '../../../../renderer/features/order-ticket/guards/guards-form.ts';
import {
  abbreviateLadder,
  describeDemand,
  describeLadder,
} from '../../../../renderer/features/order-ticket/ladder/ladder-text.ts';
import { echoNumber } from '../../../../renderer/features/order-ticket/form/number-echo.ts';
import { fillForm, readForm } from '../../../../renderer/features/order-ticket/presets/preset-form.ts';
import {
  describeRule,
  describeScope,
  describeValues,
} from '../../../../renderer/features/order-ticket/presets/preset-text.ts';
import { dropOwnLabel } from '../../../../renderer/features/order-ticket/issues/ticket-issues.ts';
import { issue } from '../../../../shared/orders/issue.ts';

describe('the guards as text', () => {
  it('say which of them ask at first', () => {
    expect(describeBeginnings()).toContain(
      'By default four limits ask: 20 % from the mark, 20 points, 1,000,000 USD, the same order within 2 s. They catch a slipped digit, an extra zero, a second stroke. A resting order does not ask: you can cancel it. An intended repeat comes later than a second stroke.',
    );
  });

  it('come back as they were, percent and all', () => {
    const limits = fc.record(
      Object.fromEntries(
        GUARD_LIMITS.map((name) => [name, fc.option(fc.integer({ min: 1, max: 99_999 }).map((n) => decimal(n / 100)))]),
      ),
    );
    fc.assert(
      fc.property(limits, fc.integer({ min: 0, max: 600_000 }), (tier, duplicateWindowMs) => {
        const soft = tier as typeof DEFAULT_GUARD_SETTINGS.soft;
        const maxAmountByUnit = {
          BTC: { soft: soft.maxAmount, hard: soft.maxAmount },
          USD: { soft: null, hard: null },
        };
        const guards = { soft, hard: soft, maxAmountByUnit, duplicateWindowMs };
        expect(readGuards(fillGuards(guards))).toEqual({ ok: true, value: guards });
      }),
    );
  });

  const form = fillGuards(DEFAULT_GUARD_SETTINGS);

  it.each([
    ['16.1', 16_100],
    ['1.001', 1001],
    ['0', 0],
  ])('take %s s to the millisecond', (duplicateSeconds, duplicateWindowMs) => {
    expect(readGuards({ ...form, duplicateSeconds })).toMatchObject({ ok: true, value: { duplicateWindowMs } });
  });

  it.each([
    [
      { ...form, soft: { ...form.soft, maxNotionalUsd: '0' } },
      /^Worth of one order, asks above: must be a plain number/,
    ],
    [{ ...form, soft: { ...form.soft, maxDistanceFromMark: 'x' } }, /^Price away from the mark, asks above/],
    [{ ...form, hard: { ...form.hard, maxNotionalUsd: '10' } }, /stops above: must not be below the limit that asks/],
    [{ ...form, duplicateSeconds: '601' }, /^Equal orders: enter seconds from 0 to 600/],
    [{ ...form, duplicateSeconds: '1.2345' }, /^Equal orders: .* to the millisecond/],
    [{ ...form, duplicateSeconds: 'soon' }, /^Equal orders: enter seconds from 0 to 600/],
  ])('name the field and what would do: %#', (bad, message) => {
    const read = readGuards(bad);
    expect(read.ok ? null : read.error.map((problem) => problem.message).join(' ')).toMatch(message);
  });

  it('keep what was typed and take the rest from another window, naming what both changed', () => {
    const typed = { ...form, duplicateSeconds: '45', soft: { ...form.soft, maxNotionalUsd: '2500' } };
    const saved = {
      ...form,
      soft: { ...form.soft, maxNotionalUsd: '2000' },
      hard: { ...form.hard, maxNotionalUsd: '3000', maxAmount: '7' },
    };
    const merged = mergeGuards(form, typed, saved);
    expect(merged.form).toEqual({ ...saved, duplicateSeconds: '45', soft: typed.soft });
    expect(merged.contested).toEqual(['Worth of one order: asks above 2000']);
    expect(describeMerge(merged)).toContain('There: Worth of one order: asks above 2000.');
    expect(describeMerge(mergeGuards(form, form, saved))).not.toContain('There');
  });

  describe('of amounts by their unit', () => {
    const of = (amounts: typeof form.amounts) => ({ ...form, amounts });
    const ten = { soft: '', hard: '10' };

    it.each([
      [of({ BTC: { soft: '', hard: '-1' } }), /^Amount of one order in BTC, stops above: must be a plain number/],
      [of({ BTC: { soft: '12', hard: '5' } }), /^Amount of one order in BTC, stops above: must not be below/],
      [of({ 'B C': ten }), /^Units with an amount of their own/],
    ])('name the unit of what is wrong: %#', (bad, message) => {
      const read = readGuards(bad);
      expect(read.ok ? null : read.error.map((problem) => problem.message).join(' ')).toMatch(message);
    });

    it.each([
      ['another window’s stay', {}, {}, { BTC: ten }, { BTC: ten }, []],
      ['what was added stays', {}, { BTC: ten }, {}, { BTC: ten }, []],
      ['what was taken away is gone', { BTC: ten }, {}, { BTC: ten }, {}, []],
      ['what the other took away is gone', { BTC: ten }, { BTC: ten }, {}, {}, []],
      [
        'what was typed stays, though the other took it away',
        { BTC: ten },
        { BTC: { soft: '', hard: '9' } },
        {},
        { BTC: { soft: '', hard: '9' } },
        ['Amount of one order in BTC: no limits of its own'],
      ],
      [
        'what stands here stays whole, though the other took it away',
        { BTC: { soft: '5', hard: '10' } },
        { BTC: { soft: '6', hard: '10' } },
        {},
        { BTC: { soft: '6', hard: '10' } },
        ['Amount of one order in BTC: no limits of its own'],
      ],
      [
        'what both set is told',
        { BTC: ten },
        { BTC: { soft: '', hard: '9' } },
        { BTC: { soft: '1', hard: '8' } },
        { BTC: { soft: '1', hard: '9' } },
        ['Amount of one order in BTC: stops above 8'],
      ],
      [
        'what was taken away while the other set it is told',
        { BTC: ten },
        {},
        { BTC: { soft: '', hard: '8' } },
        {},
        ['Amount of one order in BTC: stops above 8'],
      ],
    ])('merged with another window’s: %s', (_what, base, typed, saved, amounts, contested) => {
      const merged = mergeGuards(of(base), of(typed), of(saved));
      expect([merged.form.amounts, merged.contested]).toEqual([amounts, contested]);
    });
  });

  it('take 2m for two million', () => {
    const read = readGuards({ ...form, soft: { ...form.soft, maxNotionalUsd: '2m' } });
    expect(read.ok ? read.value.soft.maxNotionalUsd : null).toBe('2000000');
  });
});

describe('a preset as a form', () => {
  const values = {
    amount: { value: decimal('50000'), unit: 'USD' },
    type: 'limit',
    price_rule: { reference: 'mark', ticks: -3 },
    mmp: true,
  } as const;

  it('comes back as it was', () => {
    expect(readForm(fillForm(values, 'USD'))).toEqual({ ok: true, value: values });
  });

  it.each([
    [{ ticks: '1.5' }, 'price_rule'],
    [{ ticks: '' }, 'price_rule'],
    [{ ticks: '1001' }, 'price_rule'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '' }, 'amount'],
    [{ set: new Set<never>() }, null],
  ])('names the field that is wrong: %#', (change, field) => {
    const read = readForm({ ...fillForm(values, 'USD'), ...change });
    expect(read.ok).toBe(false);
    expect(read.ok ? undefined : read.error.field).toBe(field);
  });

  it('is told in words', () => {
    expect(describeScope({ instrument_name: null, currency: 'BTC', kind: 'option' })).toBe('BTC options');
    expect(describeRule({ reference: 'bid', ticks: 1 })).toBe('bid + 1 tick');
    expect(describeRule({ reference: 'ask', ticks: 0 })).toBe('ask');
    expect(describeValues(values)).toBe('limit, 50,000 USD, price mark − 3 ticks, MMP');
  });
});

describe('the ladder in words', () => {
  const ladder = { rung: 'one_click', cap_usd: decimal('50000') } as const;

  it('shortens its cap only where that loses nothing', () => {
    expect(abbreviateLadder(ladder)).toBe('1-click ≤50k USD');
    expect(abbreviateLadder({ ...ladder, cap_usd: decimal('1500000') })).toBe('1-click ≤1.5m USD');
    expect(abbreviateLadder({ ...ladder, cap_usd: decimal('1250000000') })).toBe('1-click ≤1.25bn USD');
    expect(abbreviateLadder({ ...ladder, cap_usd: decimal('500') })).toBe('1-click ≤500 USD');
    expect(abbreviateLadder({ ...ladder, cap_usd: decimal('1234567') })).toBe('1-click ≤1,234,567 USD');
    expect(describeLadder(ladder)).toBe('One click ≤ 50,000 USD');
  });

  it('says why a press is not enough, with both numbers', () => {
    const demand = { press: 'confirmed', why: 'above_cap', notionalUsd: decimal('60000') } as const;
    expect(describeDemand(demand, ladder)).toBe(
      'Worth 60,000 USD, more than one click may trade. Confirm it: the cap of 50,000 USD applies.',
    );
    expect(describeDemand({ ...demand, why: null }, ladder)).toBeNull();
  });
});

describe('a label in use', () => {
  const check = {
    issues: [issue('error', 'label', 'label_in_use', { label: 'hedge' })],
    forecast: null,
    request: null,
  };

  it('is told to the trader who typed it, and not of the order on its way or of a label that was replaced', () => {
    expect(dropOwnLabel(check, 'hedge', null)).toBe(check);
    expect(dropOwnLabel(check, 'hedge', 'hedge')?.issues).toEqual([]);
    expect(dropOwnLabel(check, 'hedge-2', null)?.issues).toEqual([]);
  });
});

it.each([
  ['1000000', '= 1,000,000'],
  ['1m', '= 1,000,000'],
  [' 250k ', '= 250,000'],
  ['1000000.5', '= 1,000,000.5'],
  ['500', ''],
  ['0.5', ''],
  ['', ''],
  ['1,000', ''],
  ['much', ''],
])('a limit typed as “%s” is shown once more as “%s”', (text, echo) => {
  expect(echoNumber(text)).toBe(echo);
});
