import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import { isCancelNews } from '../../../../shared/orders/outcome/cancel-reason.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  ALL,
  BY_ID,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
} from '../../../support/bench/cancel-bench.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { noAnswer, refusal, type Reply } from '../../../support/wire/scripted-service.ts';

const NOT_SENT: Reply = { failure: { kind: 'not_sent', reason: 'connection_refused', detail: 'nobody there' } };
const REFUSED = refusal(10_019, 'transient', 'locked_by_admin');
const SPENT = refusal(10_028, 'transient', 'too_many_requests');

let bench: CancelBench;
let row: OrderRow;
beforeEach(async () => {
  bench = createCancelBench();
  row = await bench.rest();
});
afterEach(() => bench.remove());

/** Look-ups show the order like that from now on. */
function show(changed: Record<string, unknown>): void {
  bench.service.answer(STATE, () => ({ value: [orderOf(row, changed)] }));
}
const press = (answer: Reply): Promise<OrderRow> => {
  bench.service.answer(BY_ID, () => answer);
  return bench.canceller.cancel(row.intent_id);
};
const cancelOf = () => bench.row(row.intent_id).cancel;

/** Follows the order for so long; whether another's cancel was reported. */
async function isToldElsewhere(ms: number): Promise<boolean> {
  const from = bench.published.length;
  const stop = bench.track();
  await bench.clock.advance(ms);
  stop();
  expect(bench.row(row.intent_id).order?.order_state).toBe('cancelled');
  return bench.published.slice(from).some((now) => isCancelNews(row, now));
}

describe('a first press whose answer was lost', () => {
  beforeEach(async () => {
    show({});
    await press(noAnswer);
    await bench.clock.advance(2000);
  });

  it.each([
    ['not sent', NOT_SENT],
    ['refused', REFUSED],
  ])('is looked for on, where the second is %s: its end is nobody else’s', async (_how, answer) => {
    const lost = { state: 'unknown', reason: 'connection_lost' };
    expect(cancelOf()).toMatchObject(lost);
    expect((await press(answer)).cancel).toMatchObject(lost);
    show(CANCELLED);
    expect(await isToldElsewhere(10_000)).toBe(false);
    expect(cancelOf()?.state).toBe('cancelled');
  });

  it('ends as resting on all the same, where look-ups show it so for longer than they lag', async () => {
    await press(REFUSED);
    await bench.clock.advance(60_000);
    expect(cancelOf()?.state).toBe('still_open');
    expect((await press(REFUSED)).cancel?.state).toBe('refused');
  });

  it('is looked for on where the account is cancelled, and that is refused', async () => {
    bench.service.answer(ALL, () => REFUSED);
    await expect(bench.canceller.cancelAccount()).rejects.toThrow();
    expect(cancelOf()?.state).toBe('unknown');
    show(CANCELLED);
    expect(await isToldElsewhere(10_000)).toBe(false);
  });

  it('is looked for on by the next run, where the second waited for a credit', async () => {
    void press(SPENT);
    await bench.clock.advance(0);
    expect(describeCancel(bench.row(row.intent_id))).toBe('Cancelling again once the account’s limit allows…');
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
    show({});
    bench.canceller.resume();
    await bench.clock.advance(1000);
    expect(cancelOf()?.state).toBe('unknown');
  });
});

describe('cancelling the account while one order of it is cancelled', () => {
  it('and refused, leaves that one as its own cancel tells it', async () => {
    show(CANCELLED);
    bench.service.answer(ALL, () => REFUSED);
    const all = bench.canceller.cancelAccount();
    const one = press({ value: orderOf(row, CANCELLED) });
    await expect(all).rejects.toThrow();
    await one;
    expect(bench.row(row.intent_id)).toMatchObject({
      order: { order_state: 'cancelled' },
      cancel: { state: 'cancelled' },
    });
  });

  it('and has no answer yet does not tell that one as refused: it may be carried out', async () => {
    bench.service.answer(ALL, () => ({ never: true }));
    void bench.canceller.cancelAccount();
    expect((await press(REFUSED)).cancel?.state).toBe('requested');
    show(CANCELLED);
    expect(await isToldElsewhere(10_000)).toBe(false);
  });
});

it('of the account that is answered with reports counts the orders that these tell of, and names what failed', async () => {
  const report = { currency: 'BTC', type: 'limit', instrument_name: 'BTC-PERPETUAL' };
  const reports = [
    { ...report, result: [orderOf(row, CANCELLED), orderOf(row, { ...CANCELLED, order_id: 'WEB-1' })] },
    { ...report, type: 'trigger', result: [orderOf(row, { ...CANCELLED, order_id: 'WEB-2' })] },
    {
      ...report,
      currency: 'ETH',
      instrument_name: 'ETH-PERPETUAL',
      error: { code: 10_041, message: 'settlement_in_progress' },
    },
  ];
  bench.service.answer(ALL, () => ({ value: reports }));
  expect(await bench.canceller.cancelAccount()).toEqual({ cancelled: 3, undecided: 0, failed: ['ETH-PERPETUAL'] });
});
