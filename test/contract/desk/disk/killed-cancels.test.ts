import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../../support/deep.ts';
import type { JournalVerification } from '../../../../shared/ipc/schemas/journal-schema.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { MOST_LAG_MS } from '../../../../electron/orders/lineage.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { EXTENSION_NAMES } from '../../../../simulator/http/rules.ts';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { startBackEnd } from '../../../support/bench/back-end.ts';
import { type Bundle, bundleProcess } from '../../../support/mortal/bundle-process.ts';
import { ALL, BY_ID, BY_LABEL } from '../../../support/bench/cancel-bench.ts';
import {
  chooseSteps,
  dieAtEach,
  type End,
  hasPassed,
  leaveStatements,
  listEnds,
  listSpared,
  NO_FAULT,
  openStage,
  readIntents,
  runMortal,
  verifyJournal,
  waitUntilTaken,
} from '../../../support/mortal/mortal-lives.ts';
import { createLeapingClock } from '../../../support/movable-clocks.ts';
import type { MortalOrders } from '../../../support/mortal/mortal-terminal.ts';
import { orderDraft } from '../../../support/records/records.ts';

const LABEL = 'mortal';
/** For longer than a busy machine takes to send the sell. */
const VALID_MS = 30_000;
/** Against hanging: all ways are lived at once. */
const LIMIT_MS = 600_000;
const METHODS = [BY_ID, BY_LABEL, ALL];

/** How the cancel is asked for, of a service that lacks those methods. */
interface Way {
  readonly by: 'orders.cancel' | 'orders.cancel_account';
  readonly missing: readonly string[];
  readonly isReplyLost: boolean;
}

let mortal: Bundle;

beforeAll(async () => {
  mortal = await bundleProcess('mortal-terminal.ts');
});
afterAll(() => mortal.remove());

/** What a process did, and what a second one on the same files made of it. */
interface Life extends End {
  /** Cancels of the order that were written. */
  readonly askedBefore: number;
  readonly askedAfter: number;
  /** The order as the service has it, and as the journal has it in the end. */
  readonly state: unknown;
  readonly row: OrderRow | undefined;
  readonly journals: readonly JournalVerification[];
}

/** Not those that find out whether the service offers to cancel at all. */
function countAsked({ control }: Simulator, orderId: unknown): number {
  const byId = control.calls(BY_ID).records.filter(({ params }) => params['order_id'] === orderId);
  const byLabel = control.calls(BY_LABEL).records.filter(({ params }) => params['label'] === LABEL);
  return byId.length + byLabel.length + control.calls(ALL).count;
}

/** Whether it is looked for yet what became of the cancel; of what has ended, its own state says it. */
function isOpen(row: OrderRow): boolean {
  return isResting(row) && (row.cancel?.state === 'requested' || row.cancel?.state === 'unknown');
}

async function readPrice({ origin }: Simulator): Promise<string> {
  const reply = await fetch(`${origin}/api/v2/public/ticker?instrument_name=BTC-PERPETUAL`);
  const { result } = (await reply.json()) as { result: { mark_price: number } };
  return String(Math.floor(result.mark_price) + 900);
}

/**
 * A process that sells, cancels and dies at that step; the result runs a second one on its files until the cancel is
 * decided.
 */
async function begin({ by, missing, isReplyLost }: Way, dieAt: string | null): Promise<() => Promise<Life>> {
  const { simulator, access, close } = await openStage();
  const { control } = simulator;
  const { dataDir } = access;
  const draft = orderDraft({ price: await readPrice(simulator), amount: '200', label: LABEL, valid_for_ms: VALID_MS });
  const deed = { kind: 'cancel', by, intentId: randomUUID(), draft } as const;
  const offered = EXTENSION_NAMES.filter((name) => !missing.includes(name));
  if (missing.length > 0) control.setDoor({ extensions: new Set(offered) });
  const rested = control
    .waitForOrder((order) => order['label'] === LABEL)
    .then((order) => {
      if (isReplyLost) for (const method of METHODS) control.failAll(method, 'drop_after_executing');
      return order;
    });
  const orders: MortalOrders = { ...access, deed, dieAt };
  const end = await runMortal(mortal.path, orders);
  const { order_id: orderId } = await rested;
  await waitUntilTaken(simulator.origin);
  for (const method of METHODS) control.failAll(method, null);
  const askedBefore = countAsked(simulator, orderId);
  const afterDeath = verifyJournal(dataDir);

  const clock = createLeapingClock();
  const second = await startBackEnd({ simulator, dataDir, scheme: 'basic', clock });
  return async () => {
    await second.waitUntilReady();
    // What rests after a cancel without an answer is believed once look-ups can't lag by more.
    clock.pass(MOST_LAG_MS);
    await second.waitForRow((row) => !isOpen(row));
    await second.services.close();
    const life = {
      ...end,
      askedBefore,
      askedAfter: countAsked(simulator, orderId),
      state: control.ordersByLabel(LABEL).at(-1)?.['order_state'],
      row: readIntents(dataDir).at(0),
      journals: [afterDeath, verifyJournal(dataDir)],
    };
    await close();
    return life;
  };
}

