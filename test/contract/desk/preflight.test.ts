import type { Socket } from 'node:net';
import { describe, expect, it, type TestContext } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { type BackEnd, checkAndPlace, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { createHeldClock } from '../../support/movable-clocks.ts';
import { type Content, forwardTo } from '../../support/wire/forward.ts';
import { STATE } from '../../support/wire/look-up-methods.ts';
import { PATIENCE_MS } from '../../support/window/patience.ts';
import { placedOrder, orderDraft } from '../../support/records/records.ts';
import {
  type Behaviour,
  createServiceDouble,
  methodOf,
  refuseWith,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const SELL = 'private/sell';
const SUMMARIES = 'private/get_account_summaries';
const TICKER = 'public/ticker';
const MARKET = orderDraft({ type: 'market', price: '', amount: '200' });
const HOUR_MS = 3_600_000;

/** What a service that is not in order does with the calls of a method, or of all; the others are the simulator's. */
interface Trouble {
  readonly method: typeof STATE | typeof SUMMARIES | 'all';
  /** Hanging: takes the call and never answers. */
  readonly behaviour: (origin: string) => Behaviour | 'hangs';
}

const refused: Trouble['behaviour'] = () => refuseWith(13_021, 'forbidden');
const hangs: Trouble['behaviour'] = () => 'hangs';

const TROUBLES: readonly (readonly [what: string, reason: string, trouble: Trouble])[] = [
  ['never answers a look-up', 'connecting', { method: STATE, behaviour: hangs }],
  ['permits no look-up', 'look_up_refused', { method: STATE, behaviour: refused }],
  [
    'finds an order under a label that nobody used',
    'look_up_not_empty',
    { method: STATE, behaviour: (origin) => forwardTo(origin, (content) => ({ ...content, result: [placedOrder()] })) },
  ],
  ['never tells its time, nor a price that would', 'clock_unknown', { method: 'all', behaviour: timeless }],
  ['tells another time in every answer and price', 'clock_unknown', { method: 'all', behaviour: wandering }],
  ['never answers for the account', 'limits_unknown', { method: SUMMARIES, behaviour: hangs }],
  ['refuses to tell of the account', 'limits_unknown', { method: SUMMARIES, behaviour: refused }],
  [
    'tells of the account without its limits',
    'limits_unknown',
    { method: SUMMARIES, behaviour: (origin) => forwardTo(origin, withoutLimits) },
  ],
];

function timeless(origin: string): Behaviour {
  const untold = forwardTo(origin, ({ usIn: _in, usOut: _out, ...content }) => content);
  const none = refuseWith(10_041, 'settlement_in_progress');
  return (call, response) => (methodOf(call) === TICKER ? none : untold)(call, response);
}

/** No two answers agree on what time it is. */
function wandering(origin: string): Behaviour {
  let hours = 0;
  return forwardTo(origin, ({ usOut, result, ...content }) => {
    hours += 1;
    const { timestamp, ...record } = Object(result) as Content;
    const told = typeof timestamp === 'number' ? { ...record, timestamp: timestamp + hours * HOUR_MS } : result;
    return { ...content, usOut: Number(usOut) + hours * HOUR_MS * 1000, result: told };
  });
}

function withoutLimits({ result, ...content }: Content): Content {
  const { summaries, ...account } = result as Content & { summaries: readonly Content[] };
  return { ...content, result: { ...account, summaries: summaries.map(({ limits: _limits, ...rest }) => rest) } };
}

interface Troubled {
  readonly at: BackEnd;
  readonly simulator: Simulator;
  readonly double: ServiceDouble;
  readonly mend: () => void;
}

/** The first start on a new profile, at a service in trouble. */
async function start({ method, behaviour }: Trouble, test: Pick<TestContext, 'onTestFinished'>): Promise<Troubled> {
  const simulator = await createSimulator({ seed: 7 });
  const sound = forwardTo(simulator.origin);
  const troubled = behaviour(simulator.origin);
  const hanging: Socket[] = [];
  const double = await createServiceDouble((call, response) => {
    if (method !== 'all' && methodOf(call) !== method) sound(call, response);
    else if (troubled === 'hangs') hanging.push(call.socket);
    else troubled(call, response);
  });
  const at = await startBackEnd({ simulator: { ...simulator, origin: double.origin } });
  test.onTestFinished(async () => {
    await at.close();
    await double.close();
  });
  const mend = (): void => {
    double.behave(sound);
    for (const socket of hanging) socket.destroy();
  };
  return { at, simulator, double, mend };
}

const whyNot = async (at: BackEnd) =>
  (await at.services.handlers['session.open'](null, TEST_WINDOW)).status.selling_blocked?.params['reason'];

/** Resolves once selling is blocked for that reason and the preflight, for want of an answer, asks once more. */
async function untilProvenWanting({ at, double }: Troubled, reason: string): Promise<void> {
  const told = at.waitFor<SessionStatus>(
    'session.changed',
    ({ selling_blocked }) => selling_blocked?.params['reason'] === reason,
  );
  if ((await whyNot(at)) !== reason) await told;
  while (double.calls.filter((call) => methodOf(call) === STATE).length < 2) await double.nextCall();
}

type Troubles = (typeof TROUBLES)[number];

async function expectMended(
  [, reason, trouble]: Troubles,
  test: Pick<TestContext, 'onTestFinished' | 'expect'>,
): Promise<void> {
  const troubled = await start(trouble, test);
  const { at, simulator, double, mend } = troubled;
  await untilProvenWanting(troubled, reason);
  expect(await whyNot(at)).toBe(reason);
  const { row, check } = await checkAndPlace(at, MARKET, 'all');
  expect(row).toBeNull();
  expect(check.issues).toContainEqual(
    expect.objectContaining({ severity: 'error', code: 'trading_not_ready', params: { reason } }),
  );
  expect(double.calls.filter((call) => methodOf(call) === SELL)).toEqual([]);

  mend();
  await at.waitUntilReady();
  // A busy machine makes prices old, which are not sold on by one press.
  const sell = async () => (await checkAndPlace(at, MARKET)).row?.order?.order_state;
  await test.expect.poll(sell, { timeout: PATIENCE_MS }).toBe('filled');
  expect(double.calls.filter((call) => methodOf(call) === SELL)).toHaveLength(1);
  expect(simulator.control.executions()).toBe(1);
}

/** One for each reason; the others are found in the same way. */
const KEPT = [
  'never answers a look-up',
  'finds an order under a label that nobody used',
  'tells another time in every answer and price',
  'tells of the account without its limits',
];
const isKept = ([what]: Troubles) => KEPT.includes(what);

// Each has a service and a back end of its own, and waits for them most of the time.
describe.concurrent('the first start at a service that', () => {
  it.for(TROUBLES.filter(isKept))('%s keeps selling off (%s), and opens it once that is mended', expectMended);

  it.for(TROUBLES.filter((one) => !isKept(one)))(
    '%s keeps selling off (%s), and opens it once that is mended',
    DEEP,
    expectMended,
  );
});

it('at a service that tells no limits, the documented ones open selling once the trader chooses them', async (test) => {
  const trouble: Trouble = { method: SUMMARIES, behaviour: (origin) => forwardTo(origin, withoutLimits) };
  const troubled = await start(trouble, test);
  const { at } = troubled;
  await untilProvenWanting(troubled, 'limits_unknown');
  at.services.assumeLimits();
  await at.waitUntilReady();
  const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
  expect(status).toMatchObject({ limits: 'assumed', selling_blocked: null, order_meter: { rate: 5, burst: 20 } });
  const { row, check } = await checkAndPlace(at, MARKET, 'all');
  expect(row?.outcome).toBe('accepted');
  expect(check.forecast?.steps).toContainEqual(
    expect.objectContaining({ code: 'limit_not_told', params: { rate: '5', burst: '20' } }),
  );
});

describe('the first start at a service whose clock is far from the terminal’s', () => {
  it.each([600_000, -600_000])(
    'by %i ms learns that from its answers, and gives a sell its whole time',
    async (offsetMs) => {
      const clock = createHeldClock();
      const simulator = await createSimulator({ seed: 7, clock });
      simulator.control.moveClock(offsetMs);
      const at = await startBackEnd({ simulator, clock });
      await at.waitUntilReady();
      const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
      expect(status.clock_offset_ms).toBe(offsetMs);
      expect((await checkAndPlace(at, { ...MARKET, valid_for_ms: 4000 })).row?.outcome).toBe('accepted');
      const [sell] = simulator.control.calls(SELL).records;
      expect(Number(sell?.params['valid_until']) - (sell?.atMs ?? 0)).toBe(4000);
      await at.close();
    },
  );
});
