import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { type CuttingLine, headLength, openCuttingLine } from '../../../support/wire/cutting-line.ts';
import {
  credentialsOf,
  openSocketDesk,
  type SocketDesk,
  startVirtualSimulator,
} from '../../../support/bench/socket-desk.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const SELL = 'private/sell';
/** By then an order that the service never took is proven absent. */
const PROOF_MS = 30_000;

let simulator: Simulator;
let line: CuttingLine;
let on: SocketDesk;
beforeEach(async () => {
  const clock = createVirtualClock();
  simulator = await startVirtualSimulator(clock);
  line = await openCuttingLine(simulator.port);
  on = await openSocketDesk({ origin: line.origin, credentials: credentialsOf(simulator) }, clock);
});
afterEach(async () => {
  await on.close();
  await line.close();
  await simulator.close();
});

const CUTS: readonly (readonly [what: string, through: (request: Buffer) => number, isTaken: boolean])[] = [
  ['nothing', () => 0, false],
  ['a byte', () => 1, false],
  ['half of the head', (request) => Math.floor(headLength(request) / 2), false],
  ['the head alone', headLength, false],
  ['all but the last byte', (request) => request.length - 1, false],
  ['all of it', (request) => request.length, true],
];

describe.each([
  ['new', 0],
  ['used', 1],
])('a sell on a %s connection that is reset', (_connection, before) => {
  it.each(CUTS)('with %s at the service is unknown, then proven, and written once', async (_what, through, isTaken) => {
    for (let sold = 0; sold < before; sold += 1) await on.sell({ amount: '300', label: `before ${sold}` });
    const carried = line.cutNext(SELL, through);
    const reached = isTaken ? simulator.control.waitForCall(SELL) : null;
    const { intent_id, outcome, order } = await on.sell({ label: 'cut' });
    expect({ outcome, order }).toEqual({ outcome: 'unknown', order: null });
    expect(await carried).toBe(before);
    await reached;
    await on.pass(PROOF_MS);
    const proven = isTaken ? 'accepted' : 'absent';
    expect(on.row(intent_id).outcome).toBe(proven);
    await on.pass(120_000);
    expect(on.row(intent_id).outcome).toBe(proven);
    expect(line.begun(SELL)).toBe(before + 1);
    expect(simulator.control.calls(SELL).count).toBe(before + (isTaken ? 1 : 0));
    expect(simulator.control.executions()).toBe(before + (isTaken ? 1 : 0));
  });
});
