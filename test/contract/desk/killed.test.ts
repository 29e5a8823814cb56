import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { openJournalFiles } from '../../../electron/audit/files.ts';
import { verifyAll } from '../../../electron/audit/verify.ts';
import type { JournalVerification } from '../../../shared/ipc/journal-schema.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { startBackEnd, TEST_WINDOW } from '../../support/back-end.ts';
import { type Bundle, bundleProcess } from '../../support/bundle-process.ts';
import type { MortalNews, MortalOrders } from '../../support/mortal-terminal.ts';
import { sellDraft } from '../../support/records.ts';

/** Spares each process the compiling of what the one before has compiled. */
const COMPILED = join(tmpdir(), 'strikedesk-compiled');
const SELL = 'private/sell';
/** Processes that live at a time; those that have died, and wait for their proof, are not among them. */
const AT_ONCE = 8;
/** Past every deadline of a sell: what the service has not taken by then, it never will. */
const LATER_MS = 60_000;

let mortal: Bundle;

beforeAll(async () => {
  mortal = await bundleProcess('mortal-terminal.ts');
});
afterAll(() => mortal.remove());

interface Scenario {
  readonly prepare: (simulator: Simulator) => void;
  /** What must have come of the order when the first process lived to see it. */
  readonly outcome: OrderRow['outcome'];
  readonly executions: number;
  /** Steps that must be among those of its way, else the hooks have come off. */
  readonly passes: readonly string[];
}

/** What a process did, and what a second one on the same files made of it. */
interface Life {
  readonly signal: string | null;
  readonly steps: readonly string[];
  readonly sentBefore: number;
  readonly sentAfter: number;
  readonly executions: number;
  readonly row: OrderRow | null;
  /** What the journal of everything said: right after the death, and once the second process was done. */
  readonly journals: readonly JournalVerification[];
}

function verifyJournal(dataDir: string): JournalVerification {
  const opened = openJournalFiles(dataDir, 'test');
  if (!opened.ok) throw new Error(opened.error);
  const { table, head, close } = opened.value;
  const verification = verifyAll(table, head, 0);
  close();
  return verification;
}

/**
 * A process that lives until that step, and a second one on its files. Resolves once that has begun; what it gives
 * resolves when that has decided what became of the sell.
 */
