import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../simulator/http/faults.ts';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { closeOnSimulator, openOnSimulator, type SocketDesk } from '../../../support/bench/socket-desk.ts';

const SELL = 'private/sell';
/** How long a sell's reply is waited for. */
const DEADLINE_MS = 5500;
/** By then an order that the service never took is proven absent. */
const PROOF_MS = 30_000;

let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

/** Resolves when the sell has reached the service, whether it is executed or not. */
async function arrival(): Promise<void> {
  while (simulator.control.calls(SELL).count === 0) await setImmediate();
}

/** Every fault, whether the service took the order, and what must come of it. */
const FAULTS: readonly (readonly [name: string, fault: Fault, executed: boolean])[] = [
  ['a reset after connect, before a reply', 'reset_before_executing', false],
  ['a server that executes and resets before the reply', 'reset_after_executing', true],
  ['a server that executes and drops before the reply', 'drop_after_executing', true],
  ['a reply cut in the middle of the JSON', 'cut_reply', true],
  ['an answer with a different id', 'wrong_id', true],
  ['an answer with both result and error', 'both_result_and_error', true],
  ['an answer with neither result nor error', 'absent_result', true],
  ['an answer whose result is null', 'null_result', true],
  ['a body of 16 MB', 'huge_body', true],
  ['a deeply nested body', 'deep_body', true],
  ...[401, 403, 408, 429, 500, 502, 503, 504].flatMap((httpStatus) =>
    [true, false].map((executed): readonly [string, Fault, boolean] => [
      `HTTP ${httpStatus} with an HTML body ${executed ? 'after' : 'without'} executing`,
      { httpStatus, html: '<h1>gateway</h1>', executed },
      executed,
    ]),
  ),
  ...([301, 302, 303, 307, 308] as const).map((status): readonly [string, Fault, boolean] => [
    `a ${status} redirect to another host`,
    { redirect: 'http://127.0.0.1:9/api/v2/private/sell', status },
    false,
  ]),
];

/** Faults in which nothing ends the call but its deadline. */
const HANGING: readonly (readonly [name: string, fault: Fault, executed: boolean])[] = [
  ['a server that never got it, and silence', 'silent_before_executing', false],
  ['a half-open connection after the order was executed', 'silent_after_executing', true],
  ['a reply after the client timeout', { delayMs: 250 }, true],
  ['a slow-loris answer, a byte a second', { dripMs: 1000 }, true],
];

async function expectProof(intentId: string, executed: boolean): Promise<void> {
  expect(on.row(intentId).outcome).toBe('unknown');
  await on.pass(executed ? 300 : PROOF_MS);
  expect(on.row(intentId).outcome).toBe(executed ? 'accepted' : 'absent');
  // Long after, nothing has been sent again, and nothing has changed its mind.
  await on.pass(120_000);
  expect(on.row(intentId).outcome).toBe(executed ? 'accepted' : 'absent');
  expect(simulator.control.calls(SELL).count).toBe(1);
  expect(simulator.control.executions()).toBe(executed ? 1 : 0);
}

describe('a sell that meets', () => {
  it.each(FAULTS)('%s is unknown, then proven, and sent once', async (_name, fault, executed) => {
    simulator.control.failNext(SELL, fault);
    const { intent_id, outcome } = await on.sell();
    expect(outcome).toBe('unknown');
    await expectProof(intent_id, executed);
  });

  it.each(HANGING)('%s is unknown at its deadline, then proven, and sent once', async (_name, fault, executed) => {
    simulator.control.failNext(SELL, fault);
    const { intentId, placed } = on.begin();
    await arrival();
    await on.pass(DEADLINE_MS - 1, 1);
    expect(on.row(intentId).outcome).toBe('sending');
    await on.pass(1, 1);
    await placed;
    await expectProof(intentId, executed);
  });

  it('silence holds up no sell behind it: that is sent and decided meanwhile', async () => {
    simulator.control.failNext(SELL, 'silent_before_executing');
    const { intentId, placed } = on.begin({ label: 'hangs' });
    await arrival();
    const next = await Promise.all([
      on.sell({ label: 'same instrument', amount: '300' }),
      on.sell({ label: 'another', instrument_name: 'ETH-PERPETUAL', amount: '400' }),
    ]);
    expect(next).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    expect(on.row(intentId).outcome).toBe('sending');
    await on.pass(DEADLINE_MS, 1);
    await placed;
    await on.pass(PROOF_MS);
    expect(on.row(intentId).outcome).toBe('absent');
    expect(simulator.control.calls(SELL).count).toBe(3);
    expect(simulator.control.executions()).toBe(2);
  });

  it('two answers with the same id takes the first, and the next sell its own', async () => {
    simulator.control.failNext(SELL, 'duplicate_reply');
    const first = await on.sell({ label: 'first' });
    const second = await on.sell({ label: 'second', amount: '300' });
    expect([first, second].map(({ outcome, order }) => [outcome, order?.label])).toEqual([
      ['accepted', 'first'],
      ['accepted', 'second'],
    ]);
    expect(simulator.control.executions()).toBe(2);
  });

  it('a look-up that is empty first and present later stays unknown, then is found', async () => {
    simulator.control.setReplies({ lookupLagMs: 4000 });
    simulator.control.failNext(SELL, 'drop_after_executing');
    const { intent_id } = await on.sell();
    await on.pass(3900);
    expect(on.row(intent_id).outcome).toBe('unknown');
    await on.pass(4000);
    expect(on.row(intent_id).outcome).toBe('accepted');
    expect(simulator.control.executions()).toBe(1);
  });

  it('a reply later than its deadline, and look-ups that lag by more, is at no time called absent', async () => {
    simulator.control.setReplies({ lookupLagMs: 6500 });
    simulator.control.failNext(SELL, { delayMs: 250 });
    const { intentId, placed } = on.begin();
    await arrival();
    await on.pass(DEADLINE_MS, 1);
    await placed;
    const seen = new Set<string>();
    for (let passedMs = 0; passedMs < PROOF_MS; passedMs += 100) {
      seen.add(on.row(intentId).outcome);
      await on.pass(100);
    }
    expect([...seen]).toEqual(['unknown', 'accepted']);
    expect(simulator.control.calls(SELL).count).toBe(1);
    expect(simulator.control.executions()).toBe(1);
  });

  it('credentials refused in mid-session stays unknown while they are, and is found once they are good', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    for (const status of [401, 403]) {
      simulator.control.failAll('private/get_order_state_by_label', { httpStatus: status, html: 'no' });
      if (status === 401) await on.sell();
      await on.pass(60_000);
      expect(on.desk.rows()).toMatchObject([{ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] }]);
    }
    simulator.control.failAll('private/get_order_state_by_label', null);
    await on.pass(6000);
    expect(on.desk.rows()).toMatchObject([{ outcome: 'accepted', notices: [] }]);
    expect(simulator.control.calls(SELL).count).toBe(1);
  });
});
