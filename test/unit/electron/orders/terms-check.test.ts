import { describe, expect, it } from 'vitest';
import { accept } from '../../../../electron/orders/outcome.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { intentOf, NOW_MS, reply, sellOption, told } from '../../../support/records/forecast-replies.ts';
import { childDraft, orderDraft } from '../../../support/records/records.ts';

describe('terms that an order was not booked with', () => {
  const postOnly = intentOf(orderDraft({ post_only: true }));
  const iceberg = intentOf(orderDraft({ display_amount: '5000' }));
  const stop = intentOf(orderDraft({ type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '96000' }));
  const waits = { order_state: 'untriggered', price: 'market_price' };
  const linked = intentOf(
    orderDraft({
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'complete_fill',
      children: [childDraft()],
    }),
  );
  const links = { oto_order_ids: ['BTC-2'], trigger_fill_condition: 'complete_fill' };
  const cancels = intentOf(
    orderDraft({
      linked_order_type: 'one_cancels_other',
      trigger_fill_condition: 'first_hit',
      children: [childDraft()],
    }),
  );

  it.each<readonly [string, OrderRow, Record<string, unknown>, string]>([
    ['is of another type', intentOf(orderDraft()), { order_type: 'market' }, 'missed type: limit is market'],
    [
      'lasts for another time',
      intentOf(orderDraft()),
      { time_in_force: 'good_til_day' },
      'missed time_in_force: good_til_cancelled is good_til_day',
    ],
    ['lost its post only', postOnly, { post_only: false }, 'missed post_only: yes is no'],
    [
      'lost its rejection',
      intentOf(orderDraft({ post_only: true, reject_post_only: true })),
      { reject_post_only: false },
      'missed reject_post_only: yes is no',
    ],
    ['reduces only, unasked', intentOf(orderDraft()), { reduce_only: true }, 'missed reduce_only: no is yes'],
    ['is under protection, unasked', intentOf(orderDraft()), { mmp: true }, 'missed mmp: no is yes'],
    ['shows more', iceberg, { refresh_amount: 6000 }, 'missed display_amount: 5000 is 6000'],
    ['shows more, in an older record', iceberg, { max_show: 6000 }, 'missed display_amount: 5000 is 6000'],
    ['hides a part, unasked', intentOf(orderDraft()), { refresh_amount: 100 }, 'missed display_amount: none is 100'],
    [
      'watches another price',
      stop,
      { ...waits, trigger: 'mark_price', trigger_price: 96_000 },
      'missed trigger: index_price is mark_price',
    ],
    [
      'waits for another price',
      stop,
      { ...waits, trigger: 'index_price', trigger_price: 96_500 },
      'missed trigger_price: 96000 is 96500',
    ],
    [
      'follows at another distance',
      intentOf(orderDraft({ type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '500' })),
      { ...waits, trigger: 'mark_price', trigger_offset: 400 },
      'missed trigger_offset: 500 is 400',
    ],
    [
      'is not priced by volatility',
      sellOption({ advanced: 'implv', price: '90' }),
      { price: null },
      'missed advanced: implv is none',
    ],
    [
      'is priced by another volatility',
      sellOption({ advanced: 'implv', price: '90' }),
      { advanced: 'implv', implv: 91, price: null },
      'missed advanced_price: 90 is 91',
    ],
    ['has fewer linked orders', linked, { ...links, oto_order_ids: [] }, 'missed children: 1 is 0'],
    [
      'places them on another fill',
      linked,
      { ...links, trigger_fill_condition: 'first_hit' },
      'missed trigger_fill_condition: complete_fill is first_hit',
    ],
    ['is not bound to its other', cancels, {}, 'missed children: 1 is 0'],
  ])('%s: that is told, side by side', (_name, row, changes, expected) => {
    expect(told(row, changes)).toEqual([expected]);
  });
});

describe('the terms of an order', () => {
  it('are compared when a look-up first shows it, and not again', () => {
    const row = intentOf(orderDraft());
    const { order } = reply(row, { time_in_force: 'good_til_day' });
    const found = accept({ ...row, outcome: 'unknown' }, order, NOW_MS);
    expect(found.notices.map(({ params }) => params['field'])).toEqual(['time_in_force']);
    expect(accept({ ...found, notices: [] }, order, NOW_MS).notices).toEqual([]);
  });

  it('that the reply does not tell are no difference', () => {
    const row = intentOf(orderDraft({ mmp: true, post_only: true, reject_post_only: true, reduce_only: true }));
    expect(told(row, { reduce_only: undefined })).toEqual([]);
  });
});
