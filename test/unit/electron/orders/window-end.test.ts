import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

/** Look-ups tell of closed orders for so long. */
const FORGOTTEN_MS = 30 * 60_000;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe.each([
  ['', 5 * 60_000],
  ['hedge', 60_000],
])('a sell (label typed: "%s") that filled at once by a clock set back by %i ms', (label, backMs) => {
  it('is not called absent by a terminal that is started half an hour later', async () => {
    bench.service.setOffset(-backMs);
    const createdMs = bench.clock.now() - backMs + 10;
    const serviceNow = () => bench.clock.now() - backMs;
    const order = {
      order_id: 'OURS-1',
      order_state: 'filled',
      filled_amount: '50000',
      creation_timestamp: createdMs,
      last_update_timestamp: createdMs,
    };
    bench.service.answer(STATE, (params) => ({
      value: serviceNow() < createdMs + FORGOTTEN_MS ? [placedOrder({ label: params['label'], ...order })] : [],
    }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label }), []);
    const sentLabel = bench.row(intentId).label;
    const trade = soldTrade({ order_id: 'OURS-1', label: sentLabel, timestamp: createdMs });
    bench.service.answer(TRADES, ({ start_timestamp, end_timestamp }) => ({
      value: {
        trades: Number(start_timestamp) <= createdMs && createdMs <= Number(end_timestamp) ? [trade] : [],
        has_more: false,
      },
    }));
    // Killed at once; the machine is opened again after thirty minutes and a few seconds.
    bench.desk.close();
    await bench.clock.advance(FORGOTTEN_MS + 5000);
    bench = bench.restart(true);
    bench.desk.resume();
    await bench.clock.advance(40_000);
    const { outcome } = bench.row(intentId);
    expect(outcome).not.toBe('absent');
  });
});

describe('a sell good for a minute that was taken and cancelled at once, no clock set at all', () => {
  it('is not called absent by a terminal that is started half an hour later', async () => {
    const createdMs = bench.clock.now() + 10;
    const order = {
      order_id: 'OURS-1',
      order_state: 'cancelled',
      creation_timestamp: createdMs,
      last_update_timestamp: createdMs,
    };
    bench.service.answer(STATE, ({ label }) => ({
      value: bench.clock.now() < createdMs + FORGOTTEN_MS ? [placedOrder({ label, ...order })] : [],
    }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '', valid_for_ms: 60_000 }), []);
    bench.desk.close();
    await bench.clock.advance(FORGOTTEN_MS + 5000);
    bench = bench.restart(true);
    bench.desk.resume();
    await bench.clock.advance(30_000);
    expect(bench.row(intentId).outcome).not.toBe('absent');
  });
});
