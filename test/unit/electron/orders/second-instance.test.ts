import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createTradeSettings } from '../../../../electron/storage/trade-settings.ts';
import { createTradeSide, type TradeSide } from '../../../../electron/assembly/trade-side.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { perpetual, perpetualTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
let side: TradeSide | null = null;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => {
  side?.close();
  bench.remove();
});

/** An instance over the bench's journal, which another may write or not. */
function begin(isWritable: boolean): TradeSide {
  const { service: client, clock, budget, journal, commands } = bench;
  const settings = createTradeSettings(null, 'test');
  const serviceClock = createServiceClock(clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
  side = createTradeSide({
    client,
    clock,
    serviceClock,
    budget,
    journal,
    commands,
    onCommand: () => undefined,
    plans: { begin: () => undefined, end: () => undefined, open: () => [] },
    loadInstrument: () => Promise.resolve(perpetual()),
    onPlans: () => undefined,
    onPlanTurn: () => undefined,
    isWritable,
    settings,
    kept: null,
    notify: null,
    factsFor: () => Promise.resolve(orderFacts({ instrument: perpetual(), ticker: perpetualTicker() })),
    isStopped: () => false,
    isLabelElsewhere: () => false,
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf: () => perpetual(),
    onRows: () => undefined,
    onTellFailure: (error) => {
      throw error;
    },
    onJournalFailure: (error) => {
      throw error;
    },
    onChange: () => undefined,
  });
  side.resume();
  return side;
}

async function rest(): Promise<void> {
  acceptSells(bench.service);
  await bench.desk.place(nextIntentId(), orderDraft({ label: 'rests' }), []);
  bench.desk.close();
}

it.each([
  ['follows a resting order by look-ups', true],
  ['leaves that to the other: it follows the journal alone, and says of no look-up that it fails', false],
])('an instance that writes the journal, or not, %s', async (_name, isWritable) => {
  await rest();
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => noAnswer);
  const before = bench.service.calls(STATE).length;
  const { desk, unreadMs } = begin(isWritable);
  expect(desk.liveRows()).toHaveLength(1);
  await bench.clock.advance(10_000);
  expect(bench.service.calls(STATE).length > before).toBe(isWritable);
  expect(unreadMs() !== null).toBe(isWritable);
});

it('shows no verdict of its own of an order that look-ups have lost', async () => {
  await rest();
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
  const { desk } = begin(false);
  await bench.clock.advance(45 * 60_000);
  expect(desk.rows()[0]?.notices).toEqual([]);
  expect(desk.liveRows()).toHaveLength(1);
});
