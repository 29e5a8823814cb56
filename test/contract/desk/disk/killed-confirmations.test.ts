import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestParams } from '../../../../shared/ipc/contract.ts';
import type { JournalKind, JournalVerification } from '../../../../shared/ipc/schemas/journal-schema.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import { JOURNAL_FILE, profileFolder } from '../../../../electron/storage/profile-store.ts';
import { createSimulator, type Simulator } from '../../../../simulator/simulator.ts';
import { type BackEnd, checkAndPlace, startBackEnd, TEST_WINDOW } from '../../../support/bench/back-end.ts';
import { type Bundle, bundleProcess } from '../../../support/mortal/bundle-process.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import {
  dieAtEach,
  type End,
  hasPassed,
  listSpared,
  NO_FAULT,
  readEntryKinds,
  readIntents,
  runMortal,
  verifyJournal,
} from '../../../support/mortal/mortal-lives.ts';
import type { MortalOrders } from '../../../support/mortal/mortal-terminal.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { repeatSell } from '../../../support/bench/repeat-sell.ts';

const SELL = 'private/sell';
const AWAY = { httpStatus: 503, html: 'away' } as const;
/** Later than a person is called. */
const LATE_MS = 21 * 60_000;

type Seen = RequestParams<'orders.confirm'>;

let mortal: Bundle;
let simulator: Simulator;
/** Files with a sell of two orders under its label, and one without a trace. */
let files: string;
let before: readonly OrderRow[];

const noticed = (code: OrderRow['notices'][number]['code']) => (row: OrderRow) =>
  row.notices.some((notice) => notice.code === code);

async function sellTwice(on: BackEnd): Promise<void> {
  const { control } = simulator;
  control.failAll(STATE, AWAY);
  control.failNext(SELL, 'drop_after_executing');
  const { intentId } = await checkAndPlace(
    on,
    orderDraft({ type: 'market', price: '', amount: '200', label: 'twice' }),
  );
  await repeatSell(simulator, 'twice');
  control.failAll(STATE, null);
  await on.services.handlers['orders.recheck']({ intent_id: intentId }, TEST_WINDOW);
  await on.waitForRow(noticed('two_orders_under_label'));
}

/** Look-ups are away until a person is called, and from then on. */
async function sellUnseen(on: BackEnd): Promise<void> {
  const { control } = simulator;
  for (const method of [STATE, OPEN]) control.failAll(method, AWAY);
  control.failNext(SELL, 'reset_before_executing');
  const draft = orderDraft({
    instrument_name: 'ETH-PERPETUAL',
    type: 'market',
    price: '',
    amount: '200',
    label: 'late',
  });
  await checkAndPlace(on, draft, 'all');
  control.moveClock(LATE_MS);
  await on.waitForRow(noticed('needs_a_person'));
}

beforeAll(async () => {
  mortal = await bundleProcess('mortal-terminal.ts');
  simulator = await createSimulator({ seed: 7, listing: 'perpetuals' });
  const on = await startBackEnd({ simulator, scheme: 'basic' });
  files = on.dataDir;
  await on.waitUntilReady();
  await sellTwice(on);
  await sellUnseen(on);
  await on.services.close();
  before = readIntents(files);
});
afterAll(async () => {
  mortal.remove();
  rmSync(files, { recursive: true, force: true });
  await simulator.close();
});

/** What a process did, and what a second one on the same files made of it. */
interface Life extends End {
  /** Rows and entries of the journal as the process left it, rows as the next start shows them, and once it has said it, too. */
  readonly left: readonly OrderRow[];
  readonly entries: readonly string[];
  readonly shown: readonly OrderRow[];
  readonly saidAgain: readonly OrderRow[];
  readonly journals: readonly JournalVerification[];
  /** What the second says of the journal, before and after it was confirmed. */
  readonly standing: readonly SessionStatus['journal'][];
}

/**
 * A process that a person confirms to and that dies at that step; the result runs a second one that is told the same.
 */
async function begin(seen: Seen, dieAt: string | null, from = files): Promise<() => Promise<Life>> {
  const { origin, clientId, clientSecret } = simulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-killed-'));
  cpSync(from, dataDir, { recursive: true });
  const orders: MortalOrders = { origin, clientId, clientSecret, dataDir, deed: { kind: 'confirm', seen }, dieAt };
  const end = await runMortal(mortal.path, orders);
  const [left, entries, afterDeath] = [readIntents(dataDir), readEntryKinds(dataDir), verifyJournal(dataDir)];

  return async () => {
    const second = await startBackEnd({ simulator, dataDir, scheme: 'basic', ladder: null });
    const { handlers } = second.services;
    const tellStanding = async () => (await handlers['session.open'](null, TEST_WINDOW)).status.journal;
    const shown = await handlers['orders.list'](null, TEST_WINDOW);
    const found = await tellStanding();
    // What was kept can't be said of a sell that is closed.
    await handlers['orders.confirm'](seen, TEST_WINDOW).catch((error: unknown) => {
      expect(error).toMatchObject({ detail: { code: 'NotFound' } });
    });
    const standing = [found, await tellStanding()];
    await second.services.close();
    const journals = [afterDeath, verifyJournal(dataDir)];
    const life = { ...end, left, entries, shown, saidAgain: readIntents(dataDir), journals, standing };
    rmSync(dataDir, { recursive: true, force: true });
    return life;
  };
}

