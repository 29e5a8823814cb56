import { describe, expect, it } from 'vitest';
import { createDeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

describe('a desk that was closed', () => {
  it('leaves no timer, though a proof was under way', async () => {
    const bench = createDeskBench();
    bench.service.answer(STATE, () => ({ value: [] }));
    // The look-ups of the proof are on their way as it closes.
    bench.service.answer(OPEN, () => {
      bench.desk.close();
      return { value: [] };
    });
    bench.service.answer('private/sell', () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    while (bench.service.calls(OPEN).length === 0) await bench.clock.advance(bench.clock.untilNext() ?? 0);
    const asked = bench.service.calls(STATE).length;
    await bench.clock.advance(60_000);
    const after = bench.service.calls(STATE).length;
    bench.remove();
    expect(after).toBe(asked);
  });
});
