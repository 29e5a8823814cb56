import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { acknowledgementKey } from '../../../../shared/orders/acknowledgement.ts';
import { issue } from '../../../../shared/orders/issue.ts';
import { checkIceberg } from '../../../../shared/orders/rules/iceberg.ts';
import { checkSize } from '../../../../shared/orders/rules/size.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { describeIssue, describeIssueElsewhere } from '../../../../renderer/features/order-ticket/issues/issue-text.ts';
import { sortIssues } from '../../../../renderer/features/order-ticket/issues/ticket-issues.ts';
import { tellInTicket } from '../../../../renderer/features/order-ticket/press/ticket-told.ts';
import { childDraft, orderDraft } from '../../../support/records/records.ts';
import { OPTION, PERPETUAL, SEEN } from '../samples.ts';

/** What the rules say of a size in contracts, as the ticket tells it. */
function tellSize(contracts: string, instrument: Instrument) {
  const draft = orderDraft({ amount: '', contracts });
  return checkSize(draft, instrument).map((found) => {
    const told = tellInTicket(found, { draft, instrument, sizeUnit: 'contracts' });
    return { text: describeIssueElsewhere(told), fixes: told.fixes };
  });
}

const contracts = (value: string) => ({ field: 'contracts', value });

describe('a size in contracts', () => {
  it.each([
    ['0.05', OPTION, 'Contracts go in steps of 0.1.', ['0.1']],
    ['0.25', OPTION, 'Contracts go in steps of 0.1.', ['0.2', '0.3']],
    ['5000.5', PERPETUAL, 'Contracts go in steps of 1.', ['5000', '5001']],
    ['0', OPTION, 'Contracts must be above zero. The smallest size is 0.1.', []],
    ['-3', PERPETUAL, 'Contracts must be above zero. The smallest size is 1.', []],
    ['some', PERPETUAL, 'Write contracts without separators, such as 1.', []],
    ['1,500,000', PERPETUAL, 'Write contracts without separators, such as 1.', ['1500000']],
  ])('of %s is told with what would do near it', (typed, instrument, text, fixes) => {
    expect(tellSize(typed, instrument)).toEqual([{ text, fixes: fixes.map(contracts) }]);
  });

  it('below the minimum is told in contracts, with the smallest one', () => {
    const TEN = { ...PERPETUAL, min_trade_amount: decimal(100) };
    expect(tellSize('3', TEN)).toEqual([{ text: 'The smallest amount is 10 contracts.', fixes: [contracts('10')] }]);
    expect(tellSize('10', TEN)).toEqual([]);
  });

  it('offers nothing that the rules refuse', () => {
    for (const [typed, instrument] of [
      ['0.05', OPTION],
      ['0.25', OPTION],
      ['5000.5', PERPETUAL],
    ] as const) {
      const offered = tellSize(typed, instrument)[0]?.fixes ?? [];
      expect(offered.length).toBeGreaterThan(0);
      for (const { value } of offered) expect(tellSize(value, instrument)).toEqual([]);
    }
  });

  it('that is missing is asked for in contracts, and a linked order’s in its own unit', () => {
    const missing = issue('error', 'amount', 'amount_missing', { unit: 'BTC' });
    const known = { draft: orderDraft({}), instrument: OPTION, sizeUnit: 'contracts' } as const;
    expect(describeIssue(tellInTicket(missing, known))).toBe('Enter an amount in contracts.');
    expect(describeIssue(tellInTicket({ ...missing, child: 0 }, known))).toBe('Enter an amount in BTC.');
    expect(describeIssue(tellInTicket(missing, { ...known, sizeUnit: 'amount' }))).toBe('Enter an amount in BTC.');
  });
});

it('a distance counts from the peak, and of a linked buy, which trails upward, from the lowest', () => {
  const draft = orderDraft({ children: [childDraft({ direction: 'buy' }), childDraft({ direction: 'sell' })] });
  const missing = issue('error', 'trigger_offset', 'trigger_offset_missing', {});
  const far = issue('warning', 'trigger_offset', 'trigger_offset_far', { trigger: 'mark_price', watched_price: '5' });
  const tell = (child: number | null) =>
    [missing, far].map((found) =>
      describeIssue(tellInTicket({ ...found, child }, { draft, instrument: PERPETUAL, sizeUnit: 'amount' })),
    );
  expect(tell(0)).toEqual([
    'Enter how far it may rise from its lowest.',
    'Far off: the mark price is 5. Enter the distance from its lowest, not a price.',
  ]);
  for (const child of [null, 1]) {
    expect(tell(child)).toEqual([
      'Enter how far it may fall from its peak.',
      'Far off: the mark price is 5. Enter the distance from its peak, not a price.',
    ]);
  }
});

it('who would show more than the whole is offered the whole, not the least', () => {
  const offer = (amount: string, display_amount: string) => {
    const draft = orderDraft({ amount, display_amount });
    return checkIceberg(draft, PERPETUAL).flatMap(
      (found) => tellInTicket(found, { draft, instrument: PERPETUAL, sizeUnit: 'amount' }).fixes,
    );
  };
  expect(offer('50000', '60000')).toEqual([{ field: 'display_amount', value: '50000' }]);
  expect(offer('50000', '50000')).toEqual([]);
  // Too small to hide any of it: it has no iceberg.
  expect(offer('500', '1000')).toEqual([{ field: 'display_amount', value: '' }]);
});

it('two linked orders that may both fill are told why; what is accepted is the warning of the rules', () => {
  const warning = issue('warning', 'amount', 'linked_together_larger_than_order', {
    parent_side: 'sell',
    side: 'buy',
    amount: '1000',
    unit: 'USD',
  });
  const tell = (linked_order_type: 'one_triggers_other' | 'one_triggers_one_cancels_other') => {
    const draft = orderDraft({ linked_order_type });
    const check = { issues: [{ ...warning, child: 1 }], forecast: null, request: null };
    const told = sortIssues(check, draft, [], SEEN).warnings[0];
    expect(told?.key).toBe(acknowledgementKey({ ...warning, child: 1 }, draft));
    return told === undefined ? '' : describeIssue(told);
  };
  expect(tell('one_triggers_one_cancels_other')).toMatch(/only a complete fill cancels the other\.$/);
  expect(tell('one_triggers_other')).toMatch(/neither cancels the other\.$/);
});

it('a linked buy of coin size is told to buy', () => {
  const looks = issue('warning', 'amount', 'amount_looks_like_coin', { notional_usd: '10', currency: 'BTC' });
  const draft = orderDraft({ linked_order_type: 'one_triggers_other', children: [childDraft({ direction: 'buy' })] });
  const tell = (child: number | null) =>
    describeIssue(tellInTicket({ ...looks, child }, { draft, instrument: PERPETUAL, sizeUnit: 'amount' }));
  expect(tell(0)).toBe('Amounts are in USD here: this buys 10 USD, not 10 BTC.');
  expect(tell(null)).toBe('Amounts are in USD here: this sells 10 USD, not 10 BTC.');
});
