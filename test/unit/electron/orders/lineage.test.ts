import { describe, expect, it } from 'vitest';
import { readSight } from '../../../../electron/orders/lineage.ts';
import { accept, acceptSight } from '../../../../electron/orders/outcome.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { intentOf, NOW_MS } from '../../../support/records/forecast-replies.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';

const draft = orderDraft({ type: 'stop_limit', price: '97000', trigger: 'mark_price', trigger_price: '97100' });
const sending = intentOf(draft);
const trigger = { order_type: 'stop_limit', price: 97_000, trigger: 'mark_price', trigger_price: 97_100 };
const waiting = placedOrder({ ...trigger, order_id: 'SLMS-1', order_state: 'untriggered', triggered: false });
const triggered = { ...waiting, order_state: 'triggered' as const, triggered: true };
const became = placedOrder({ order_id: 'BTC-5', price: 97_000, trigger_order_id: 'SLMS-1' });
const placed: OrderRow = accept(sending, waiting, NOW_MS);
const fired: OrderRow = accept(accept(placed, triggered, NOW_MS), became, NOW_MS);
const plain = intentOf(orderDraft());
const stranger = placedOrder({ order_id: 'BTC-9' });

const ids = (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id);

describe('a look-up by the label', () => {
  it.each<[string, OrderRow, Parameters<typeof readSight>[1], readonly string[], readonly string[]]>([
    ['shows a trigger order that waits', placed, [waiting], ['SLMS-1'], ['SLMS-1']],
    ['shows what it became behind it', placed, [triggered, became], ['SLMS-1', 'BTC-5'], ['BTC-5']],
    ['shows them in any order', placed, [became, triggered], ['SLMS-1', 'BTC-5'], ['BTC-5']],
    ['shows only what it became', placed, [became], ['BTC-5'], ['BTC-5']],
    ['shows that it fired, and not yet what it became', placed, [triggered], ['SLMS-1'], ['SLMS-1']],
    ['shows both to an intent that knows none', sending, [triggered, became], ['SLMS-1', 'BTC-5'], ['BTC-5']],
    ['shows only what it became to one that knows none', sending, [became], ['BTC-5'], ['BTC-5']],
    ['shows another before it, to one that knows none', sending, [stranger, became], ['BTC-5'], ['BTC-9', 'BTC-5']],
    [
      'shows another that waits, to one that has no trigger',
      plain,
      [waiting, stranger],
      ['BTC-9'],
      ['SLMS-1', 'BTC-9'],
    ],
    ['shows another beside it', placed, [triggered, became, stranger], ['SLMS-1', 'BTC-5'], ['BTC-5', 'BTC-9']],
    ['shows another beside one that waits', placed, [stranger, waiting], ['SLMS-1'], ['BTC-9', 'SLMS-1']],
    [
      'shows two that say to be made by the same trigger',
      fired,
      [triggered, became, { ...became, order_id: 'BTC-6' }],
      ['SLMS-1', 'BTC-5'],
      ['BTC-5', 'BTC-6'],
    ],
    ['shows what another trigger made', placed, [{ ...became, trigger_order_id: 'SLMS-7' }], [], ['BTC-5']],
    ['shows what a trigger made to an intent without one', plain, [became], [], ['BTC-5']],
    ['shows the child of another order', plain, [placedOrder({ primary_order_id: 'BTC-3' })], [], []],
    ['shows what waits for another order', plain, [placedOrder({ is_secondary_oto: true })], [], []],
    ['shows nothing of it', placed, [], [], []],
    ['names orders in a circle', placed, [{ ...waiting, trigger_order_id: 'SLMS-1' }], [], []],
  ])('%s', (_name, row, shown, way, distinct) => {
    const seen = readSight(row, shown, NOW_MS);
    expect([ids(seen.way), ids(seen.distinct)]).toEqual([way, distinct]);
  });

  it('that shows only what the row’s order has replaced is behind; one that shows nothing is not', () => {
    expect(readSight(fired, [triggered], NOW_MS)).toMatchObject({ way: [], distinct: [], isBehind: true });
    expect(readSight(fired, [], NOW_MS).isBehind).toBe(false);
  });
});

