import { describe, expect, it } from 'vitest';
import {
  FORECAST_STEP_CODES,
  FORECAST_STEP_PARAMS,
  type ForecastStepCode,
} from '../../../../shared/orders/forecast/forecast-schema.ts';
import { secondsSince } from '../../../../shared/orders/rules/seconds.ts';
import { issue, ISSUE_CODES, ISSUE_PARAMS } from '../../../../shared/orders/issue.ts';
import { describeStep } from '../../../../renderer/features/order-ticket/forecast/forecast-text.ts';
import {
  describeFix,
  describeIssue,
  describeIssueElsewhere,
} from '../../../../renderer/features/order-ticket/issues/issue-text.ts';
import { describeTerms, readValidForMs } from '../../../../renderer/features/order-ticket/press/press-text.ts';

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
    expect(text).not.toMatch(/undefined|\{/);
    // Codes that say it all without the param that main attaches.
    const silent: readonly string[] = ['post_only_needs_price'];
    if (silent.includes(code)) return;
    // A link's kind starts its sentence, with a capital. Grade and extent name the warning, so that acceptance covers
    // nothing worse.
    for (const name of names.filter((known) => known !== 'grade' && known !== 'extent'))
      expect(text.toLowerCase().replaceAll(' ', '_')).toContain(`<${name}>`);
  });

  it('explains why selling is not ready, and shows a reason it does not know', () => {
    const say = (reason: string) => describeIssue({ code: 'trading_not_ready', params: { reason } });
    expect(say('no_credentials')).toBe('This profile has no key: prices only.');
    expect(say('something new')).toContain('something new');
  });

  it('names the limit under which no order credit ever comes back, and how many do under any other', () => {
    const say = (rate: string, burst: string) => describeIssue({ code: 'no_order_credits', params: { rate, burst } });
    for (const [rate, burst] of [
      ['0', '0'],
      ['0', '5'],
      ['5', '0'],
    ] as const) {
      expect(say(rate, burst)).toContain(
        `${rate} orders a second with a burst of ${burst}. No credit comes back until`,
      );
    }
    expect(say('0.5', '5')).toBe('No order credit is left now. 0.5 a second come back, up to 5.');
  });

  it('names no age of an equal sell where the service’s clock was set back since', () => {
    const say = (ageMs: number, side = 'sell') =>
      describeIssue({ code: 'duplicate_order', params: { side, label: 'sd-0', seconds: secondsSince(ageMs) } });
    expect(say(-600_000)).toBe('You sent the same sell before, at an unknown time (label sd-0).');
    expect(say(-3)).toBe('You sent the same sell 0.0 s ago (label sd-0).');
    expect(say(-3, 'buy')).toBe('You sent the same buy 0.0 s ago (label sd-0).');
  });

  it('says that the trader stopped trading, and where to allow it', () => {
    const text = describeIssue({ code: 'trading_not_ready', params: { reason: 'stopped_by_trader' } });
    expect(text).toBe('Trading is stopped. Press “Allow again” in the header.');
  });

  it.each([
    ['sell', 'best bid', 'sells at lower bids'],
    ['buy', 'best ask', 'buys at higher asks'],
  ])('says of a %s at market what it trades at first', (side, touch, rest) => {
    const far = { reference: 'mark', percent: '99.9', reference_price: '0.0751', limit_percent: '30' };
    expect(describeIssue({ code: 'touch_far', params: { side, touch: '0.0001', ...far } })).toBe(
      `At market it first trades at the ${touch} of 0.0001. That is 99.9 % from the mark of 0.0751 (limit 30 %).`,
    );
    const beyond = { side, touch: '0.0745', visible: '12', unit: 'BTC' };
    expect(describeIssue({ code: 'amount_beyond_touch', params: beyond })).toBe(
      `More than the 12 BTC at the ${touch} of 0.0745. The rest ${rest}, not shown.`,
    );
    const larger = { parent_side: 'sell', side, amount: '10000', unit: 'USD' };
    expect(describeIssue({ code: 'linked_larger_than_order', params: larger })).toBe(
      `It ${side}s more than the sell’s 10,000 USD.`,
    );
  });

  it('names the linked order that an issue belongs to, away from its field', () => {
    const found = issue('error', 'amount', 'amount_missing', { unit: 'USD' });
    expect(describeIssueElsewhere(found)).toBe('Enter an amount in USD.');
    expect(describeIssueElsewhere({ ...found, child: 1 })).toBe('Linked order 2: enter an amount in USD.');
  });

  it('names what is watched and how a price is given', () => {
    const watched = { trigger: 'mark_price', watched_price: '97411.2', side: 'below' };
    expect(describeIssue({ code: 'trigger_fires_at_once', params: watched })).toBe(
      'Fires at once: the mark price is 97,411.2, already below the trigger.',
    );
    expect(describeIssue({ code: 'advanced_needs_option', params: { advanced: 'implv' } })).toContain('by volatility');
    const count = { linked_order_type: 'one_triggers_other', least: '1', most: '2' };
    expect(describeIssue({ code: 'linked_needs_children', params: count })).toBe(
      'One triggers other needs 1 to 2 linked orders.',
    );
  });

  it('says of a post-only stop where its price goes, by its side, or that it is rejected', () => {
    const say = (side: string, best: string) => describeIssue({ code: 'post_only_on_stop', params: { side, best } });
    expect(say('above', 'bid')).toBe(
      'If it would trade as it fires, post only moves it just above the bid. The market may leave it behind.',
    );
    expect(say('below', 'ask')).toContain('just below the ask');
    expect(describeIssue({ code: 'reject_on_stop', params: {} })).toContain('the service rejects it');
  });

  it('says what a linked order that trades at once does to the sell, by the fill that counts', () => {
    const say = (condition: string) =>
      describeIssue({ code: 'partner_trades_at_once', params: { parent_side: 'sell', touch: '97410.5', condition } });
    expect(say('first_hit')).toBe('Trades at once, at 97,410.5: its first fill cancels the sell.');
    expect(say('complete_fill')).toBe('Trades at once, at 97,410.5: filled whole, it cancels the sell.');
    expect(say('incremental')).toBe('Trades at once, at 97,410.5: each of its fills cuts the sell.');
  });

  it('writes numbers of a fix as the screen does, and labels as they are', () => {
    const offStep = { code: 'amount_off_step' } as const;
    expect(describeFix({ field: 'amount', value: '50010' }, offStep)).toBe('50,010');
    expect(describeFix({ field: 'amount', value: '50010' }, { code: 'amount_not_decimal' })).toBe('50010');
    expect(describeFix({ field: 'label', value: '1000' }, { code: 'label_in_use' })).toBe('1000');
    expect(describeFix({ field: 'display_amount', value: '' }, offStep)).toBe('no iceberg');
    expect(describeFix({ field: 'label', value: '' }, offStep)).toBe('a label made when sent');
    expect(describeFix({ field: 'post_only', value: 'false' }, { code: 'post_only_on_stop' })).toBe('no post only');
  });
});

