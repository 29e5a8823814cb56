import { mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lookUpCurrency } from '../../../electron/orders/currency.ts';
import { createDesk } from '../../../electron/orders/desk.ts';
import type { Desk } from '../../../electron/orders/desk-interface.ts';
import { createJournal, JOURNAL_MIGRATIONS } from '../../../electron/orders/journal.ts';
import type { Credentials } from '../../../electron/profiles/profile.ts';
import { createRateBudget, type RateBudget } from '../../../electron/service/limits/budget.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import { createRequestGate } from '../../../electron/service/limits/gate.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { withPriority } from '../../../electron/service/with-priority.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import type { OrderCheck, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { IssueCode } from '../../../shared/orders/issue.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { acceptWarnings } from '../window/accept-warnings.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { nextIntentId } from './desk-bench.ts';
import { orderDraft, orderFacts } from '../records/records.ts';
import { createVirtualClock, settle, type VirtualClock } from '../virtual-clock.ts';

/** Waits of the client before it asks again are shorter than this, deadlines and the reconciler's pauses are not its. */
const BACK_OFF_MS = 1000;

/** The real client, desk, journal and reconciler against a service over a real socket, on a virtual clock. */
export interface SocketDesk {
  readonly clock: VirtualClock;
  readonly desk: Desk;
  readonly budget: RateBudget;
  /** The journal's file as it is open. */
  readonly database: DatabaseSync;
  readonly journalFailures: readonly unknown[];
  /** Sells, by default 200 USD of the perpetual at market, with the warnings of these codes accepted; `placed` resolves as the desk's own answer does. */
  readonly begin: (
    changes?: Partial<OrderDraft>,
    accepted?: readonly IssueCode[],
  ) => { intentId: string; placed: Placed };
  /** Sells and waits for the answer. Throws when the rules stop it. */
  readonly sell: (changes?: Partial<OrderDraft>, accepted?: readonly IssueCode[]) => Promise<OrderRow>;
  /** Lets time pass, each timer at its moment, and waits for every call but so many that hang. */
  readonly pass: (milliseconds: number, hanging?: number) => Promise<void>;
  readonly row: (intentId: string) => OrderRow;
  /** A ticker as the service has it now. */
  readonly readTicker: (instrumentName?: string) => Promise<Ticker>;
  /** The same on the same files, as after a crash; resumes what was left undecided. */
  readonly restart: () => Promise<SocketDesk>;
  readonly close: () => Promise<void>;
}

type Placed = Promise<{ row: OrderRow | null; check: OrderCheck }>;

interface Target {
  readonly origin: string;
  readonly credentials: Credentials;
}

/** A simulator whose time is the virtual clock's monotonic one: jumps of the terminal's wall clock don't move it. */
export async function startVirtualSimulator(clock: VirtualClock): Promise<Simulator> {
  const startMs = clock.now();
  return createSimulator({ seed: 7, clock: { now: () => startMs + clock.monotonic() } });
}

export function credentialsOf({ clientId, clientSecret }: Simulator): Credentials {
  return { scheme: 'basic', clientId, clientSecret };
}

/** What most tests of the desk over a socket begin with: a simulator and a desk on it, on one virtual clock. */
export interface DeskOnSimulator {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly on: SocketDesk;
}

export async function openOnSimulator(): Promise<DeskOnSimulator> {
  const clock = createVirtualClock();
  const simulator = await startVirtualSimulator(clock);
  const on = await openSocketDesk({ origin: simulator.origin, credentials: credentialsOf(simulator) }, clock);
  return { clock, simulator, on };
}

/** Ends both; `on` is the desk as it was last opened. */
export async function closeOnSimulator({ simulator, on }: Pick<DeskOnSimulator, 'simulator' | 'on'>): Promise<void> {
  await on.close();
  await simulator.close();
}

