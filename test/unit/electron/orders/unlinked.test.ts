import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

/** By then an order that was cancelled at once is forgotten. */
const LONG_MS = 34 * 60_000;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

/** A sell with an order beside it goes out, without an answer; nothing is shown of it. Gives its intent. */
async function sellLinked(): Promise<string> {
  bench.service.answer('private/sell', () => noAnswer);
  show(null);
  const intentId = nextIntentId();
  await bench.desk.place(
    intentId,
    orderDraft({ linked_order_type: 'one_triggers_other', children: [childDraft()] }),
    [],
  );
  return intentId;
}

/** From now on look-ups by the sell's label show that order; null: none. */
function show(changes: Record<string, unknown> | null): void {
  for (const method of [STATE, OPEN] as const) {
    bench.service.answer(method, ({ label }) => {
      const isOfSell = !String(label).includes('/');
      return { value: changes === null || !isOfSell ? [] : [placedOrder({ label, ...changes })] };
    });
  }
}

const STRANGERS = { order_id: 'THEIRS-1' };
const OWN = { order_id: 'OURS-1', oto_order_ids: ['OTO-1'] };

describe('an order under the label of a linked sell, shown for the first time after half an hour', () => {
  it('is not taken for the sell where it names no linked orders: a person is asked', async () => {
    const intentId = await sellLinked();
    bench = bench.restart(true);
    await bench.clock.advance(LONG_MS);
    show(STRANGERS);
    bench.desk.resume();
    await bench.clock.advance(60_000);
    const asked = { code: 'needs_a_person', params: { unlinked_order_id: 'THEIRS-1' } };
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', order: null, notices: [asked] });
    show(null);
    await bench.clock.advance(10 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [asked] });
  });

  it('is the sell where it names them', async () => {
    const intentId = await sellLinked();
    bench = bench.restart(true);
    await bench.clock.advance(LONG_MS);
    show(OWN);
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' } });
  });

  it('is the sell once a person says so', async () => {
    const intentId = await sellLinked();
    bench = bench.restart(true);
    await bench.clock.advance(LONG_MS);
    show(STRANGERS);
    bench.desk.resume();
    await bench.clock.advance(60_000);
    const { label } = bench.row(intentId);
    bench.desk.state({ intent_id: intentId, order_id: 'THEIRS-1', typed: label });
    await bench.clock.advance(15 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'THEIRS-1' } });
  });
});

describe('an order that names no linked orders, while look-ups tell of all', () => {
  it('is the sell: a service may leave that out', async () => {
    const intentId = await sellLinked();
    show(STRANGERS);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'THEIRS-1' } });
  });

  it('takes an absence back where it turns up after half an hour, and a person is asked', async () => {
    const intentId = await sellLinked();
    await bench.clock.advance(LONG_MS);
    const { outcome, label, submitted_at: createdMs } = bench.row(intentId);
    expect(outcome).toBe('absent');
    show(STRANGERS);
    bench.desk.sighted([placedOrder({ label, ...STRANGERS, creation_timestamp: createdMs })]);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { unlinked_order_id: 'THEIRS-1' } }],
    });
  });
});
