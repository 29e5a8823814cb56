import { expect, it } from 'vitest';
import { draftAgain } from '../../../../renderer/features/orders/draft-again.ts';
import { buildDraft } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import { reduceTicket } from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import { EMPTY_TICKET } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { intentOf } from '../../../support/records/forecast-replies.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { PERPETUAL } from '../samples.ts';

it('an order that was refused for crossing comes back as one that is refused, not moved', () => {
  const row = { ...intentOf(orderDraft({ post_only: true, reject_post_only: true, mmp: true })), label: 'hedge' };
  const draft = draftAgain(row, (label) => label === row.label);
  expect(draft).toMatchObject({ post_only: true, reject_post_only: true, mmp: true, label: 'hedge-2' });
  expect(draftAgain({ ...row, expected: null }, () => false)).toMatchObject({ reject_post_only: false, mmp: false });
});

it.each([
  ['a limit order', {}],
  ['a buy', { direction: 'buy' }],
  ['at market', { type: 'market', price: '', post_only: false }],
  ['an iceberg', { amount: '500000', display_amount: '10000' }],
  ['a stop', { type: 'stop_limit', trigger: 'index_price', trigger_price: '95000', post_only: false }],
  [
    'a trailing stop',
    { type: 'trailing_stop', price: '', trigger: 'last_price', trigger_offset: '50', post_only: false },
  ],
  ['immediate or cancel, reducing', { time_in_force: 'immediate_or_cancel', post_only: false, reduce_only: true }],
] as const)('%s is on the same terms in a ticket that held another instrument', (_order, terms) => {
  const draft = orderDraft({ ...terms, instrument_name: PERPETUAL.instrument_name, label: 'once' });
  const used = reduceTicket(EMPTY_TICKET, { type: 'select_instrument', instrumentName: 'ETH-PERPETUAL' });
  const filled = reduceTicket(used, {
    type: 'fill',
    draft: draftAgain({ ...intentOf(draft), label: 'once' }, (label) => label === 'once'),
  });
  expect(buildDraft(filled, PERPETUAL)).toEqual({ ...draft, label: 'once-2' });
});
