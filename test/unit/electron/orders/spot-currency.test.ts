import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

const LOOK_UPS = ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const;
const SPOT = 'BTC_USDC';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

async function press(instrument_name = SPOT): Promise<string> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ instrument_name }), []);
  return intentId;
}

/** The service knows orders by this currency alone, shows this of them, and answers of any other so. */
function knowBy(known: string, changes: object | null, others: { value: unknown } | typeof noAnswer): void {
  const answer = ({ currency, label }: Record<string, unknown>) => {
    if (currency !== known) return others;
    return { value: changes === null ? [] : [placedOrder({ label, instrument_name: SPOT, ...changes })] };
  };
  for (const method of LOOK_UPS) bench.service.answer(method, answer);
}

describe('a spot sell without an answer', () => {
  beforeEach(() => bench.service.answer('private/sell', () => noAnswer));

  it.each([
    ['BTC', { value: [] }],
    ['USDC', { value: [] }],
    ['BTC', noAnswer],
    ['USDC', noAnswer],
  ])('that rests is found by %s alone, whatever is said of the other', async (known, others) => {
    knowBy(known, {}, others);
    const intentId = await press();
    await bench.clock.advance(20_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    expect(bench.published.map(({ outcome }) => outcome)).not.toContain('absent');
  });

  it('is absent once neither currency shows it, and not while one is not answered', async () => {
    knowBy('USDC', null, noAnswer);
    const intentId = await press();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    knowBy('USDC', null, { value: [] });
    await bench.clock.advance(20_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', notices: [{ code: 'absence_proof' }] });
    const asked = bench.service.calls('private/get_open_orders_by_label').map(({ currency }) => currency);
    expect(asked.slice(-2)).toEqual(['USDC', 'BTC']);
  });
});

describe('a spot order that a service knows by its base', () => {
  it('is followed to its end', async () => {
    acceptSells(bench.service, { instrument_name: SPOT });
    knowBy('BTC', { order_state: 'filled' }, { value: [] });
    const intentId = await press();
    const stop = bench.track();
    await bench.clock.advance(5000);
    stop();
    expect(bench.row(intentId).order).toMatchObject({ order_state: 'filled' });
  });
});

describe('a sell of anything but spot', () => {
  it('is looked up in one currency', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    for (const method of LOOK_UPS) bench.service.answer(method, () => ({ value: [] }));
    await press('BTC_USDC-PERPETUAL');
    await bench.clock.advance(20_000);
    const asked = LOOK_UPS.flatMap((method) => bench.service.calls(method)).map(({ currency }) => currency);
    expect(new Set(asked)).toEqual(new Set(['USDC']));
  });
});
