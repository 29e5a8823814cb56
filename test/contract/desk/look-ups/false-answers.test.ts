import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { type Content, forwardTo } from '../../../support/wire/forward.ts';
import { createServiceDouble, methodOf, type ServiceDouble } from '../../../support/wire/service-double.ts';
import {
  credentialsOf,
  openSocketDesk,
  type SocketDesk,
  startVirtualSimulator,
} from '../../../support/bench/socket-desk.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const SELL = 'private/sell';
const TIMED_OUT = 13_888;
const MINUTE_MS = 60_000;

let clock: VirtualClock;
let simulator: Simulator;
let double: ServiceDouble;
let on: SocketDesk;
beforeEach(async () => {
  clock = createVirtualClock();
  simulator = await startVirtualSimulator(clock);
  double = await createServiceDouble(forwardTo(simulator.origin));
  on = await openSocketDesk({ origin: double.origin, credentials: credentialsOf(simulator) }, clock);
});
afterEach(async () => {
  await on.close();
  await double.close();
  await simulator.close();
});

/** From now on sells are executed, and their answers changed on the way back. */
function changeAnswers(change: (content: Content) => Content | Promise<Content>): void {
  const sound = forwardTo(simulator.origin);
  const changed = forwardTo(simulator.origin, change);
  double.behave((call, response) => (methodOf(call) === SELL ? changed : sound)(call, response));
}

const sells = () => double.calls.filter((call) => methodOf(call) === SELL).length;

describe('the answers of two sells that are under way at once', () => {
  it.each<[what: string, make: (own: Content, other: Content) => Content, notices: readonly unknown[]]>([
    ['whole', (_own, other) => other, []],
    ['but for their ids', (own, other) => ({ ...other, id: own['id'] }), [{ code: 'label_mismatch' }]],
  ])(
    'that are exchanged %s are taken for neither: each is unknown, then found as itself',
    async (_what, make, notices) => {
      const contents: Content[] = [];
      const { promise: bothExecuted, resolve } = Promise.withResolvers<void>();
      changeAnswers(async (own) => {
        contents.push(own);
        if (contents.length === 2) resolve();
        await bothExecuted;
        return make(own, contents.find((other) => other !== own) ?? {});
      });
      const both = ['one', 'two'].map((label, index) => on.begin({ label, amount: `${index + 2}00` }));
      const rows = (await Promise.all(both.map(({ placed }) => placed))).map(({ row }) => row);
      for (const row of rows) expect(row).toMatchObject({ outcome: 'unknown', order: null, notices });
      await on.pass(MINUTE_MS);
      const found = both.map(({ intentId }) => on.row(intentId));
      expect(found).toMatchObject([
        { outcome: 'accepted', order: { label: 'one', amount: '200' } },
        { outcome: 'accepted', order: { label: 'two', amount: '300' } },
      ]);
      expect(sells()).toBe(2);
      expect(simulator.control.executions()).toBe(2);
    },
  );
});

describe('an engine that says that the order came too late', () => {
  it('and took it all the same is not believed over the look-up that finds the order', async () => {
    changeAnswers(({ result: _result, ...content }) => ({
      ...content,
      error: { code: TIMED_OUT, message: 'timed_out' },
    }));
    const { intent_id, outcome, refusal } = await on.sell({ label: 'taken' });
    expect([outcome, refusal?.name]).toEqual(['refused', 'timed_out']);
    await on.pass(MINUTE_MS);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'accepted', refusal: null, order: { label: 'taken' } });
    expect(sells()).toBe(1);
    expect(simulator.control.executions()).toBe(1);
  });
});
