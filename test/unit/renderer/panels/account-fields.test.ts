import { describe, expect, it } from 'vitest';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { describeFunds, describeMargins, describeRisk } from '../../../../renderer/features/account/account-fields.ts';

const SUMMARY = currencySummarySchema.parse({
  currency: 'BTC',
  equity: 12.40812,
  available_funds: 9.881,
  margin_balance: 12.3702,
  initial_margin: 2.5271,
  maintenance_margin: 1.625,
  session_upl: 0.0337,
  session_rpl: -0.05,
  options_theta: 186.2,
});

describe('the account in words', () => {
  it('writes money with the places and the name of its currency', () => {
    expect(describeFunds(SUMMARY).map((field) => field.text)).toEqual(['≈12.4081 BTC', '9.8810 BTC']);
    const dollars = currencySummarySchema.parse({ currency: 'USDC', equity: 1020.3 });
    expect(describeFunds(dollars).map((field) => field.text)).toEqual(['1,020.30 USDC', '–']);
  });

  it('counts what is smaller than its places, and the delta of a dollar account in dollars', () => {
    const dollars = currencySummarySchema.parse({ currency: 'USDC', equity: 0.00048209, delta_total: -1.95833 });
    expect(describeFunds(dollars)[0]?.text).toBe('≈0.0004821 USDC');
    expect(describeRisk(dollars)[0]).toMatchObject({ name: 'Delta total', text: '≈−1.9583 USDC' });
    expect(describeFunds(currencySummarySchema.parse({ currency: 'BUIDL', equity: 5 }))[0]?.text).toBe('5.00 BUIDL');
  });

  it('gives margins as parts of the margin balance', () => {
    expect(describeMargins(SUMMARY).map((margin) => margin.text)).toEqual(['20.4 %', '13.1 %']);
  });

  it('does not divide by a balance that is not there', () => {
    const empty = currencySummarySchema.parse({ currency: 'ETH', margin_balance: 0, initial_margin: 0 });
    expect(describeMargins(empty).map((margin) => margin.text)).toEqual(['0.0 %', '–']);
    const over = currencySummarySchema.parse({ currency: 'ETH', margin_balance: -1, initial_margin: 2 });
    expect(describeMargins(over)[0]).toMatchObject({ fraction: 1, text: 'over the margin balance' });
  });

  it('adds up the session exactly, and shows what is missing as missing', () => {
    const texts = Object.fromEntries(describeRisk(SUMMARY).map((field) => [field.name, field]));
    expect(texts['Session P&L']).toMatchObject({ text: '−0.0163 BTC', tone: 'loss' });
    expect(texts['Theta']).toMatchObject({ text: '+186.2 USD / day', tone: 'gain' });
    expect(texts['Vega']).toMatchObject({ text: '–', tone: 'plain' });
  });
});