/** Rows by their label, without the times at which each was said. */
function tell(rows: readonly OrderRow[]): unknown[] {
  const told = rows.map(({ closed, decided_at, ...row }) => ({
    ...row,
    closed: closed === null ? null : { order_id: closed.order_id },
    isDecided: decided_at !== null,
  }));
  return told.toSorted((a, b) => a.label.localeCompare(b.label));
}

const idOf = (label: string): string => before.find((row) => row.label === label)?.intent_id ?? '';

interface Saying {
  readonly seen: () => Seen;
  /** Of the row once it is said. */
  readonly label: string;
  readonly after: Record<string, unknown>;
  readonly entry: JournalKind;
}

const SAYINGS: readonly (readonly [name: string, saying: Saying])[] = [
  [
    'there are two orders of a sell',
    {
      seen: () => ({ seen: 'two_orders', intent_id: idOf('twice') }),
      label: 'twice',
      after: { outcome: 'accepted', notices: [{ code: 'two_orders_confirmed' }] },
      entry: 'instrument_unlocked',
    },
  ],
  [
    'there is no order of a sell',
    {
      seen: () => ({ seen: 'statement', intent_id: idOf('late'), order_id: null, typed: 'late' }),
      label: 'late',
      after: { outcome: 'closed', closed: { order_id: null }, notices: [] },
      entry: 'statement',
    },
  ],
];

const SAID = 'after COMMIT of intents #1';
const PASSES = ['before UPDATE intents #1', 'before INSERT INTO audit #1', 'before COMMIT of intents #1', SAID];

describe('a terminal killed at any step of being told by a person that', () => {
  it.each(SAYINGS)('%s', async (_name, { seen, label, after, entry }) => {
    const sent = simulator.control.calls(SELL).count;
    const whole = await (await begin(seen(), null))();
    const { steps } = whole;
    expect(whole.left.find((row) => row.label === label)).toMatchObject(after);
    expect(steps).toEqual(expect.arrayContaining([...PASSES]));
    const lives = await dieAtEach(steps, (step) => begin(seen(), step));
    for (const life of [whole, ...lives]) {
      const said = `killed at “${life.diedAt}”`;
      expect(life.signal, said).toBe('SIGKILL');
      const isSaid = hasPassed(life, steps, SAID);
      const stands = tell(isSaid ? whole.left : before);
      expect(tell(life.left), `${said}: as it was before, or is after`).toEqual(stands);
      expect(tell(life.shown), `${said}: the next start tells the same`).toEqual(stands);
      expect(life.entries.filter((kind) => kind === entry).length, said).toBe(isSaid ? 1 : 0);
      expect(tell(life.saidAgain), `${said}: it can be said where it was not kept`).toEqual(tell(whole.left));
      expect(life.journals, `${said}: its journal proves itself`).toMatchObject([NO_FAULT, NO_FAULT]);
    }
    expect(listSpared(lives, PASSES)).toEqual([]);
    expect(simulator.control.calls(SELL).count, 'nothing is sent').toBe(sent);
  });
});

describe('a terminal killed at any step of being told by a person that they have looked after what a journal may have lost', () => {
  const cut: Seen = { seen: 'journal_cut' };
  let cutFiles: string;
  beforeAll(async () => {
    cutFiles = mkdtempSync(join(tmpdir(), 'strikedesk-cut-'));
    cpSync(files, cutFiles, { recursive: true });
    const folder = profileFolder(cutFiles, 'test');
    for (const name of readdirSync(folder)) if (name.startsWith(JOURNAL_FILE)) rmSync(join(folder, name));
    // The start that finds it keeps that for every one after it.
    const on = await startBackEnd({ simulator, dataDir: cutFiles, scheme: 'basic' });
    await on.services.close();
  });
  afterAll(() => rmSync(cutFiles, { recursive: true, force: true }));

  it('holds selling until that is kept whole', async () => {
    const whole = await (await begin(cut, null, cutFiles))();
    expect(whole.standing).toEqual(['ok', 'ok']);
    expect(whole.steps.length).toBeGreaterThanOrEqual(4);
    const lives = await dieAtEach(whole.steps, (step) => begin(cut, step, cutFiles));
    for (const { signal, diedAt, standing } of lives) {
      // The file that holds it is the last to go.
      expect([signal, standing], `killed at “${diedAt}”`).toEqual(['SIGKILL', ['cut', 'ok']]);
    }
    expect(listSpared(lives, whole.steps)).toEqual([]);
  });
});