const WISHED = 'after COMMIT of intents #1';
/** That no answer has come. */
const UNANSWERED = 'after COMMIT of intents #2';

interface Scenario extends Way {
  /** The method as its steps name it. */
  readonly method: string;
  readonly passes: readonly string[];
  /** Of its way, the steps that no other scenario dies at. */
  readonly own: (steps: readonly string[]) => readonly string[];
}

const ONE = { by: 'orders.cancel', missing: [], isReplyLost: false, method: 'cancel' } as const;

const SCENARIOS: readonly (readonly [name: string, scenario: Scenario])[] = [
  [
    'is carried out',
    {
      ...ONE,
      passes: [
        WISHED,
        'cancel: before writing #1',
        'cancel: after writing #1',
        'cancel: reply read #1',
        'after COMMIT of intents #2',
      ],
      own: (steps) => steps,
    },
  ],
  [
    'is carried out, and each of its replies is lost',
    {
      ...ONE,
      isReplyLost: true,
      passes: ['cancel: connection lost #1', 'cancel: after writing #2', UNANSWERED],
      own: (steps) => listEnds(steps.slice(steps.indexOf('cancel: connection lost #1'))),
    },
  ],
  [
    'is carried out by label',
    {
      ...ONE,
      missing: [BY_ID],
      method: 'cancel_by_label',
      passes: [WISHED, 'cancel_by_label: after writing #1', 'cancel_by_label: reply read #1'],
      own: leaveStatements,
    },
  ],
  [
    'is carried out by label, and each of its replies is lost',
    {
      ...ONE,
      missing: [BY_ID],
      isReplyLost: true,
      method: 'cancel_by_label',
      passes: ['cancel_by_label: connection lost #1', UNANSWERED],
      own: (steps) => listEnds(steps.slice(steps.indexOf('cancel_by_label: connection lost #1'))),
    },
  ],
  [
    'is of the whole account',
    {
      ...ONE,
      by: 'orders.cancel_account',
      method: 'cancel_all',
      passes: [WISHED, 'cancel_all: after writing #1', 'cancel_all: reply read #1'],
      own: leaveStatements,
    },
  ],
  [
    'is of the whole account, and its reply is lost',
    {
      ...ONE,
      by: 'orders.cancel_account',
      isReplyLost: true,
      method: 'cancel_all',
      passes: ['cancel_all: connection lost #1', UNANSWERED],
      own: (steps) => listEnds(steps.slice(steps.indexOf('cancel_all: connection lost #1'))),
    },
  ],
];

/** The others go the same ways by another method. */
const KEPT = ['is carried out', 'is carried out, and each of its replies is lost', 'is of the whole account'];
const isKept = ([name]: (typeof SCENARIOS)[number]) => KEPT.includes(name);

/** A life for each step of its own way. Those that must be among them, and that none has ended at. */
async function findSpared({ passes, own: choose, method, ...way }: Scenario): Promise<readonly string[]> {
  const whole = await (await begin(way, null))();
  const { steps } = whole;
  expect(whole).toMatchObject({ state: 'cancelled', row: { cancel: { state: 'cancelled' } } });
  expect(steps).toEqual(expect.arrayContaining([...passes]));
  expect(steps.slice(0, steps.indexOf(`${method}: before writing #1`))).toContain(WISHED);
  const own = chooseSteps(choose(steps), passes);
  const lives = await dieAtEach(own, (step) => begin(way, step));
  for (const life of lives) {
    const said = `killed at “${life.diedAt}”`;
    expect(life.signal, said).toBe('SIGKILL');
    expect(life.askedAfter, `${said}: it is not asked for again`).toBe(life.askedBefore);
    expect(life.journals, `${said}: its journal proves itself`).toMatchObject([NO_FAULT, NO_FAULT]);
    const { row, state, askedBefore } = life;
    expect(row?.order?.order_state, `${said}: the order is told as it is`).toBe(state);
    const isWished = hasPassed(life, steps, WISHED);
    expect(row?.cancel !== null, `${said}: the wish is in the journal`).toBe(isWished);
    // Written or not, what took nothing off the book can be asked for again, by a person.
    if (state === 'open') expect(row?.cancel?.state, said).toBe(isWished ? 'still_open' : undefined);
    expect(state, `${said}: what the service was asked is all it did`).toBe(askedBefore > 0 ? 'cancelled' : 'open');
  }
  expect(lives.map(({ state }) => state)).toContain('cancelled');
  if (!way.isReplyLost) expect(lives.map(({ state }) => state)).toContain('open');
  return listSpared(lives, passes).filter((step) => own.includes(step));
}

describe('a terminal killed at any step of a cancel that', () => {
  it.concurrent.each(SCENARIOS.filter(isKept))('%s', { timeout: LIMIT_MS }, async (_name, scenario) => {
    expect(await findSpared(scenario)).toEqual([]);
  });

  it.concurrent.each(SCENARIOS.filter((one) => !isKept(one)))(
    '%s',
    { timeout: LIMIT_MS, ...DEEP },
    async (_name, scenario) => {
      expect(await findSpared(scenario)).toEqual([]);
    },
  );
});
