import { expect, it } from 'vitest';
import { describeOrderTerms } from '../../../../renderer/features/order-ticket/forecast/order-terms.ts';
import { orderDraft } from '../../../support/records/records.ts';

const PLAIN = { price: '97410.5', post_only: false, valid_for_ms: 5000 } as const;

it.each([
  [{}, 'Limit · GTC · valid for 5 s'],
  [
    { time_in_force: 'immediate_or_cancel', reduce_only: true },
    'Limit · IOC, unfilled remainder cancelled · reduce only · valid for 5 s',
  ],
  [{ time_in_force: 'fill_or_kill', valid_for_ms: 2500 }, 'Limit · FOK, all at once or nothing · valid for 2.5 s'],
  [
    { post_only: true, reject_post_only: true, display_amount: '1000', mmp: true },
    'Limit · GTC · post only, reject if crossing · shows 1,000 USD · market maker protection · valid for 5 s',
  ],
  [{ price: '54', advanced: 'implv' }, 'Limit · implv 54 · GTC · valid for 5 s'],
  [
    { type: 'stop_limit', trigger: 'index_price', trigger_price: '97000', time_in_force: 'good_til_day' },
    'Stop limit · when the index reaches 97,000.00 · Day · valid for 5 s',
  ],
  [
    { type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '500' },
    'Trail · when mark turns by 500 · GTC · valid for 5 s',
  ],
] as const)('an order is told with all its terms: %j', (changes, text) => {
  expect(describeOrderTerms(orderDraft({ ...PLAIN, ...changes }), 'USD', 1)).toBe(text);
});
