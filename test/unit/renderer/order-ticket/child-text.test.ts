import { expect, it } from 'vitest';
import { describeChild, describeChildSide } from '../../../../renderer/features/order-ticket/linked/child-text.ts';
import { childDraft } from '../../../support/records/records.ts';

const TRIGGERED = { trigger: 'mark_price', price: '', post_only: false } as const;

it.each([
  [
    childDraft({ direction: 'buy', amount: '1000', price: '97000', reduce_only: false }),
    'Buy 1,000 USD at 97,000.0 · limit · GTC',
  ],
  [
    childDraft({
      direction: 'sell',
      amount: '500',
      price: '99000',
      time_in_force: 'good_til_day',
      post_only: true,
      reject_post_only: true,
      reduce_only: true,
      label: 'exit',
    }),
    'Sell 500 USD at 99,000.0 · limit · Day · post only, reject if crossing · reduce only · label exit',
  ],
  [
    childDraft({ ...TRIGGERED, direction: 'buy', type: 'stop_market', amount: '1000', trigger_price: '99500' }),
    'Buy 1,000 USD at market · stop market · when mark reaches 99,500.0 · GTC · reduce only',
  ],
  [
    childDraft({ ...TRIGGERED, direction: 'buy', type: 'trailing_stop', amount: '1000', trigger_offset: '250' }),
    'Buy 1,000 USD at market · trail · when mark turns by 250 · GTC · reduce only',
  ],
])('a linked order is told with all its terms', (child, text) => {
  expect(describeChild(child, 'USD', 1)).toBe(text);
});

it.each([
  ['buy', 'stop', 'or above'],
  ['buy', 'take', 'or below'],
  ['sell', 'stop', 'or below'],
  ['sell', 'take', 'or above'],
] as const)('a %s %s fires at its trigger %s', (direction, kind, side) => {
  expect(describeChildSide({ direction, kind })).toBe(side);
});
