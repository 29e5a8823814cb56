import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDesk } from '../../../../electron/orders/desk.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import {
  childDraft,
  perpetual,
  perpetualTicker,
  placedOrder,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a person said which order a sell is', () => {
  it.each(['open', 'filled', 'rejected'])(
    'and a stranger beside it under the label does not take its place (%s)',
    async (order_state) => {
      bench.service.answer('private/sell', () => ({ value: { order: placedOrder({ label: 'other' }), trades: [] } }));
      bench.service.answer(STATE, () => ({ value: [] }));
      bench.service.answer(OPEN, () => ({ value: [] }));
      const intent_id = nextIntentId();
      await bench.desk.place(intent_id, orderDraft({ label: 'mine' }), []);
      await bench.clock.advance(60_000);
      bench.desk.state({ intent_id, order_id: 'OURS-1', typed: 'mine' });
      const stamps = { creation_timestamp: bench.clock.now(), last_update_timestamp: bench.clock.now() };
      bench.service.answer(STATE, ({ label }) => ({
        value: [
          placedOrder({ label, order_id: 'THEIRS-1', ...stamps }),
          placedOrder({ label, order_id: 'OURS-1', order_state }),
        ],
      }));
      await bench.clock.advance(60_000);
      const row = bench.row(intent_id);
      expect(row.order?.order_id ?? row.closed?.order_id).toBe('OURS-1');
    },
  );
});

it('the label made for a linked order is none that an order placed elsewhere bears', async () => {
  acceptSells(bench.service);
  const { clock, service, journal, budget } = bench;
  const serviceClock = createServiceClock(clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
  const desk = createDesk({
    client: service,
    clock,
    serviceClock,
    budget,
    journal,
    isWritable: true,
    randomBytes: (size) => new Uint8Array(size),
    factsFor: () => Promise.resolve(orderFacts({ instrument: perpetual(), ticker: perpetualTicker() })),
    isStopped: () => false,
    isLabelElsewhere: (label) => label === 'hedge/1',
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf: () => perpetual(),
    currencyOf: () => 'BTC',
    onRows: () => undefined,
    onTellFailure: (error) => {
      throw error;
    },
    onJournalFailure: () => undefined,
  });
  const draft = orderDraft({ label: 'hedge', linked_order_type: 'one_triggers_other', children: [childDraft()] });
  await desk.place(nextIntentId(), draft, []);
  const config = service.calls('private/sell').at(-1)?.['otoco_config'] as { label: string }[];
  expect(config.map(({ label }) => label)).not.toContain('hedge/1');
  desk.close();
});
