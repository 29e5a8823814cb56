import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { acknowledgementKey } from '../../../../shared/orders/acknowledgement.ts';
import { issue } from '../../../../shared/orders/issue.ts';
import { checkIceberg } from '../../../../shared/orders/rules/iceberg.ts';
import { checkSize } from '../../../../shared/orders/rules/size.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { describeIssue, describeIssueElsewhere } from '../../../../renderer/features/sell-ticket/issue-text.ts';
import { sortIssues } from '../../../../renderer/features/sell-ticket/ticket-issues.ts';
import { tellInTicket } from '../../../../renderer/features/sell-ticket/ticket-told.ts';
import { sellDraft } from '../../../support/records.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

/** What the rules say of a size in contracts, as the ticket tells it. */
function tellSize(contracts: string, instrument: Instrument) {
  const draft = sellDraft({ amount: '', contracts });
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
    ['0', OPTION, 'Write contracts as a plain number such as 0.1, without separators.', []],
    ['some', PERPETUAL, 'Write contracts as a plain number such as 1, without separators.', []],
    ['1,000', PERPETUAL, 'Write contracts as a plain number such as 1, without separators.', ['1000']],
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
    const known = { draft: sellDraft({}), instrument: OPTION, sizeUnit: 'contracts' } as const;
    expect(describeIssue(tellInTicket(missing, known))).toBe('Enter an amount in contracts.');
    expect(describeIssue(tellInTicket({ ...missing, child: 0 }, known))).toBe('Enter an amount in BTC.');
    expect(describeIssue(tellInTicket(missing, { ...known, sizeUnit: 'amount' }))).toBe('Enter an amount in BTC.');
  });
});

it('who would show more than the whole is offered the whole, not the least', () => {
  const offer = (amount: string, display_amount: string) => {
    const draft = sellDraft({ amount, display_amount });
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
  const warning = issue('warning', 'amount', 'linked_together_larger_than_sell', {
    side: 'buy',
    amount: '1000',
    unit: 'USD',
  });
  const tell = (linked_order_type: 'one_triggers_other' | 'one_triggers_one_cancels_other') => {
    const draft = sellDraft({ linked_order_type });
    const check = { issues: [{ ...warning, child: 1 }], forecast: null, request: null };
    const seen = { pressedAtMs: 0, isMissingTold: true, instrument: PERPETUAL, sizeUnit: 'amount' } as const;
    const told = sortIssues(check, draft, [], seen).warnings[0];
    expect(told?.key).toBe(acknowledgementKey({ ...warning, child: 1 }, draft));
    return told === undefined ? '' : describeIssue(told);
  };
  expect(tell('one_triggers_one_cancels_other')).toMatch(/only a complete fill of one cancels the other\.$/);
  expect(tell('one_triggers_other')).toMatch(/neither cancels the other\.$/);
});
