import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, isPositive } from '../../../shared/decimal.ts';
import {
  isInScope,
  pickPreset,
  type Preset,
  presetAmount,
  presetListSchema,
  presetSchema,
  type PresetScope,
  presetScopeSchema,
  priceByRule,
  putPreset,
  removePreset,
  scopeKey,
} from '../../../shared/orders/presets.ts';
import { SIDES } from '../../../shared/orders/side.ts';
import { isOnTick } from '../../../shared/orders/tick.ts';
import { perpetual, perpetualTicker } from '../../support/records/records.ts';

const NAMES = ['BTC-PERPETUAL', 'ETH-PERPETUAL'] as const;
const CURRENCIES = ['BTC', 'ETH'] as const;
const KINDS = ['future', 'option'] as const;

const orNull = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);
const scopes: fc.Arbitrary<PresetScope> = fc
  .record(
    {
      instrument_name: orNull(NAMES),
      currency: orNull(CURRENCIES),
      kind: orNull(KINDS),
      direction: fc.constantFrom('buy', 'sell'),
    },
    { requiredKeys: ['instrument_name', 'currency', 'kind'] },
  )
  .filter((scope) => presetScopeSchema.safeParse(scope).success);
const lists: fc.Arbitrary<Preset[]> = fc
  .uniqueArray(scopes, { selector: scopeKey, maxLength: 10 })
  .map((unique) => unique.map((scope) => ({ scope, values: { post_only: true } })));
const described = fc.record({
  instrument_name: fc.constantFrom(...NAMES),
  base_currency: fc.constantFrom(...CURRENCIES),
  kind: fc.constantFrom(...KINDS),
});

/** How a trader would rank them: by name, else by currency, else by kind. */
function rank({ instrument_name, currency, kind }: PresetScope): readonly number[] {
  return [Number(instrument_name !== null), Number(currency !== null), Number(kind !== null)];
}

describe('the preset in force', () => {
  it('is for the instrument, and none for it is more specific, in whatever order they are kept', () => {
    fc.assert(
      fc.property(lists, described, fc.constantFrom(...SIDES), (presets, instrument, side) => {
        const found = pickPreset(presets, instrument, side);
        const fitting = presets.filter(({ scope }) => isInScope(scope, instrument, side));
        expect(found === null).toBe(fitting.length === 0);
        expect(pickPreset(presets.toReversed(), instrument, side)).toEqual(found);
        if (found === null) return;
        expect(fitting).toContain(found);
        for (const other of fitting) {
          expect(rank(found.scope).join('') >= rank(other.scope).join('')).toBe(true);
        }
      }),
    );
  });

  it.each([
    [{ instrument_name: 'BTC-PERPETUAL', currency: null, kind: null }],
    [{ instrument_name: null, currency: 'BTC', kind: 'future' }],
    [{ instrument_name: null, currency: 'BTC', kind: null }],
    [{ instrument_name: null, currency: null, kind: 'future' }],
  ] as const)('%j is for the perpetual, and for no option of another currency', (scope) => {
    expect(isInScope(scope, perpetual(), 'sell')).toBe(true);
    const other = { instrument_name: 'ETH-1', base_currency: 'ETH', kind: 'option' } as const;
    expect(isInScope(scope, other, 'sell')).toBe(false);
    // Versions that only sold kept no side.
    expect(isInScope(scope, perpetual(), 'buy')).toBe(false);
    expect(isInScope({ ...scope, direction: 'buy' }, perpetual(), 'buy')).toBe(true);
    expect(scopeKey({ ...scope, direction: 'sell' })).toBe(scopeKey(scope));
    expect(scopeKey({ ...scope, direction: 'buy' })).not.toBe(scopeKey(scope));
  });
});

describe('a list of presets', () => {
  it('keeps one for each scope, whatever is put in', () => {
    fc.assert(
      fc.property(lists, scopes, (presets, scope) => {
        const put = putPreset(presets, { scope, values: { mmp: true } });
        expect(presetListSchema.safeParse(put).success).toBe(true);
        expect(put.find((each) => scopeKey(each.scope) === scopeKey(scope))?.values).toEqual({ mmp: true });
        expect(removePreset(put, scope)).toEqual(removePreset(presets, scope));
      }),
    );
  });

  it('with two for one scope is refused', () => {
    const preset = { scope: { instrument_name: 'A', currency: null, kind: null }, values: { mmp: true } };
    expect(presetListSchema.safeParse([preset, preset]).error?.issues[0]?.message).toBe(
      'has two presets for the same scope',
    );
  });
});

describe('what a preset may hold', () => {
  const scope = { instrument_name: 'BTC-PERPETUAL', currency: null, kind: null };
  it.each([
    ['a price', { price: '97000' }],
    ['an instrument', { instrument_name: 'BTC-PERPETUAL' }],
    ['a label', { label: 'x' }],
    ['nothing', {}],
    ['an amount of zero', { amount: { value: '0', unit: 'USD' } }],
    ['an amount without a unit', { amount: { value: '10' } }],
    ['a rule by another price', { price_rule: { reference: 'last', ticks: 1 } }],
    ['a rule of half a tick', { price_rule: { reference: 'bid', ticks: 0.5 } }],
    ['an hour to take it', { valid_for_ms: 3_600_000 }],
  ])('is not %s', (_name, values) => {
    expect(presetSchema.safeParse({ scope, values }).success).toBe(false);
  });

  it.each([
    [{ instrument_name: null, currency: null, kind: null }],
    [{ instrument_name: 'A', currency: 'BTC', kind: null }],
    [{ instrument_name: null, currency: null, kind: 'bond' }],
  ])('is not for %j', (bad) => {
    expect(presetSchema.safeParse({ scope: bad, values: { mmp: true } }).success).toBe(false);
  });
});

describe('an amount', () => {
  it('counts only in the unit it was saved in', () => {
    const values = { amount: { value: decimal('10000'), unit: 'USD' } };
    expect(presetAmount(values, perpetual())).toBe('10000');
    expect(presetAmount(values, perpetual({ instrument_type: 'linear' }))).toBeNull();
    expect(presetAmount({}, perpetual())).toBeNull();
  });
});

describe('a price by rule', () => {
  it('is on the grid, above zero, and as many ticks away as it says', () => {
    const instrument = perpetual();
    fc.assert(
      fc.property(
        fc.constantFrom('bid' as const, 'ask' as const, 'mark' as const),
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 1_000_000, max: 9_000_000 }),
        (reference, ticks, cents) => {
          const at = decimal(cents / 100);
          const ticker = perpetualTicker({ best_bid_price: at, best_ask_price: at, mark_price: at });
          const price = priceByRule({ reference, ticks }, instrument, ticker);
          expect(price).not.toBeNull();
          if (price === null) return;
          expect(isPositive(price)).toBe(true);
          expect(isOnTick(instrument, price)).toBe(true);
          const start = Math.ceil(cents / 50) * 0.5;
          expect(Number(price)).toBe(start + ticks * 0.5);
        },
      ),
    );
  });

  it('is none where the market has no such price', () => {
    const ticker = perpetualTicker({ best_bid_price: null, best_bid_amount: decimal(0) });
    expect(priceByRule({ reference: 'bid', ticks: 1 }, perpetual(), ticker)).toBeNull();
  });
});
