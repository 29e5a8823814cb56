import { beforeEach, describe, expect, it } from 'vitest';
import type { HostNotice } from '../../../../electron/services-interface.ts';
import { createOrderTeller, type OrderTeller } from '../../../../electron/orders/tell-host.ts';
import type { OrderRow } from '../../../../shared/ipc/order-schema.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';
import { placedOrder } from '../../../support/records.ts';
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

  it('many at once in one word', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((intent_id) => ({ ...SELL, intent_id }));
    teller.remember(rows);
    teller.note(rows.map((row) => ({ ...row, outcome: 'refused' })));
    await clock.advance(2000);
    expect(titles()).toEqual(['4 orders have news']);
  });
});