describe('an intent whose trigger fires', () => {
  it('is what that became, and knows what it came of', () => {
    expect(acceptSight(placed, [triggered, became], NOW_MS)).toMatchObject({
      outcome: 'accepted',
      order: { order_id: 'BTC-5' },
      earlier_order_ids: ['SLMS-1'],
      notices: [],
    });
  });

  it('found after a reply that was lost, is compared as it was placed, not as what it became', () => {
    const found = acceptSight(sending, [{ ...triggered, trigger_price: waiting.amount }, became], NOW_MS);
    expect(found).toMatchObject({
      outcome: 'accepted',
      order: { order_id: 'BTC-5' },
      notices: [{ code: 'forecast_missed', params: { field: 'trigger_price', expected: '97100', actual: '50000' } }],
    });
    expect(acceptSight(sending, [became], NOW_MS)).toMatchObject({ outcome: 'accepted', notices: [] });
  });

  it('does not go back when the order that fired is told of late', () => {
    expect(accept(fired, waiting, NOW_MS)).toBe(fired);
    expect(acceptSight(fired, [triggered, became], NOW_MS)).toMatchObject({
      order: { order_id: 'BTC-5' },
      earlier_order_ids: ['SLMS-1'],
    });
  });

  it('whose order is rejected then was accepted all the same; one that is rejected at first sight was not', () => {
    const rejected = { ...became, order_state: 'rejected' as const };
    expect(acceptSight(sending, [triggered, rejected], NOW_MS).outcome).toBe('accepted');
    expect(acceptSight(sending, [rejected], NOW_MS).outcome).toBe('accepted');
    expect(acceptSight(sending, [{ ...waiting, order_state: 'rejected' }], NOW_MS).outcome).toBe('refused');
  });

  it('and that is rejected as it fires was accepted, also where nobody saw it wait; an order without a trigger was not', () => {
    const updated = { order_state: 'rejected' as const, last_update_timestamp: waiting.creation_timestamp + 1 };
    expect(acceptSight(sending, [{ ...waiting, ...updated }], NOW_MS)).toMatchObject({
      outcome: 'accepted',
      order: { order_state: 'rejected' },
      refusal: null,
    });
    expect(acceptSight(plain, [{ ...stranger, ...updated }], NOW_MS).outcome).toBe('refused');
  });
});

/** Long after all that the orders have been through. */
const SETTLED_MS = NOW_MS + 3_600_000;

