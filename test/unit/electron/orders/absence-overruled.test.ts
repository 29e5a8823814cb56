import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/look-up-methods.ts';
import { sellDraft } from '../../../support/records.ts';
import { noAnswer } from '../../../support/scripted-service.ts';

const MINUTE_MS = 60_000;
const LOOK_UPS = [STATE, OPEN, TRADES] as const;

let bench: DeskBench;
let startMs: number;
let trades: readonly object[];
beforeEach(() => {
  bench = createDeskBench();
  startMs = bench.clock.now();
  trades = [];
  bench.service.answer('private/sell', () => noAnswer);
  answer();
});
afterEach(() => bench.remove());

/** None of them tells of the order: it is not shown yet, or forgotten. */
function answer(): void {
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades, has_more: false } }));
}

function traded(label: string | undefined, changes: object = {}): object {
  const times = { timestamp: startMs + 40_000, trade_id: 'T-1' };
  return { direction: 'sell', amount: '50000', label, order_id: 'BTC-1', ...times, ...changes };
}

/** The sell is called absent while its order lags behind; then nothing is answered for longer than look-ups remember. */
async function callAbsent(label = ''): Promise<string> {
  const id = nextIntentId();
  await bench.desk.place(id, sellDraft({ label }), []);
  await bench.clock.advance(20_000);
  expect(bench.row(id).outcome).toBe('absent');
  for (const method of LOOK_UPS) bench.service.answer(method, () => noAnswer);
  await bench.clock.advance(35 * MINUTE_MS);
  return id;
}

describe('an absence that look-ups were away after, for longer than they tell of what is over', () => {
  it('is overruled by what its order traded meanwhile', async () => {
    const id = await callAbsent();
    trades = [traded(bench.row(id).label)];
    answer();
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({
      outcome: 'accepted',
      notices: [{ code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } }],
    });
  });

  it('is so, too, where trades are answered later than look-ups, and at the next start', async () => {
    const id = await callAbsent();
    trades = [traded(bench.row(id).label)];
    answer();
    bench.service.answer(TRADES, () => noAnswer);
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
    bench = bench.restart();
    answer();
    bench.desk.resume();
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('accepted');
  });

  it.each<[what: string, trade: () => object]>([
    ['under another label', () => traded('another')],
    ['that tells no label', () => traded(undefined)],
    ['from before it', () => traded('hedge', { timestamp: startMs - MINUTE_MS })],
    ['that bought', () => traded('hedge', { direction: 'buy' })],
  ])('stands after a trade %s', async (_what, trade) => {
    const id = await callAbsent('hedge');
    trades = [trade()];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
  });

  it('asks for trades once they may tell more than look-ups, and no more often than it looks', async () => {
    const id = await callAbsent();
    const asked = bench.service.calls(TRADES).length;
    answer();
    await bench.clock.advance(60 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
    expect(bench.service.calls(TRADES).length - asked).toBeLessThanOrEqual(2);
  });
});
