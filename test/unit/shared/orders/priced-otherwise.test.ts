import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type DecimalString, multiply } from '../../../../shared/decimal.ts';
import { convertPrice } from '../../../../shared/options/price-forms.ts';
import { checkSell } from '../../../../shared/orders/rules.ts';
import type { SellDraft } from '../../../../shared/orders/draft.ts';
import { option, optionTicker, sellDraft, sellFacts } from '../../../support/records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const INSTRUMENT = option();
const TICKER = optionTicker({ mark_iv: 54, underlying_price: 99_000, min_price: 0.02, max_price: 0.25 });
const FACTS = sellFacts({ instrument: INSTRUMENT, ticker: TICKER, serviceNowMs: NOW_MS });
const DRAFT = { instrument_name: INSTRUMENT.instrument_name, amount: '1' };

/** What is found against a price, with what it says; a fix is of the form that the price was typed in. */
function findings(draft: Partial<SellDraft>, facts = FACTS): string[] {
  return checkSell(sellDraft({ ...DRAFT, ...draft }), facts)
    .filter(({ field }) => field === 'price')
    .map(({ severity, code, params }) => JSON.stringify([severity, code, params]));
}

const codesOf = (draft: Partial<SellDraft>, facts = FACTS): string[] =>
  checkSell(sellDraft({ ...DRAFT, ...draft }), facts).map(
    ({ severity, code, params }) => `${severity} ${code}${params['guard'] === undefined ? '' : ` ${params['guard']}`}`,
  );

describe('an option priced in USD', () => {
  it('is held to the same band and limits as the price in coin that it comes to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (ticks) => {
        const coin = multiply(decimal(ticks), '0.0005' as DecimalString);
        const forms = convertPrice(coin, null, INSTRUMENT, TICKER, NOW_MS);
        const usd = forms?.usd ?? '';
        expect(findings({ price: usd, advanced: 'usd' })).toEqual(findings({ price: coin }));
      }),
    );
  });

  it.each([
    ['1', ['warning price_below_band', 'warning price_far', 'warning volatility_far']],
    ['5000', ['warning price_far', 'warning volatility_far']],
    ['7300', []],
    ['90000', ['warning price_above_band', 'warning price_far', 'warning volatility_far']],
  ])('at %s USD', (price, found) => {
    expect(codesOf({ price, advanced: 'usd' })).toEqual(found);
  });

  it('offers no price in coin as a fix', () => {
    const issues = checkSell(sellDraft({ ...DRAFT, price: '1', advanced: 'usd' }), FACTS);
    expect(issues.flatMap(({ fixes }) => fixes ?? [])).toEqual([]);
  });

  it('asks where what it comes to is not known', () => {
    const facts = { ...FACTS, ticker: optionTicker({ underlying_price: null }) };
    expect(codesOf({ price: '7300', advanced: 'usd' }, facts)).toEqual(['warning guard_unjudged conversion']);
  });
});

it('a volatility that comes to less than the band begins with is raised to it, which is told', () => {
  expect(codesOf({ price: '1', advanced: 'implv' })).toEqual(['warning price_below_band', 'warning volatility_far']);
});

it('a price in coin that no volatility gives asks, whatever the distance', () => {
  const deep = { ...FACTS, ticker: optionTicker({ mark_iv: 54, underlying_price: 180_000, mark_price: 0.46 }) };
  expect(codesOf({ price: '0.43' }, deep)).toEqual([
    'warning price_above_band',
    'warning guard_unjudged volatility_below',
  ]);
});