async function begin({ prepare }: Scenario, dieAt: string | null): Promise<() => Promise<Life>> {
  const simulator = await createSimulator({ seed: 7, listing: 'perpetuals' });
  const { origin, clientId, clientSecret, control } = simulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-killed-'));
  const intentId = randomUUID();
  const draft = sellDraft({ type: 'market', price: '', amount: '200', label: 'mortal' });
  prepare(simulator);
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
  const child = fork(mortal.path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  let steps: readonly string[] = [];
  let hasMoved = false;
  const moveClock = () => {
    if (!hasMoved) control.moveClock(LATER_MS);
    hasMoved = true;
  };
  child.on('message', (news: MortalNews) => {
    if (news.kind === 'decided') {
      ({ steps } = news);
      child.kill('SIGKILL');
    } else if (control.executions() === 0) {
      // Bytes that are out are taken or dropped at once; a read behind them on another socket comes later.
      void fetch(`${origin}/api/v2/public/get_time`).then(moveClock);
    }
  });
  const orders: MortalOrders = { origin, clientId, clientSecret, dataDir, intentId, draft, dieAt };
  child.send(orders);
  const signal = await new Promise<string | null>((resolve) => child.once('exit', (_code, by) => resolve(by)));
  await fetch(`${origin}/api/v2/public/get_time`);
  const sentBefore = control.calls(SELL).count;
  moveClock();
  const afterDeath = verifyJournal(dataDir);

  const second = await startBackEnd({ simulator, dataDir, scheme: 'basic' });
  return async () => {
    const rows = await second.services.handlers['orders.list'](null, TEST_WINDOW);
    const found = rows.find((row) => row.intent_id === intentId) ?? null;
    const isOpen = found?.outcome === 'unknown' || found?.outcome === 'sending';
    const row = isOpen ? await second.waitForDecision(intentId) : found;
    const life = {
      signal,
      steps,
      sentBefore,
      sentAfter: control.calls(SELL).count,
      executions: control.executions(),
      row,
    };
    await second.services.close();
    const journals = [afterDeath, verifyJournal(dataDir)];
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
    return { ...life, journals };
  };
}

async function live(scenario: Scenario, dieAt: string | null): Promise<Life> {
  const decide = await begin(scenario, dieAt);
  return decide();
}

/** Every step of the way in turn, a few processes at a time; what waits for its proof holds up none. */
async function dieEverywhere(scenario: Scenario, steps: readonly string[]): Promise<(Life & { step: string })[]> {
  const left = [...steps];
  const lives: Promise<Life & { step: string }>[] = [];
  async function work(): Promise<void> {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const at = step;
      const decide = await begin(scenario, at);
      lives.push(decide().then((life) => ({ step: at, ...life })));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return Promise.all(lives);
}

const NO_FAULT = { fault: null, cuts: 0 };
const WRITTEN = 'after COMMIT #1';
const FIRST_BYTE = 'sell: before writing #1';

const SCENARIOS: readonly (readonly [name: string, scenario: Scenario])[] = [
  [
    'is taken',
    {
      prepare: () => undefined,
      outcome: 'accepted',
      executions: 1,
      passes: [WRITTEN, FIRST_BYTE, 'sell: after writing #1', 'sell: reply read #1', 'after COMMIT #2'],
    },
  ],
  [
    'is taken and its reply is lost',
    {
      prepare: ({ control }) => control.failNext(SELL, 'drop_after_executing'),
      outcome: 'accepted',
      executions: 1,
      passes: ['sell: connection lost #1', 'get_order_state_by_label: reply read #1', 'after COMMIT #3'],
    },
  ],
  [
    'never arrives',
    {
      prepare: ({ control }) => control.failNext(SELL, 'drop_before_executing'),
      outcome: 'absent',
      executions: 0,
      passes: ['get_order_state_by_label: reply read #2', 'get_open_orders_by_label: reply read #1', 'after COMMIT #3'],
    },
  ],
];

describe('a terminal killed at any step of a sell that', () => {
  it.each(SCENARIOS)('%s', async (_name, scenario) => {
    const whole = await live(scenario, null);
    expect(whole).toMatchObject({ executions: scenario.executions, row: { outcome: scenario.outcome } });
    expect(whole.steps).toEqual(expect.arrayContaining([...scenario.passes]));
    // Order journal and the journal of everything share one commit, and so one flush.
    const beforeFirstByte = whole.steps.slice(0, whole.steps.indexOf(FIRST_BYTE));
    expect(beforeFirstByte.filter((step) => step.startsWith('after COMMIT'))).toEqual([WRITTEN]);
    expect(beforeFirstByte).toContain('before INSERT INTO audit #1');
    const committedAt = whole.steps.indexOf(WRITTEN);
    // Up to the first byte every sell goes the same way.
    const isFirst = scenario === SCENARIOS[0]?.[1];
    const steps = isFirst ? whole.steps : whole.steps.slice(whole.steps.indexOf(FIRST_BYTE) + 1);
    const lives = await dieEverywhere(scenario, steps);
    for (const life of lives) {
      const isCommitted = whole.steps.indexOf(life.step) >= committedAt;
      const said = `killed at “${life.step}”`;
      expect(life.signal, said).toBe('SIGKILL');
      expect(life.sentAfter, `${said}: nothing is sent again`).toBe(life.sentBefore);
      expect(life.sentAfter, `${said}: sent once at most`).toBeLessThanOrEqual(1);
      expect(life.row !== null, `${said}: the intent is in the journal`).toBe(isCommitted);
      expect(life.journals, `${said}: its journal proves itself`).toMatchObject([NO_FAULT, NO_FAULT]);
      expect(life.executions > 0, `${said}: told as it is`).toBe(life.row?.outcome === 'accepted');
    }
  });
});