/** Opens the desk; the service's clock and the instruments that are sold are read over the socket. */
export async function openSocketDesk(
  { origin, credentials }: Target,
  clock: VirtualClock = createVirtualClock(),
  folder: string = mkdtempSync(join(tmpdir(), 'strikedesk-socket-')),
): Promise<SocketDesk> {
  const { database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, clock.now());
  const serviceClock = createServiceClock(clock);
  const budget = createRateBudget(clock);
  const profile = { id: 'test', name: 'test', kind: 'custom', origin, form: 'get_body', credentials } as const;
  const impatient = {
    ...clock,
    after: (delayMs: number, action: () => void) => {
      if (delayMs >= BACK_OFF_MS) return clock.after(delayMs, action);
      const soon = globalThis.setImmediate(action);
      return () => clearImmediate(soon);
    },
  };
  const gate = createRequestGate(clock, budget);
  const raw = createServiceClient({ profile, clock: impatient, serviceNow: serviceClock.now, random: () => 0.5, gate });
  const inFlight = new Set<Promise<unknown>>();
  function count<T>(call: Promise<T>): Promise<T> {
    inFlight.add(call);
    return call.finally(() => inFlight.delete(call));
  }
  const client: ServiceClient = {
    call: (method, params, options) => count(raw.call(method, params, options)),
    callExtension: (method, params, options) => count(raw.callExtension(method, params, options)),
    close: raw.close,
  };
  const known = new Map<string, { instrument: Instrument; ticker: Ticker }>();

  async function learn(instrument_name: string): Promise<{ instrument: Instrument; ticker: Ticker }> {
    const found = known.get(instrument_name);
    if (found !== undefined) return found;
    const instrument = await client.call('public/get_instrument', { instrument_name });
    const ticker = await client.call('public/ticker', { instrument_name });
    if (!instrument.ok || !ticker.ok) throw new Error(`${instrument_name} can't be read`);
    serviceClock.observe(ticker.value.times);
    const learned = { instrument: instrument.value.value, ticker: ticker.value.value };
    known.set(instrument_name, learned);
    return learned;
  }

  const journalFailures: unknown[] = [];
  const desk = createDesk({
    client: withPriority(client, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    journal: createJournal(database, 'account', clock.now),
    isWritable: true,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    factsFor: async ({ instrument_name }) => orderFacts(await learn(instrument_name)),
    isStopped: () => false,
    isLabelElsewhere: () => false,
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf: (name) => known.get(name)?.instrument ?? null,
    currencyOf: (name) => lookUpCurrency(known.get(name)?.instrument ?? null, name),
    onRows: () => undefined,
    onTellFailure: (error) => {
      throw error;
    },
    onJournalFailure: (error) => journalFailures.push(error),
  });

  /** Calls that wait for credits, and so for time to pass. */
  const countHeld = () => Object.values(gate.waiting()).reduce((sum, waiting) => sum + waiting, 0);

  /** Resolves when no more than so many calls are under way, but for those held, and none has just ended. */
  async function idle(hanging: number): Promise<void> {
    await settle();
    while (inFlight.size > hanging + countHeld()) {
      await setImmediate();
      await settle();
    }
  }

  async function pass(milliseconds: number, hanging = 0): Promise<void> {
    await idle(hanging);
    for (let left = milliseconds; left > 0;) {
      const step = Math.min(left, Math.max(1, clock.untilNext() ?? left));
      await clock.advance(step);
      await idle(hanging);
      left -= step;
    }
  }

  function begin(changes: Partial<OrderDraft> = {}, accepted: readonly IssueCode[] = []) {
    const intentId = nextIntentId();
    const draft = orderDraft({ type: 'market', price: '', amount: '200', ...changes });
    const placed =
      accepted.length === 0
        ? desk.place(intentId, draft, [])
        : desk.check(draft).then(({ issues }) => desk.place(intentId, draft, acceptWarnings(issues, draft, accepted)));
    return { intentId, placed };
  }

  async function shut(): Promise<void> {
    desk.close();
    await raw.close();
    database.close();
  }

  await learn('BTC-PERPETUAL').catch(() => undefined);
  return {
    clock,
    desk,
    budget,
    database,
    journalFailures,
    begin,
    sell: async (changes, accepted) => {
      const { row, check } = await begin(changes, accepted).placed;
      if (row === null) throw new Error(`stopped by ${check.issues.map(({ code }) => code).join(', ')}`);
      return row;
    },
    pass,
    row: (intentId) => {
      const row = desk.rows().find((candidate) => candidate.intent_id === intentId);
      if (row === undefined) throw new Error(`no intent ${intentId}`);
      return row;
    },
    readTicker: async (name = 'BTC-PERPETUAL') => (await learn(name)).ticker,
    restart: async () => {
      await shut();
      const next = await openSocketDesk({ origin, credentials }, clock, folder);
      next.desk.resume();
      return next;
    },
    close: async () => {
      await shut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
