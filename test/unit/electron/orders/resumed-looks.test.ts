import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

const SELLS = 12;

let bench: DeskBench;
beforeEach(async () => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => noAnswer);
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
  for (let sold = 1; sold <= SELLS; sold += 1) {
    await bench.desk.place(nextIntentId(), orderDraft({ amount: String(50_000 + 10 * sold) }), []);
    await bench.clock.advance(60_000);
  }
});
afterEach(() => bench.remove());

/** Which sells were looked up since so many look-ups. */
const lookedUpSince = (before: number) =>
  new Set(
    bench.service
      .calls(STATE)
      .slice(before)
      .map(({ label }) => label),
  );

it('what may have turned up while the terminal was away is looked for bit by bit, behind a sell that is unknown', async () => {
  bench = bench.restart(true);
  const before = bench.service.calls(STATE).length;
  bench.desk.resume();
  await bench.clock.advance(5500);
  const begun = lookedUpSince(before).size;
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThan(SELLS / 2);
  await bench.clock.advance(SELLS * 250);
  expect(lookedUpSince(before).size).toBe(SELLS);
});

describe('where the wall clock was set meanwhile, what may have turned up is looked for all the same', () => {
  const YEAR_MS = 365 * 24 * 3_600_000;
  const looked = async (label: string): Promise<boolean> => {
    const before = bench.service.calls(STATE).length;
    bench.desk.resume();
    await bench.clock.advance(40_000);
    return lookedUpSince(before).has(label);
  };

  it('that was put right since the sell was decided', async () => {
    bench.clock.jumpWall(-YEAR_MS);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ amount: '90000' }), []);
    await bench.clock.advance(60_000);
    const { outcome, label } = bench.row(id);
    expect(outcome).toBe('absent');
    bench.clock.jumpWall(YEAR_MS);
    bench = bench.restart(true);
    expect(await looked(label)).toBe(true);
  });

  it('that is wrong as the terminal starts, once the service has told its time', async () => {
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ amount: '90000' }), []);
    await bench.clock.advance(60_000);
    const { outcome, label } = bench.row(id);
    expect(outcome).toBe('absent');
    // One without an outcome is looked up in any case, and brings the service's time.
    void bench.desk.place(nextIntentId(), orderDraft({ amount: '80000' }), []);
    await bench.clock.advance(1000);
    bench.clock.jumpWall(YEAR_MS);
    bench = bench.restart(true);
    expect(await looked(label)).toBe(true);
  });

  it('that says nothing ends with the desk', async () => {
    bench.clock.jumpWall(YEAR_MS);
    bench = bench.restart(true);
    bench.service.tellTime(false);
    bench.desk.resume();
    await bench.clock.advance(5000);
    bench.desk.close();
    expect(bench.clock.untilNext()).toBeNull();
  });
});
