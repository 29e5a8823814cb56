import { beforeEach, describe, expect, it } from 'vitest';
import type { HostNotice } from '../../../../electron/assembly/services-interface.ts';
import { createOrderTeller, type OrderTeller } from '../../../../electron/orders/tell-host.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

let clock: VirtualClock;
let told: HostNotice[];
let teller: OrderTeller;
beforeEach(() => {
  clock = createVirtualClock();
  told = [];
  teller = createOrderTeller((notice) => told.push(notice), clock);
});

const order = (changes: Record<string, unknown>) =>
  placedOrder({ label: OPEN_ROW.label, ...changes }) as unknown as OrderRow['order'];
const titles = () => told.map(({ title }) => title);
const SELL: OrderRow = { ...OPEN_ROW, order: null, outcome: 'sending', notices: [] };

/** A linked order placed with each fill, at its piece `id`. */
function piece(id: string, of: number, filled: number, earlier?: Record<string, number>): OrderRow {
  const fills = Object.entries(earlier ?? {}).map(([key, amount]) => [key, decimal(amount)]);
  return {
    ...OPEN_ROW,
    direction: 'buy',
    amount: decimal(100_000),
    child_of: { intent_id: '0', label: 'hedge', place: 1 },
    earlier_order_ids: id === 'P-1' ? ['W'] : ['W', 'P-1'],
    ...(earlier === undefined ? {} : { earlier_fills: Object.fromEntries(fills) }),
    order: placedOrder({
      label: OPEN_ROW.label,
      direction: 'buy',
      order_id: id,
      amount: of,
      filled_amount: filled,
      order_state: of === filled ? 'filled' : 'open',
    }),
  };
}