describe('an order linked to a sell', () => {
  it('was taken with it: rejected once it goes to work, it is no refusal', () => {
    const stop = placedOrder({ order_id: 'SLMS-7', order_state: 'rejected' });
    expect(acceptSight(child, [stop], NOW_MS)).toMatchObject({
      outcome: 'accepted',
      order: { order_state: 'rejected' },
    });
  });

  const child: OrderRow = { ...plain, child_of: { intent_id: '0', label: 'hedge', place: 1 }, outcome: 'accepted' };
  const secondary = placedOrder({ order_id: 'OTO-1', order_state: 'untriggered', is_secondary_oto: true });
  const piece = (order_id: string, order_state = 'open') =>
    placedOrder({ order_id, order_state, trigger_order_id: 'OTO-1', primary_order_id: 'BTC-2', amount: 10 });
  const over = { ...secondary, order_state: 'triggered' as const };

  it.each<[string, OrderRow, Parameters<typeof readSight>[1], readonly string[]]>([
    ['waits for its sell', child, [secondary], ['OTO-1']],
    ['is placed', child, [over, piece('BTC-5')], ['OTO-1', 'BTC-5']],
    ['is placed, and only that is shown', child, [piece('BTC-5')], ['BTC-5']],
    [
      'is placed in pieces, of which one rests',
      child,
      [secondary, piece('BTC-5', 'filled'), piece('BTC-6')],
      ['BTC-6'],
    ],
    ['has a piece filled, and the rest waits', child, [secondary, piece('BTC-5', 'filled')], ['OTO-1']],
    ['is placed in pieces that are over', child, [over, piece('BTC-5', 'filled'), piece('BTC-6', 'filled')], ['BTC-6']],
    ['is a partner, with nothing that marks it', child, [placedOrder({ oco_ref: 'OCO-1' })], ['BTC-1']],
  ])('that %s is followed there', (_name, row, shown, way) => {
    const seen = readSight(row, shown, SETTLED_MS);
    expect(ids(seen.way).slice(-way.length)).toEqual(way);
    expect(seen.distinct).toHaveLength(1);
  });

  it('goes from piece to piece and back to what waits, each told of once', () => {
    const steps = [
      [secondary],
      [secondary, piece('BTC-5')],
      [secondary, piece('BTC-5', 'filled')],
      [secondary, piece('BTC-5', 'filled'), piece('BTC-6')],
      [over, piece('BTC-5', 'filled'), piece('BTC-6', 'filled')],
    ];
    const seen: (string | undefined)[] = [];
    let row = child;
    for (const shown of steps) {
      row = acceptSight(row, readSight(row, shown, SETTLED_MS).way, NOW_MS);
      seen.push(row.order?.order_id);
    }
    expect(seen).toEqual(['OTO-1', 'BTC-5', 'OTO-1', 'BTC-6', 'BTC-6']);
    expect(row).toMatchObject({ order: { order_state: 'filled' }, earlier_order_ids: ['OTO-1', 'BTC-5'], notices: [] });
    // What waits behind a piece is told of to its end.
    const behind = acceptSight(acceptSight(child, [secondary, piece('BTC-5')], NOW_MS), [secondary], NOW_MS);
    expect(accept(behind, { ...secondary, order_state: 'cancelled' }, NOW_MS).order?.order_state).toBe('cancelled');
  });

  it('whose last piece is not shown yet is not taken for over', () => {
    const endedMs = over.last_update_timestamp;
    const shown = [over, piece('BTC-5', 'filled')];
    const placing = acceptSight(child, readSight(child, shown, endedMs + 1000).way, NOW_MS);
    expect([placing.order?.order_id, isResting(placing)]).toEqual(['OTO-1', true]);
    // Seen first with a piece that was at work then.
    const first = acceptSight(child, [secondary, piece('BTC-5')], NOW_MS);
    const next = acceptSight(acceptSight(first, [piece('BTC-5', 'filled')], NOW_MS), [over], NOW_MS);
    expect([next.order?.order_id, isResting(next)]).toEqual(['OTO-1', true]);
    const whole = acceptSight(placing, readSight(placing, [...shown, piece('BTC-6')], endedMs + 2000).way, NOW_MS);
    expect(whole.order?.order_id).toBe('BTC-6');
    // Its sell may have ended before it was filled: then less is all.
    const settled = acceptSight(placing, readSight(placing, shown, endedMs + 31_000).way, NOW_MS);
    expect([settled.order?.order_id, isResting(settled)]).toEqual(['BTC-5', false]);
  });

  it('names its pieces, and what waits yet', () => {
    const partsOf = (shown: Parameters<typeof readSight>[1]) => ids(readSight(child, shown, SETTLED_MS).parts);
    expect(partsOf([secondary, piece('BTC-5')])).toEqual(['OTO-1', 'BTC-5']);
    expect(partsOf([over, piece('BTC-5', 'filled'), piece('BTC-6')])).toEqual(['BTC-5', 'BTC-6']);
    expect(partsOf([over, piece('BTC-5')])).toEqual(['BTC-5']);
  });

  it('beside another order under its label is two', () => {
    expect(ids(readSight(child, [over, piece('BTC-5'), stranger], SETTLED_MS).distinct)).toEqual(['BTC-5', 'BTC-9']);
  });
});
