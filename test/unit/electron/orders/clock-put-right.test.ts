import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

const MINUTE = 60_000;
const FORGOTTEN = 30 * MINUTE;
let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

/** A service that follows the contract for one filled order; returns how to set its clock. */
function serve(createdMs: number, label: () => string) {
  let offset = 0;
  let isAway = false;
  const now = () => Date.UTC(2026, 10, 21, 9) + bench.clock.monotonic() + offset;
  const order = {
    order_id: 'OURS-1',
    order_state: 'filled',
    filled_amount: 50_000,
    creation_timestamp: createdMs,
    last_update_timestamp: createdMs,
  };
  const trade = () => soldTrade({ order_id: 'OURS-1', label: label(), timestamp: createdMs });
  bench.service.answer(STATE, ({ label: asked }) =>
    isAway ? noAnswer : { value: now() < createdMs + FORGOTTEN ? [placedOrder({ label: asked, ...order })] : [] },
  );
  bench.service.answer(OPEN, () => (isAway ? noAnswer : { value: [] }));
  bench.service.answer(TRADES, ({ start_timestamp, end_timestamp }) =>
    isAway
      ? noAnswer
      : {
          value: {
            trades: Number(start_timestamp) <= createdMs && createdMs <= Number(end_timestamp) ? [trade()] : [],
            has_more: false,
          },
        },
  );
  bench.service.answer('private/sell', () => noAnswer);
  return {
    set: (ms: number) => {
      offset = ms;
      bench.service.setOffset(ms);
    },
    away: (is: boolean) => void (isAway = is),
  };
}

describe('a sell that filled at once by a clock that had just been set back', () => {
  it('is not told absent by a machine that slept for half an hour right after it', async () => {
    const BACK = 5 * MINUTE;
    const id = nextIntentId();
    const service = serve(bench.clock.now() - BACK + 10, () => bench.row(id).label);
    service.set(-BACK);
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    // The monotonic clock stands still meanwhile.
    const SLEEP = 31 * MINUTE;
    service.set(-BACK + SLEEP);
    bench.clock.jumpWall(SLEEP);
    await bench.clock.advance(2 * MINUTE);
    expect(bench.row(id).outcome).not.toBe('absent');
  });

  it('is not told absent where that clock was put right while look-ups were away for 23 minutes', async () => {
    const BACK = 8 * MINUTE;
    const id = nextIntentId();
    const service = serve(bench.clock.now() - BACK + 10, () => bench.row(id).label);
    service.set(-BACK);
    service.away(true);
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    await bench.clock.advance(MINUTE);
    service.set(0);
    await bench.clock.advance(22 * MINUTE);
    service.away(false);
    await bench.clock.advance(2 * MINUTE);
    expect(bench.row(id).outcome).not.toBe('absent');
  });

  it('puts its older twin before a person: that, shown after look-ups failed for 20 minutes, is not forgotten once it is shown no more', async () => {
    const BACK = 8 * MINUTE;
    const id = nextIntentId();
    const service = serve(bench.clock.now() - BACK + 10, () => bench.row(id).label);
    // Orders alone: trades of it are read no more (the service's day of trades, or a cancelled order).
    bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
    service.set(-BACK);
    service.away(true);
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(MINUTE);
    service.set(0);
    await bench.clock.advance(19.8 * MINUTE);
    service.away(false);
    await bench.clock.advance(30_000);
    expect(bench.row(id).notices[0]?.params['older_order_id']).toBe('OURS-1');
    await bench.clock.advance(5 * MINUTE);
    expect(bench.row(id).outcome).toBe('unknown');
  });
});

describe('a resting order that filled while the terminal was closed and the clock stood back', () => {
  it('is not told to be over with nothing traded', async () => {
    const id = nextIntentId();
    const sentMs = bench.clock.now();
    acceptSells(bench.service, { order_id: 'OURS-1', creation_timestamp: sentMs, last_update_timestamp: sentMs });
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    const { label } = bench.row(id);
    const filledMs = sentMs - 7 * MINUTE;
    bench.desk.close();
    // Back by 8 minutes; filled a minute later; closed orders are forgotten half an hour after.
    bench.service.setOffset(-8 * MINUTE);
    await bench.clock.advance(45 * MINUTE);
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
    const trade = soldTrade({ order_id: 'OURS-1', label, timestamp: filledMs });
    bench.service.answer(TRADES, ({ start_timestamp, end_timestamp }) => ({
      value: {
        trades: Number(start_timestamp) <= filledMs && filledMs <= Number(end_timestamp) ? [trade] : [],
        has_more: false,
      },
    }));
    bench = bench.restart(true);
    bench.desk.resume();
    const stop = bench.track();
    await bench.clock.advance(MINUTE);
    stop();
    const { order, notices } = bench.row(id);
    expect([order?.order_state, notices]).toEqual(['filled', [expect.objectContaining({ code: 'known_by_trades' })]]);
  });
});