const HELD = { currency: 'BTC', total_currency: 'BTC', index: 'btc_usd' };

describe('the forecast in words', () => {
  it.each(FORECAST_STEP_CODES)('%s has a whole sentence without holes', (code) => {
    const text = sentence(code, markParams(FORECAST_STEP_PARAMS[code]));
    expect(text).toMatch(/^[A-Z<].*[.]$/);
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  it('names what is left to its default', () => {
    expect(sentence('defaults', { fields: 'mmp trigger_fill_condition' })).toBe(
      'By default: no MMP, the first fill counts.',
    );
    expect(sentence('defaults', { fields: 'trigger_fill_condition' })).toBe('By default: the first fill counts.');
  });

  it('writes prices with the places of the instrument and other numbers as they are', () => {
    const params = { from: '97405', to: '97410.5', touch: '97410' };
    expect(sentence('post_only_moves_price', params, 1)).toBe(
      '97,405.0 would trade with the bid at 97,410.0. Post only moves it to 97,410.5.',
    );
    expect(sentence('rests', { price: '97410.5', amount: '50000', unit: 'USD' }, 1)).toBe(
      'Rests on the book: 50,000 USD at 97,410.5.',
    );
  });

  it.each<[ForecastStepCode, Record<string, string>, string]>([
    // The contract says the one, the service's own news of futures the other.
    [
      'clamped_to_band',
      { from: '90000', to: '95948' },
      '90,000.0 is below the band. The engine raises it to 95,948.0 or rejects it.',
    ],
    ['partner_trades', { touch: '97410' }, 'The linked order trades at once at 97,410.0. That cancels this one.'],
    [
      'partner_may_trade',
      { touch: '97410', condition: 'incremental' },
      'The linked order may trade at once at 97,410.0: each fill cuts, in proportion, what is left of this one.',
    ],
    ['partner_moved', { from: '97000', to: '97410.5' }, 'Post only moves the linked order from 97,000.0 to 97,410.5.'],
    [
      'waits_for_trigger',
      { trigger: 'mark_price', trigger_price: '97000', fires: 'below', watched_price: '97411.2' },
      'Waits until mark is at or below 97,000.0; now 97,411.2.',
    ],
    [
      'waits_for_trigger',
      { trigger: 'last_price', trigger_price: '97000', fires: 'above', watched_price: '' },
      'Waits until last is at or above 97,000.0.',
    ],
    [
      'follows_peak',
      { trigger: 'index_price', offset: '500', fires_at: '96912.5' },
      'Follows the index up and fires when it falls 500 from its peak: at 96,912.50 if it fell now.',
    ],
    ['priced_by_volatility', { percent: '54', price: '0.0745' }, 'A volatility of 54 % comes to 0.0745 now.'],
    ['priced_by_usd', { usd: '7250', price: '0.0745' }, '7,250 USD come to 0.0745 now.'],
    [
      'iceberg',
      { display: '1000', slices: '50', refreshes: '49', last: '1000', unit: 'USD' },
      'Shows 1,000 USD at a time: 50 slices, refreshed 49 times, the last of 1,000 USD.',
    ],
    [
      'iceberg',
      { display: '49990', slices: '2', refreshes: '1', last: '10', unit: 'USD' },
      'Shows 49,990 USD at a time: 2 slices, refreshed once, the last of 10 USD.',
    ],
    [
      'iceberg',
      { display: '1000', slices: '1', refreshes: '0', last: '1000', unit: 'USD' },
      'Shows all of it: 1,000 USD.',
    ],
    [
      'iceberg_rest',
      { display: '1000', slices: '16', unit: 'USD' },
      'Shows 1,000 USD of what rests at a time, in 16 slices at most.',
    ],
    ['iceberg_rest', { display: '20000', slices: '1', unit: 'USD' }, 'What rests is shown whole.'],
    [
      'fee_shown',
      { fee: '0.00000154', display: '1000', unit: 'USD', currency: 'BTC' },
      'Maker fee of the 1,000 USD shown about 0.00000154 BTC.',
    ],
    ['triggers_other', { children: '1', condition: 'first_hit' }, 'After its first fill it places 1 linked order.'],
    [
      'triggers_pair',
      { children: '2', condition: 'complete_fill' },
      'After its complete fill it places 2 linked orders. Only a complete fill of one cancels the other. Until then both may fill.',
    ],
    [
      'triggers_pair',
      { children: '2', condition: 'first_hit' },
      'After its first fill it places 2 linked orders. The first fill of one cancels the other.',
    ],
    [
      'cancels_other',
      { children: '1', condition: 'first_hit' },
      'The linked order is placed at once with this one. The first fill of either cancels the other.',
    ],
    [
      'cancels_other',
      { children: '1', condition: 'incremental' },
      'The linked order is placed at once with this one. Each fill of either cuts, in proportion, the other.',
    ],
    ['notional', { usd: '50000', coins: '0.51', currency: 'BTC' }, 'Worth 50,000 USD, 0.51 BTC.'],
    ['underlying', { usd: '14514.36', coins: '4', currency: 'ETH' }, 'Worth (underlying) 14,514.36 USD, 4 ETH.'],
    ['premium', { premium: '0.122', currency: 'ETH', usd: '443.21' }, 'Premium 0.122 ETH (443.21 USD).'],
    ['premium', { premium: '443.21', currency: 'USDC', usd: '' }, 'Premium 443.21 USDC.'],
    ['premium_paid', { premium: '0.189', currency: 'BTC', usd: '18410.97' }, 'You pay 0.189 BTC (18,410.97 USD).'],
    ['premium_paid', { premium: '25', currency: 'USDC', usd: '' }, 'You pay 25 USDC.'],
    [
      'delta_net_of_premium',
      { delta: '-1.05', net_delta: '-0.9', currency: 'BTC' },
      'Delta when filled −1.05 BTC, −0.9 net of the premium, at the present mark.',
    ],
    ['delta_after_fill', { delta: '-0.5', currency: 'BTC' }, 'Delta when filled −0.5 BTC at the present mark.'],
    [
      'account_delta',
      { ...HELD, before: '1.5', after: '0.48', total_before: '1.25', total_after: '0.35' },
      'Delta total +1.25 → +0.35 BTC; Black-Scholes of btc_usd +1.5 → +0.48 BTC.',
    ],
    [
      'account_delta',
      { ...HELD, before: '0.1', after: '-0.51329169', total_before: '0.1', total_after: '-0.51329169' },
      'Delta total +0.1 → ≈−0.5133 BTC.',
    ],
    [
      'account_delta',
      { ...HELD, before: '0', after: '-1', total_before: '0', total_after: '-98000', total_currency: 'USDC' },
      'Delta total 0 → −98,000 USDC; Black-Scholes of btc_usd 0 → −1 BTC.',
    ],
    [
      'account_delta',
      { ...HELD, before: '', after: '', total_before: '1', total_after: '0.5' },
      'Delta total +1 → +0.5 BTC.',
    ],
    [
      'account_delta',
      { ...HELD, before: '2', after: '1.5', total_before: '', total_after: '' },
      'Black-Scholes of btc_usd +2 → +1.5 BTC.',
    ],
  ])('%s reads as a trader would say it', (code, params, expected) => {
    expect(sentence(code, params, 1)).toBe(expected);
  });

  it('calls a negative fee a rebate', () => {
    expect(sentence('fee_maker', { fee: '-0.0001', currency: 'BTC' })).toBe('Maker rebate about 0.0001 BTC.');
    expect(sentence('fee_taker', { fee: '0.0002', currency: 'BTC' })).toBe('Taker fee about 0.0002 BTC.');
    const ways = { maker: '-0.0001', taker: '', block: '0.0003', minimum: '200000', unit: 'USD', currency: 'BTC' };
    expect(sentence('fee_elsewhere', ways)).toBe(
      'As a maker rebate 0.0001, as a block from 200,000 USD fee 0.0003 BTC.',
    );
    const taker = { ...ways, maker: '', taker: '0.0002', block: '', minimum: '' };
    expect(sentence('fee_elsewhere', taker)).toBe('As a taker fee 0.0002 BTC.');
  });

  it('writes the sign of a delta', () => {
    expect(sentence('delta_after_fill', { delta: '0.5', currency: 'BTC' })).toContain('+0.5 BTC');
    expect(sentence('delta_after_fill', { delta: '-0.5', currency: 'BTC' })).toContain('−0.5 BTC');
  });
});

describe('the small print', () => {
  const check = { issues: [], forecast: null, request: JSON.stringify({ valid_until: 105_002 }) };

  it('counts to the deadline by the service clock', () => {
    expect(readValidForMs(check, 100_002)).toBe(5000);
    expect(readValidForMs(check, null)).toBeNull();
    expect(readValidForMs({ ...check, request: null }, 100_002)).toBeNull();
    expect(readValidForMs(check, 200_002)).toBeNull();
  });

  it('names the label or says that one will be made', () => {
    expect(describeTerms({ instrument_name: 'BTC-PERPETUAL', label: 'hedge-nov', valid_for_ms: 5000 }, 5003)).toBe(
      'BTC-PERPETUAL · valid for 5 s · label hedge-nov',
    );
    expect(describeTerms({ instrument_name: 'BTC-PERPETUAL', label: '', valid_for_ms: 5000 }, null)).toBe(
      'BTC-PERPETUAL · label made when sent',
    );
  });
});

/** Sentences that speak of the other side on purpose: of what meets the order, or of its own place. */
const OF_THE_OTHER: readonly string[] = ['partner_meets_order', 'rests_beyond_band'];
const SELLING = /\b(?:sells?|sold|sale|bids?|peak)\b/i;

describe.each([
  ['buy', SELLING],
  ['sell', /\b(?:buys?|bought|purchase|asks?|lowest)\b/i],
] as const)('of an order to %s', (side, others) => {
  const ofSide = FORECAST_STEP_CODES.filter((code) =>
    FORECAST_STEP_PARAMS[code].some((name: string) => name === 'side'),
  );
  it.each(ofSide)('%s speaks of its side', (code) => {
    const said = sentence(code, { ...markParams(FORECAST_STEP_PARAMS[code]), side, trigger: 'mark_price' });
    expect(said).not.toContain('undefined');
    if (!OF_THE_OTHER.includes(code)) expect(said).not.toMatch(others);
  });

  it.each(ISSUE_CODES.filter((code) => ISSUE_PARAMS[code].some((name: string) => name === 'parent_side')))(
    '%s speaks of the side of the order that it is linked to',
    (code) => {
      const said = describeIssue({ code, params: { ...markParams(ISSUE_PARAMS[code]), parent_side: side } });
      expect(said).toContain(`the ${side}`);
    },
  );
});

describe('own orders in words', () => {
  const ONE = { own_price: '97410', own_last: '97410', own_amount: '20000', own_count: '1', unit: 'USD' };
  const THREE = { ...ONE, own_last: '97400.5', own_count: '3' };

  it('names one, or how many from where down to where', () => {
    const told = (params: Record<string, string>) => sentence('meets_own_order', { ...params, mode: 'cancel_maker' });
    expect(told(ONE)).toBe('It meets your own buy of 20,000 USD at 97,410: the service cancels that buy.');
    expect(told(THREE)).toBe(
      'It meets your 3 own buys of 20,000 USD from 97,410 down to 97,400.5: the service cancels those it meets.',
    );
    expect(told({ ...THREE, own_last: '97410' })).toContain('your 3 own buys of 20,000 USD at 97,410:');
  });

  it('says what the service does only as what may be', () => {
    const may = sentence('may_meet_own_order', { ...ONE, mode: 'reject_taker' });
    expect(may).toBe('It may meet your own buy of 20,000 USD at 97,410. Then the service rejects the whole sell.');
    expect(sentence('fires_into_own_order', { ...ONE, mode: '' })).toBe(
      'When it fires it may meet your own buy of 20,000 USD at 97,410. Then the service rejects it or cancels that buy.',
    );
  });

  it('names sells where a linked order buys', () => {
    const params = { ...ONE, own_side: 'sell', mode: 'cancel_maker' };
    expect(sentence('linked_into_own', { ...params, place: '2' })).toBe(
      'Once placed, linked order 2 may meet your own sell of 20,000 USD at 97,410. Then the service cancels that sell.',
    );
  });

  it('warns with the same numbers', () => {
    expect(describeIssue({ code: 'would_meet_own_order', params: { ...THREE, mode: 'reject_taker' } })).toBe(
      'Reaches your 3 own buys of 20,000 USD from 97,410 down to 97,400.5. If they meet, the service rejects the whole sell.',
    );
  });
});

it('a long label stands on its button by its ends', () => {
  const value = `${'a'.repeat(40)}-hedge-2026`;
  const text = describeFix({ field: 'label', value }, { code: 'label_too_long' });
  expect(text).toBe(`${'a'.repeat(15)}…dge-2026`);
});
