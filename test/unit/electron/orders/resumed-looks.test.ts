import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/look-up-methods.ts';
import { sellDraft } from '../../../support/records.ts';
import { noAnswer } from '../../../support/scripted-service.ts';

const SELLS = 12;

let bench: DeskBench;
beforeEach(async () => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => noAnswer);
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
  for (let sold = 1; sold <= SELLS; sold += 1) {
    await bench.desk.place(nextIntentId(), sellDraft({ amount: String(50_000 + 10 * sold) }), []);
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