describe('the system is told of an order', () => {
  it('that fills while nobody looks, piece by piece no more often than every ten seconds', async () => {
    teller.remember([{ ...SELL, outcome: 'accepted', order: order({ filled_amount: '0' }) }]);
    for (const filled_amount of ['100', '200', '300']) {
      teller.note([{ ...SELL, outcome: 'accepted', order: order({ filled_amount, average_price: '97410.5' }) }]);
      await clock.advance(1000);
    }
    await clock.advance(30_000);
    expect(told).toEqual([
      {
        title: `Sold 200 of ${SELL.amount} ${SELL.instrument_name}`,
        body: 'at 97410.5 on average',
        isUrgent: false,
        isForAway: true,
      },
      expect.objectContaining({ title: `Sold 300 of ${SELL.amount} ${SELL.instrument_name}` }),
    ]);
  });

  it.each([
    ['refused', { outcome: 'refused' }, /^Refused: sell /, false],
    ['proven absent', { outcome: 'absent' }, /^Never arrived: sell /, false],
    ['left to a person', { outcome: 'unknown', notices: [{ code: 'needs_a_person', params: {} }] }, /needs you/, true],
    [
      'cancelled by the service',
      { outcome: 'accepted', order: order({ order_state: 'cancelled', cancel_reason: 'autoliquidation' }) },
      /^Cancelled by the service: sell /,
      false,
    ],
  ] as const)('that is %s', async (_what, changes, title, isUrgent) => {
    teller.remember([SELL]);
    teller.note([{ ...SELL, ...changes } as OrderRow]);
    await clock.advance(1600);
    expect(told).toEqual([expect.objectContaining({ title: expect.stringMatching(title), isUrgent })]);
    teller.note([{ ...SELL, ...changes } as OrderRow]);
    await clock.advance(60_000);
    expect(told).toHaveLength(1);
  });

  it.each([
    ['user_request', 'Cancelled elsewhere', 'on request'],
    ['autoliquidation', 'Cancelled by the service', 'by a liquidation'],
    ['settlement', 'Cancelled by the service', 'by the settlement'],
    ['some_new_reason', 'Cancelled by the service', 'some new reason'],
    ['oto_primary_closed', 'Cancelled with its linked order', 'since the order that would have placed it has ended'],
    [undefined, 'Cancelled', ''],
  ])('that is cancelled, by whom and why: %s', async (cancel_reason, title, body) => {
    teller.remember([{ ...SELL, outcome: 'accepted', order: order({}) }]);
    teller.note([{ ...SELL, outcome: 'accepted', order: order({ order_state: 'cancelled', cancel_reason }) }]);
    await clock.advance(1600);
    const name = `sell ${SELL.amount} ${SELL.instrument_name}`;
    expect(told).toEqual([{ title: `${title}: ${name}`, body, isUrgent: false, isForAway: true }]);
  });

  it('that is cancelled with what it had filled until then', async () => {
    teller.remember([{ ...SELL, outcome: 'accepted', order: order({}) }]);
    const part = { filled_amount: '300', average_price: '97410.5' };
    const ended = { ...part, order_state: 'cancelled', cancel_reason: 'autoliquidation' };
    teller.note([{ ...SELL, outcome: 'accepted', order: order(part) }]);
    teller.note([{ ...SELL, outcome: 'accepted', order: order(ended) }]);
    await clock.advance(60_000);
    const sold = `Sold 300 of ${SELL.amount} ${SELL.instrument_name} at 97410.5 on average`;
    expect(told).toEqual([expect.objectContaining({ body: `by a liquidation; ${sold}` })]);
  });

  it('that the service cancelled, whatever became of a cancel from here', async () => {
    const cancel = { state: 'requested', reason: null, at: 1 } as const;
    teller.remember([{ ...SELL, outcome: 'accepted', cancel, order: order({}) }]);
    const ended = order({ order_state: 'cancelled', cancel_reason: 'autoliquidation' });
    teller.note([{ ...SELL, outcome: 'accepted', cancel, order: ended }]);
    await clock.advance(1600);
    expect(titles()).toEqual([expect.stringMatching(/^Cancelled by the service/u)]);
  });

  it('not that it rests, is cancelled as asked, or stood so as the terminal started', async () => {
    const cancel = { state: 'cancelled', reason: null, at: 1 } as const;
    teller.note([{ ...SELL, outcome: 'refused' }]);
    teller.note([{ ...SELL, outcome: 'refused' }]);
    teller.remember([SELL]);
    teller.note([{ ...SELL, outcome: 'accepted', order: order({ order_state: 'open' }) }]);
    teller.note([{ ...SELL, outcome: 'accepted', cancel, order: order({ order_state: 'cancelled' }) }]);
    await clock.advance(60_000);
    expect(titles()).toEqual([]);
  });

  it.each([
    ['at once', [piece('P-1', 50_000, 50_000), piece('P-2', 50_000, 50_000)], ['50000 of 50000', '50000 of 50000']],
    [
      'after it was seen to rest',
      [piece('P-1', 50_000, 50_000), piece('P-2', 50_000, 0), piece('P-2', 50_000, 50_000)],
      ['50000 of 50000', '50000 of 50000'],
    ],
    [
      'where what the first filled is known',
      [piece('P-1', 40_000, 40_000, { W: 0 }), piece('P-2', 60_000, 60_000, { W: 0, 'P-1': 40_000 })],
      ['40000 of 40000', '100000 of 100000 BTC-PERPETUAL in pieces'],
    ],
    [
      'and the end of the first was not seen before',
      [piece('P-2', 60_000, 0, { W: 0, 'P-1': 40_000 })],
      ['40000 of 100000 BTC-PERPETUAL in pieces'],
    ],
  ])('that is placed in pieces: the second fills %s', async (_how, rows, words) => {
    teller.remember([piece('P-1', 50_000, 0, { W: 0 })]);
    for (const row of rows) {
      teller.note([row]);
      await clock.advance(20_000);
    }
    expect(titles()).toEqual(words.map((text) => expect.stringContaining(`Bought ${text}`)));
  });

  it('that the service rejects as its trigger fires: what it guarded is not guarded', async () => {
    const stop = { ...SELL, outcome: 'accepted', trigger: 'mark_price' } as const;
    teller.remember([{ ...stop, order: order({ order_state: 'untriggered' }) }]);
    const rejected = { ...stop, order: order({ order_state: 'rejected', cancel_reason: 'not_enough_funds' }) };
    teller.note([rejected]);
    teller.note([rejected]);
    await clock.advance(60_000);
    const title = `Rejected as it fired: sell ${SELL.amount} ${SELL.instrument_name}`;
    expect(told).toEqual([{ title, body: `not enough funds; ${SELL.label}`, isUrgent: true, isForAway: true }]);
  });

  it.each([
    [{}, 'Over, not known how', 'Look for it among your trades', true],
    [{ traded: '0' }, 'Over', 'your trades have none of it', false],
    [{ traded: '300' }, 'Over', 'your trades have 300 of it', false],
    [{ traded: '0', shown: 'never' }, 'Not known any more', 'It may rest: look for its label', true],
    [{ traded: '300', shown: 'never' }, 'Not known any more', 'your trades have 300 of it', true],
    [{ shown: 'never' }, 'Not known any more', 'It may rest: look for its label', true],
  ])('that is over, and the service has forgotten how: trades tell %o', async (params, title, body, isUrgent) => {
    const rests: OrderRow = { ...SELL, outcome: 'accepted', order: order({ order_state: 'open' }) };
    teller.remember([rests]);
    const over: OrderRow = { ...rests, notices: [{ code: 'no_longer_known', params }] };
    teller.note([over]);
    teller.note([over]);
    await clock.advance(60_000);
    const name = `sell ${SELL.amount} ${SELL.instrument_name}`;
    expect(told).toEqual([
      { title: `${title}: ${name}`, body: expect.stringContaining(body), isUrgent, isForAway: true },
    ]);
  });

  it('that was told as over, and rests after all', async () => {
    const rests: OrderRow = { ...SELL, outcome: 'accepted', order: order({ order_state: 'open' }) };
    teller.remember([{ ...rests, notices: [{ code: 'no_longer_known', params: { traded: '0' } }] }]);
    teller.note([rests]);
    teller.note([rests]);
    await clock.advance(60_000);
    const title = `Found again: sell ${SELL.amount} ${SELL.instrument_name}`;
    expect(told).toEqual([{ title, body: expect.stringContaining(SELL.label), isUrgent: true, isForAway: true }]);
  });

  it('many at once in one word', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((intent_id) => ({ ...SELL, intent_id }));
    teller.remember(rows);
    teller.note(rows.map((row) => ({ ...row, outcome: 'refused' })));
    await clock.advance(2000);
    expect(titles()).toEqual(['4 orders have news']);
  });
});
