import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../../support/deep.ts';
import type { JournalVerification } from '../../../../shared/ipc/schemas/journal-schema.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { startBackEnd, TEST_WINDOW } from '../../../support/bench/back-end.ts';
import { type Bundle, bundleProcess } from '../../../support/mortal/bundle-process.ts';
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
import type { MortalOrders } from '../../../support/mortal/mortal-terminal.ts';
import { childDraft, orderDraft } from '../../../support/records/records.ts';

const SELL = 'private/sell';
/** Past every deadline of a sell: what the service has not taken by then, it never will. */
const LATER_MS = 60_000;
/** No look-up shows what is younger. */
const NEVER_MS = 3_600_000;
/** Against hanging: all ways are lived at once, since each waits for proofs of absence. */
const LIMIT_MS = 600_000;

let mortal: Bundle;

beforeAll(async () => {
  mortal = await bundleProcess('mortal-terminal.ts');
});
afterAll(() => mortal.remove());

interface Scenario {
  readonly prepare: (simulator: Simulator) => void;
  readonly draft?: (simulator: Simulator) => Promise<OrderDraft>;
  /** What must have come of the order when the first process lived to see it. */
  readonly outcome: OrderRow['outcome'];
  /** Orders that the service makes of it: of what waits for its fill, one that waits and one that is placed. */
  readonly executions: number;
  /** Steps that must be among those of its way, else the hooks have come off. */
  readonly passes: readonly string[];
  /** Of its way, the steps that no other scenario dies at. */
  readonly own: (steps: readonly string[]) => readonly string[];
}

/** What a process did, and what a second one on the same files made of it. */
interface Life extends End {
  readonly sentBefore: number;
  readonly sentAfter: number;
  readonly executions: number;
  /** The sell and what is linked to it: as the journal has them in the end, and as the service does. */
  readonly rows: readonly OrderRow[];
  readonly atService: readonly unknown[];
  /** What the journal of everything said: right after the death, and once the second process was done. */
  readonly journals: readonly JournalVerification[];
}

/** Valid for longer than a busy machine takes to send it. */
const MARKET = { type: 'market', price: '', amount: '200', label: 'mortal', valid_for_ms: 30_000 } as const;

/** A sell whose fill places two orders, of which one ends the other; the market is far from both. */
async function draftLinked({ origin }: Simulator): Promise<OrderDraft> {
  const reply = await fetch(`${origin}/api/v2/public/ticker?instrument_name=BTC-PERPETUAL`);
  const { result } = (await reply.json()) as { result: { mark_price: number } };
  const mark = Math.floor(result.mark_price);
  const common = { amount: '200', reduce_only: false } as const;
  const stop = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: String(mark + 1000) } as const;
  return orderDraft({
    ...MARKET,
    linked_order_type: 'one_triggers_one_cancels_other',
    trigger_fill_condition: 'first_hit',
    children: [childDraft({ ...common, price: String(mark - 1000) }), childDraft({ ...common, ...stop })],
  });
}

/** Of an order, what the journal must have as the service does. */
function tellOrder(order: Readonly<Record<string, unknown>> | null | undefined): unknown {
  return order == null
    ? null
    : { id: order['order_id'], state: order['order_state'], filled: Number(order['filled_amount']) };
}

/** A process that dies at that step; the result runs a second one on its files until the sell is decided and seen. */
async function begin({ prepare, draft: makeDraft }: Scenario, dieAt: string | null): Promise<() => Promise<Life>> {
  const { simulator, access, close } = await openStage();
  const { control } = simulator;
  const { dataDir, origin } = access;
  const intentId = randomUUID();
  const draft = (await makeDraft?.(simulator)) ?? orderDraft(MARKET);
  prepare(simulator);
  let hasMoved = false;
  const moveClock = () => {
    if (!hasMoved) control.moveClock(LATER_MS);
    hasMoved = true;
  };
  const orders: MortalOrders = { ...access, deed: { kind: 'sell', intentId, draft }, dieAt };
  const end = await runMortal(mortal.path, orders, () => {
    // Bytes that are out are taken or dropped at once; a read that comes behind them is answered later.
    if (control.executions() === 0) void waitUntilTaken(origin).then(moveClock);
  });
  await waitUntilTaken(origin);
  const sentBefore = control.calls(SELL).count;
  moveClock();
  const afterDeath = verifyJournal(dataDir);

  const second = await startBackEnd({ simulator, dataDir, scheme: 'basic' });
  return async () => {
    const rows = await second.services.handlers['orders.list'](null, TEST_WINDOW);
    if (rows.some((row) => row.intent_id === intentId)) await second.waitForDecision(intentId);
    const labels = [draft.label, ...draft.children.map((_child, index) => `${draft.label}/${index + 1}`)];
    const atService = labels.map((label) => tellOrder(control.ordersByLabel(label).at(-1)));
    // Linked orders are shown with what is known of their sell, each once it is seen.
    const shown = await second.services.handlers['orders.list'](null, TEST_WINDOW);
    for (const { label } of shown.filter(({ child_of }) => child_of !== null))
      await second.waitForRow((row) => row.label === label && row.order !== null);
    await second.services.close();
    const life = {
      ...end,
      sentBefore,
      sentAfter: control.calls(SELL).count,
      executions: control.executions(),
      rows: readIntents(dataDir),
      atService,
      journals: [afterDeath, verifyJournal(dataDir)],
    };
    await close();
    return life;
  };
}

const WRITTEN = 'after COMMIT of intents #1';
const FIRST_BYTE = 'sell: before writing #1';
const LOST = 'sell: connection lost #1';
const TRADES_TOLD = 'get_user_trades_by_instrument_and_time: reply read #1';

