import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

const LOOK_UPS = ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const;
const PERSON = { code: 'needs_a_person', params: { why: 'no_service_time' } };

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => noAnswer);
  for (const method of LOOK_UPS) bench.service.answer(method, () => ({ value: [] }));
});
afterEach(() => bench.remove());

async function press(): Promise<string> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft(), []);
  return intentId;
}

describe('a sell without an answer, where replies tell no time of the service', () => {
  // The contract's envelope has `jsonrpc`, `id` and `result` alone.
  it.each([
    ['from the first on', 'since'],
    ['once a first empty look-up counted', 'once counted'],
  ])('%s, is put before a person while look-ups tell of it, who may close it', async (_name, when) => {
    if (when === 'since') bench.service.tellTime(false);
    const intentId = await press();
    const { label, valid_until: untilMs } = bench.row(intentId);
    await bench.clock.advance(untilMs + 600 - bench.clock.now());
    bench.service.tellTime(false);
    await bench.clock.advance(19 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [] });
    await bench.clock.advance(2 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [PERSON] });
    bench.desk.state({ intent_id: intentId, order_id: null, typed: label });
    expect(bench.row(intentId).outcome).toBe('closed');
  });

  it('is proven absent once one tells it', async () => {
    bench.service.tellTime(false);
    const intentId = await press();
    await bench.clock.advance(5 * 60_000);
    bench.service.tellTime(true);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', notices: [{ code: 'absence_proof' }] });
  });
});
