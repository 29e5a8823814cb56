import { describe, expect, it } from 'vitest';
import { createDeskBench, nextIntentId } from '../../../support/desk-bench.ts';
import { sellDraft } from '../../../support/records.ts';
import { noAnswer } from '../../../support/scripted-service.ts';
import { OPEN, STATE } from '../../../support/look-up-methods.ts';

describe('a desk that was closed', () => {
  it('leaves no timer, though a proof was under way', async () => {
    const bench = createDeskBench();
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
    bench.service.answer('private/sell', () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, sellDraft({ label: '' }), []);
    while (bench.service.calls(OPEN).length === 0) {
      const nextMs = bench.clock.untilNext() ?? 0;
      // Runs the timer itself and nothing after it: the look-ups are on their way.
      const advanced = bench.clock.advance(nextMs);
      for (let i = 0; i < 400 && bench.service.calls(OPEN).length === 0; i += 1) await Promise.resolve();
      if (bench.service.calls(OPEN).length > 0) bench.desk.close();
      await advanced;
    }
    const asked = bench.service.calls(STATE).length;
    await bench.clock.advance(60_000);
    const after = bench.service.calls(STATE).length;
    bench.remove();
    expect(after).toBe(asked);
  });
});