/** Up to the first byte every sell goes the same way. */
const onceSent = (steps: readonly string[]) => steps.slice(steps.indexOf(FIRST_BYTE) + 1);

const SCENARIOS: readonly (readonly [name: string, scenario: Scenario])[] = [
  [
    'is taken',
    {
      prepare: () => undefined,
      outcome: 'accepted',
      executions: 1,
      passes: [WRITTEN, FIRST_BYTE, 'sell: after writing #1', 'sell: reply read #1', 'after COMMIT of intents #2'],
      own: (steps) => steps,
    },
  ],
  [
    'is taken and its reply is lost',
    {
      prepare: ({ control }) => control.failNext(SELL, 'drop_after_executing'),
      outcome: 'accepted',
      executions: 1,
      passes: [LOST, 'get_order_state_by_label: reply read #1', 'after COMMIT of intents #3'],
      own: (steps) => leaveStatements(onceSent(steps)),
    },
  ],
  [
    'is taken and its trades alone tell of it',
    {
      prepare: ({ control }) => {
        control.setReplies({ lookupLagMs: NEVER_MS });
        control.failNext(SELL, 'drop_after_executing');
      },
      outcome: 'accepted',
      executions: 1,
      passes: [TRADES_TOLD, 'after COMMIT of intents #3'],
      own: (steps) => listEnds(steps.slice(steps.indexOf(TRADES_TOLD))),
    },
  ],
  [
    'never arrives',
    {
      prepare: ({ control }) => control.failNext(SELL, 'drop_before_executing'),
      outcome: 'absent',
      executions: 0,
      passes: [
        'get_order_state_by_label: reply read #2',
        'get_open_orders_by_label: reply read #1',
        'after COMMIT of intents #3',
      ],
      // It is looked for as above, and more often.
      own: (steps) => listEnds(onceSent(steps)),
    },
  ],
  [
    'places linked orders and is taken',
    {
      prepare: () => undefined,
      draft: draftLinked,
      outcome: 'accepted',
      executions: 5,
      passes: [
        FIRST_BYTE,
        'sell: reply read #1',
        'get_order_state_by_label: reply read #2',
        'after COMMIT of intents #6',
      ],
      own: (steps) => [
        ...steps.slice(0, steps.indexOf(FIRST_BYTE)).filter((step) => !step.endsWith(' #1')),
        ...listEnds(steps.slice(steps.indexOf(FIRST_BYTE))),
      ],
    },
  ],
  [
    'places linked orders, is taken and its reply is lost',
    {
      prepare: ({ control }) => control.failNext(SELL, 'drop_after_executing'),
      draft: draftLinked,
      outcome: 'accepted',
      executions: 5,
      passes: [LOST, 'get_order_state_by_label: reply read #1', 'after COMMIT of intents #5'],
      // Then both are looked for as above.
      own: (steps) => listEnds(steps.slice(steps.indexOf(LOST), steps.indexOf('after COMMIT of intents #5') + 1)),
    },
  ],
];

/** What the journal must have of a sell and what is linked to it: as the service does, or that it is not there. */
function expectTrue({ rows, atService, executions }: Life, said: string): void {
  for (const [index, { outcome, order, notices }] of rows.entries()) {
    const isByTrades = notices.some(({ code }) => code === 'known_by_trades');
    expect(outcome, said).toBe(executions > 0 ? 'accepted' : 'absent');
    if (!isByTrades) expect(tellOrder(order), said).toEqual(atService[index]);
  }
}

/** A life for each step of its own way. Those that must be among them, and that none has ended at. */
async function findSpared(scenario: Scenario): Promise<readonly string[]> {
  const whole = await (await begin(scenario, null))();
  const { steps } = whole;
  const places = whole.rows.length;
  expect(whole.executions).toBe(scenario.executions);
  expect(new Set(whole.rows.map(({ outcome }) => outcome))).toEqual(new Set([scenario.outcome]));
  expectTrue(whole, 'not killed');
  expect(steps).toEqual(expect.arrayContaining([...scenario.passes]));
  // Order journal and the journal of everything share one commit, and so one flush.
  const beforeFirstByte = steps.slice(0, steps.indexOf(FIRST_BYTE));
  expect(beforeFirstByte.filter((step) => step.startsWith('after COMMIT of intents'))).toEqual([WRITTEN]);
  expect(beforeFirstByte).toContain('before INSERT INTO audit #1');
  const own = chooseSteps(scenario.own(steps), scenario.passes);
  const lives = await dieAtEach(own, (step) => begin(scenario, step));
  for (const life of lives) {
    const said = `killed at “${life.diedAt}”`;
    expect(life.signal, said).toBe('SIGKILL');
    expect(life.sentAfter, `${said}: nothing is sent again`).toBe(life.sentBefore);
    expect(life.sentAfter, `${said}: sent once at most`).toBeLessThanOrEqual(1);
    const isWritten = hasPassed(life, steps, WRITTEN);
    expect(life.rows.length, `${said}: the journal has all of it, or none`).toBe(isWritten ? places : 0);
    expect(life.journals, `${said}: its journal proves itself`).toMatchObject([NO_FAULT, NO_FAULT]);
    expectTrue(life, `${said}: told as it is`);
  }
  return listSpared(lives, scenario.passes).filter((step) => own.includes(step));
}

/** The others wait for proofs as these do, and die at no other kind of step. */
const KEPT = ['is taken', 'is taken and its reply is lost', 'never arrives', 'places linked orders and is taken'];
const isKept = ([name]: (typeof SCENARIOS)[number]) => KEPT.includes(name);

describe('a terminal killed at any step of a sell that', () => {
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
