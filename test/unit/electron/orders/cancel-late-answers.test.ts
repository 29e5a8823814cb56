import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { whoCancelled } from '../../../../shared/orders/outcome/cancel-reason.ts';
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
  show({});
});
afterEach(() => bench.remove());

/** Look-ups show the order like that from now on. */
function show(changed: Record<string, unknown>): void {
  bench.service.answer(STATE, () => ({ value: [orderOf(row, changed)] }));
}
const now = () => bench.row(row.intent_id);

/** Asks, without an answer until that is given. */
function askSlowly(method: typeof BY_ID | typeof ALL): (reply: Reply) => void {
  let tell: (reply: Reply) => void = () => undefined;
  const late = new Promise<Reply>((done) => (tell = done));
  bench.service.answer(method, () => ({ late }));
  return tell;
}

describe('a cancel of one order that is answered after the account was cancelled, and its order seen at its end', () => {
  it.each<[string, Reply]>([
    ['refused by a lock', REFUSED],
    ['refused for a full queue', refusal(10_047, 'transient', 'matching_engine_queue_full')],
    ['refused since it was withdrawn', refusal(13_666, 'refused', 'request_cancelled_by_user')],
    ['refused for want of credits', SPENT],
    ['not sent', NOT_SENT],
    ['not answered', noAnswer],
  ])('and is %s, takes nothing of that', async (_how, reply) => {
    const answer = askSlowly(BY_ID);
    const one = bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(10);
    bench.service.answer(ALL, () => ({ value: 1 }));
    await bench.canceller.cancelAccount();
    show(CANCELLED);
    await bench.clock.advance(1000);
    expect(now().cancel?.state).toBe('cancelled');
    answer(reply);
    await bench.clock.advance(10_000);
    expect((await one).order?.order_state).toBe('cancelled');
    expect([now().cancel?.state, whoCancelled(now())]).toEqual(['cancelled', 'this_terminal']);
  });

  it('takes nothing of it either where that was seen before the account’s answer', async () => {
    const answer = askSlowly(BY_ID);
    const answerAll = askSlowly(ALL);
    void bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(10);
    const all = bench.canceller.cancelAccount();
    show(CANCELLED);
    const stop = bench.track();
    await bench.clock.advance(2000);
    stop();
    expect(now().order?.order_state).toBe('cancelled');
    answerAll({ value: 1 });
    await all;
    answer(REFUSED);
    await bench.clock.advance(1000);
    expect([now().cancel?.state, whoCancelled(now())]).toEqual(['cancelled', 'this_terminal']);
  });
});

describe('cancelling the account, which is refused after an order ended elsewhere', () => {
  it('does not count that as its doing', async () => {
    const answerAll = askSlowly(ALL);
    const all = bench.canceller.cancelAccount();
    show(CANCELLED);
    bench.track();
    await bench.clock.advance(2000);
    answerAll(REFUSED);
    await expect(all).rejects.toThrow();
    expect([now().cancel?.state, whoCancelled(now())]).toEqual(['refused', 'elsewhere']);
  });

  it('counts it as that of an earlier press whose answer was lost', async () => {
    bench.service.answer(BY_ID, () => noAnswer);
    await bench.canceller.cancel(row.intent_id);
    const answerAll = askSlowly(ALL);
    const all = bench.canceller.cancelAccount();
    show(CANCELLED);
    bench.track();
    await bench.clock.advance(2000);
    answerAll(REFUSED);
    await expect(all).rejects.toThrow();
    expect([now().cancel?.state, whoCancelled(now())]).toEqual(['cancelled', 'this_terminal']);
  });
});

describe('a cancel that waits for a credit', () => {
  it('whose order is cancelled elsewhere meanwhile, has not done that', async () => {
    bench.service.answer(BY_ID, () => SPENT);
    void bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(10);
    expect(now().cancel).toMatchObject({ state: 'requested', reason: 'no_credits' });
    show(CANCELLED);
    bench.track();
    await bench.clock.advance(5000);
    expect([now().order?.order_state, whoCancelled(now())]).toEqual(['cancelled', 'elsewhere']);
  });
});
