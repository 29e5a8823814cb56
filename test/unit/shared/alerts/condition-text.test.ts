import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { CONDITION_EXAMPLES, parseCondition, writeCondition } from '../../../../shared/alerts/condition-text.ts';
import { ACCOUNT_FIGURES, ACCOUNT_MAPS, TICKER_FIGURES } from '../../../../shared/alerts/fields.ts';
import { alertConditionSchema, type AlertCondition } from '../../../../shared/alerts/rule.ts';

const limit = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 4 }));

/** Any condition that can be written. */
const conditions: fc.Arbitrary<AlertCondition> = fc
  .record({ isAccount: fc.boolean(), isShare: fc.boolean(), is_absolute: fc.boolean(), isAbove: fc.boolean(), limit })
  .chain(({ isAccount, isShare, is_absolute, isAbove, limit: [digits, places] }) => {
    const figures = isAccount ? [...ACCOUNT_FIGURES, ...ACCOUNT_MAPS.map((name) => `${name}.btc_usd`)] : TICKER_FIGURES;
    const source = isAccount
      ? ({ kind: 'account', currency: 'ETH' } as const)
      : ({ kind: 'ticker', instrument_name: 'BTC-27MAR27-100000-C' } as const);
    return fc.tuple(fc.constantFrom(...figures), fc.constantFrom(...figures)).map(([field, other]) => ({
      source,
      field,
      divided_by: isShare ? other : null,
      is_absolute,
      comparison: isAbove ? ('above' as const) : ('below' as const),
      limit: decimal(digits / 10 ** places),
    }));
  });

describe('a condition', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        expect(parseCondition(writeCondition(condition))).toEqual({ ok: true, value: condition });
        expect(alertConditionSchema.safeParse(condition).success).toBe(true);
      }),
    );
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect([true, false]).toContain(parseCondition(text).ok);
      }),
    );
  });

  it.each(CONDITION_EXAMPLES)('reads its own example %s', (text) => {
    expect(parseCondition(text).ok).toBe(true);
  });

  it('keeps the point of a strike as names write it, however it is typed', () => {
    for (const name of ['XRP_USDC-27MAR27-0d625-C', 'xrp_usdc-27mar27-0d625-c']) {
      const result = parseCondition(`${name} mark_price > 0.05`);
      expect(result).toMatchObject({ ok: true, value: { source: { instrument_name: 'XRP_USDC-27MAR27-0d625-C' } } });
    }
  });

  it('knows every number of account and ticker', () => {
    expect(ACCOUNT_FIGURES).toContain('estimated_liquidation_ratio');
    expect(ACCOUNT_MAPS).toContain('delta_total_map');
    expect(TICKER_FIGURES).toEqual(
      expect.arrayContaining(['mark_price', 'greeks.delta', 'stats.volume', 'funding_8h', 'estimated_delivery_price']),
    );
  });

  it.each([
    ['', 'condition', /can’t be read/],
    ['BTC equity', 'condition', /can’t be read/],
    ['BTC |delta_total > 1', 'condition', /can’t be read/],
    ['BTC equities > 1', 'field', /the BTC account has no number “equities”/],
    ['BTC maintenance_margin / balances > 60 %', 'divisor', /no number “balances”/],
    ['BTC-PERPETUAL equity < 1', 'field', /the ticker of BTC-PERPETUAL has no number “equity”/],
    ['BTC equity > ten', 'limit', /“ten” is not a number/],
    ['BTC equity > 1e3', 'limit', /not a number/],
    ['BTC equity > 60 %', 'limit', /no percent/],
    ['BTC maintenance_margin / margin_balance > 0.6', 'limit', /in percent/],
  ])('refuses %s, naming the part, the reason and what is allowed', (text, part, reason) => {
    const result = parseCondition(text);
    expect(result).toMatchObject({ ok: false, error: { part, reason: expect.stringMatching(reason) } });
    if (!result.ok) expect(result.error.allowed).not.toBe('');
  });

  it('takes any currency that the account names, and refuses the others once they are read', () => {
    for (const currency of ['BUIDL', 'MATIC']) {
      expect(parseCondition(`${currency} equity < 1`)).toMatchObject({ ok: true, value: { source: { currency } } });
    }
    expect(parseCondition('MATIC equity < 1', ['BTC', 'MATIC']).ok).toBe(true);
    expect(parseCondition('BTCC equity < 1', ['BTC', 'MATIC'])).toMatchObject({
      error: {
        part: 'source',
        reason: 'the account has no currency “BTCC”',
        allowed: expect.stringMatching(/^BTC, MATIC/),
      },
    });
    expect(parseCondition('ETH-PERPETUAL mark_price < 1', ['BTC']).ok).toBe(true);
  });

  it.each([
    ['BTC-PERPETUAL bid > 90000', 'best_bid_price'],
    ['BTC-PERPETUAL ASK < 90000', 'best_ask_price'],
    ['BTC-PERPETUAL mark < 90000', 'mark_price'],
    ['BTC-27MAR27-100000-C iv > 60', 'mark_iv'],
    ['BTC-27MAR27-100000-C |delta| > 0.5', 'greeks.delta'],
    ['BTC-PERPETUAL volume > 5', 'stats.volume'],
  ])('reads the trader’s word for a figure in %s', (text, field) => {
    expect(parseCondition(text)).toMatchObject({ ok: true, value: { field } });
  });

  it('offers the figures alone that an instrument of its kind has', () => {
    const allowed = (text: string) => {
      const result = parseCondition(text);
      return result.ok ? [] : result.error.allowed.split(', ');
    };
    expect(allowed('BTC-PERPETUAL my_mark > 1')).toEqual(['mark_price']);
    expect(allowed('BTC-27MAR27-100000-C my_mark > 1')).toEqual(['mark_price', 'mark_iv']);
    expect(allowed('BTC-PERPETUAL fundings > 1')).toContain('funding_8h');
    expect(allowed('BTC-27MAR27 x > 1')).not.toContain('funding_8h');
  });

  it('offers the figures that are spelled like the wrong one first', () => {
    const result = parseCondition('BTC margin_balances > 1');
    expect(result).toMatchObject({ ok: false, error: { allowed: expect.stringContaining('margin_balance') } });
  });
});
