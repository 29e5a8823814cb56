import { describe, expect, it } from 'vitest';
import {
  FORECAST_STEP_CODES,
  FORECAST_STEP_PARAMS,
  type ForecastStepCode,
} from '../../../../shared/orders/forecast-schema.ts';
import { ISSUE_CODES, ISSUE_PARAMS } from '../../../../shared/orders/issue.ts';
import { describeStep } from '../../../../renderer/features/sell-ticket/forecast-text.ts';
import { describeFix, describeIssue } from '../../../../renderer/features/sell-ticket/issue-text.ts';
import { describeTerms, readValidForMs } from '../../../../renderer/features/sell-ticket/press-text.ts';

/** A value per param that can be found again in a sentence. */
function markParams(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `<${name}>`]));
}

function sentence(code: ForecastStepCode, params: Record<string, string>, places = 0): string {
  return describeStep({ code, params }, places)
    .map((piece) => piece.text)
    .join('');
}

describe('issues in words', () => {
  it.each(ISSUE_CODES)('%s has a whole sentence that uses its params', (code) => {
    const names = ISSUE_PARAMS[code];
    const text = describeIssue({ code, params: markParams(names) });
    expect(text).toMatch(/^[A-Z“<].*[.]$/);
    expect(text).not.toContain('undefined');
    // Codes that say it all without the param that main attaches.
    const silent: readonly string[] = ['post_only_needs_gtc', 'post_only_needs_limit'];
    if (!silent.includes(code)) for (const name of names) expect(text).toContain(`<${name}>`);
  });

  it('explains why selling is not ready, and shows a reason it does not know', () => {
    const say = (reason: string) => describeIssue({ code: 'trading_not_ready', params: { reason } });
    expect(say('no_credentials')).toBe('This profile has no key: prices only.');
    expect(say('something new')).toContain('something new');
  });

  it('writes numbers of a fix as the screen does, and labels as they are', () => {
    expect(describeFix({ field: 'amount', value: '50010' })).toBe('50,010');
    expect(describeFix({ field: 'label', value: '1000' })).toBe('1000');
  });
});

describe('the forecast in words', () => {
  it.each(FORECAST_STEP_CODES)('%s has a whole sentence without holes', (code) => {
    const text = sentence(code, markParams(FORECAST_STEP_PARAMS[code]));
    expect(text).toMatch(/^[A-Z<].*[.]$/);
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  it('writes prices with the places of the instrument and other numbers as they are', () => {
    const params = { from: '97405', to: '97410.5', best_bid: '97410' };
    expect(sentence('post_only_moves_price', params, 1)).toBe(
      '97,405.0 would trade with the bid at 97,410.0. Post only moves it to 97,410.5.',
    );
    expect(sentence('rests', { price: '97410.5', amount: '50000', unit: 'USD' }, 1)).toBe(
      'Rests on the book: 50,000 USD at 97,410.5.',
    );
  });

  it('calls a negative fee a rebate', () => {
    expect(sentence('fee_maker', { fee: '-0.0001', currency: 'BTC' })).toBe('Maker rebate about 0.0001 BTC.');
    expect(sentence('fee_taker', { fee: '0.0002', currency: 'BTC' })).toBe('Taker fee about 0.0002 BTC.');
  });

  it('writes the sign of a delta', () => {
    expect(sentence('delta_after_fill', { delta: '0.5', currency: 'BTC' })).toContain('+0.5 BTC');
    expect(sentence('delta_after_fill', { delta: '-0.5', currency: 'BTC' })).toContain('−0.5 BTC');
  });
});

describe('the small print', () => {
  const check = { issues: [], forecast: null, request: JSON.stringify({ valid_until: 105_002 }) };

  it('counts to the deadline by the service clock', () => {
    expect(readValidForMs(check, 2, 100_000)).toBe(5000);
    expect(readValidForMs(check, null, 100_000)).toBeNull();
    expect(readValidForMs({ ...check, request: null }, 2, 100_000)).toBeNull();
    expect(readValidForMs(check, 2, 200_000)).toBeNull();
  });

  it('names the label or says that one will be made', () => {
    expect(describeTerms('hedge-nov', 5000)).toBe('Valid for 5 s · label hedge-nov');
    expect(describeTerms('', null)).toBe('label made when sent');
  });
});
