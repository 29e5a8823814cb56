import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { lookUpCurrency } from '../../../electron/orders/currency.ts';
import { createDesk } from '../../../electron/orders/desk.ts';
import type { Desk } from '../../../electron/orders/desk-interface.ts';
import { createJournal, type Journal, JOURNAL_MIGRATIONS } from '../../../electron/orders/journal.ts';
import { startTracker } from '../../../electron/orders/tracker.ts';
import { createRateBudget, type RateBudget } from '../../../electron/service/limits/budget.ts';
import type { LagMemory } from '../../../electron/storage/lag-memory.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import { perpetual, perpetualTicker, placedOrder, orderDraft, orderFacts } from '../records/records.ts';
import { createScriptedService, type ScriptedService } from '../wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../wire/look-up-methods.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

export interface DeskBench {
  /** Where the journal's file is. */
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly service: ScriptedService;
  readonly desk: Desk;
  readonly journal: Journal;
  readonly published: OrderRow[];
  readonly journalFailures: unknown[];
  /** What nobody could be told of. */
  readonly tellFailures: unknown[];
  readonly budget: RateBudget;
  /** Follows live orders until the function it gives is called. */
  readonly track: () => () => void;
  readonly row: (intentId: string) => OrderRow;
  /** The same desk over the same journal, as after a crash; while the service is away, its clock is not known. */
  readonly restart: (isServiceAway?: boolean) => DeskBench;
  /** What the rules need can't be read from now on. Null: it can. */
  readonly failFacts: (failure: Error | null) => void;
  /** From now on every write to the journal fails, as on a full disk. */
  readonly breakJournal: () => void;
  readonly remove: () => void;
}

let intents = 0;

export function nextIntentId(): string {
  intents += 1;
  return `00000000-0000-4000-8000-${String(intents).padStart(12, '0')}`;
}

/** Sells what no warning stops; resolves with the intent once there is an outcome. */
export async function sellOn({ desk }: Pick<DeskBench, 'desk'>, draft: OrderDraft = orderDraft()): Promise<string> {
  const intentId = nextIntentId();
  await desk.place(intentId, draft, []);
  return intentId;
}

/** Every look-up finds nothing from now on. */
export function findNothing(service: ScriptedService): void {
  for (const method of [STATE, OPEN] as const) service.answer(method, () => ({ value: [] }));
  service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
}

/** Answers every sell with an order as asked, under the label asked. */
export function acceptSells(service: ScriptedService, changes: Record<string, unknown> = {}): void {
  service.answer('private/sell', (params) => ({
    value: {
      order: placedOrder({
        label: params['label'],
        price: params['price'] ?? null,
        amount: params['amount'],
        ...changes,
      }),
      trades: [],
    },
  }));
}

/** Look-ups show the order as its row has it, until the tracker has seen that; from then on they show nothing. */
export async function showOnce({ service, clock, row }: DeskBench, intentId: string): Promise<void> {
  service.answer(STATE, () => ({ value: [row(intentId).order] }));
  await clock.advance(2000);
  for (const method of [STATE, OPEN] as const) service.answer(method, () => ({ value: [] }));
}

interface SharedParts {
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly service: ScriptedService;
}

/** The real desk, journal and reconciler against a scripted service on a virtual clock. */
export function createDeskBench(shared?: SharedParts, isClockKnown = true, lagMemory?: LagMemory): DeskBench {
  const clock = shared?.clock ?? createVirtualClock();
  const service = shared?.service ?? createScriptedService(clock);
  // An account that never traded, until a test says otherwise.
  if (shared === undefined) {
    service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
  }
  const folder = shared?.folder ?? mkdtempSync(join(tmpdir(), 'strikedesk-desk-'));
  const { database } = openDatabase(join(folder, 'journal.sqlite'), JOURNAL_MIGRATIONS, clock.now());
  const journal = createJournal(database, 'account', clock.now);
  const serviceClock = createServiceClock(clock);
  if (isClockKnown) serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
  const budget = createRateBudget(clock);
  const published: OrderRow[] = [];
  const journalFailures: unknown[] = [];
  const tellFailures: unknown[] = [];
  let factsFailure: Error | null = null;
  const desk = createDesk({
    client: service,
    clock,
    serviceClock,
    budget,
    journal,
    isWritable: true,
    randomBytes: (size) => new Uint8Array(size).fill(intents % 251),
    factsFor: (_draft: OrderDraft) =>
      factsFailure === null
        ? Promise.resolve(orderFacts({ instrument: perpetual(), ticker: perpetualTicker() }))
        : Promise.reject(factsFailure),
    isStopped: () => false,
    isLabelElsewhere: () => false,
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf: () => perpetual(),
    currencyOf: (name) => lookUpCurrency(null, name),
    ...(lagMemory === undefined ? {} : { lagMemory }),
    onRows: (rows) => published.push(...rows),
    onTellFailure: (error) => tellFailures.push(error),
    onJournalFailure: (error) => journalFailures.push(error),
  });
  return {
    folder,
    clock,
    service,
    desk,
    journal,
    budget,
    published,
    journalFailures,
    tellFailures,
    row: (intentId) => {
      const row = desk.rows().find((candidate) => candidate.intent_id === intentId);
      if (row === undefined) throw new Error(`no intent ${intentId}`);
      return row;
    },
    track: () =>
      startTracker({
        client: service,
        clock,
        serviceClock,
        readRate: budget.reads.rate,
        liveRows: desk.liveRows,
        update: desk.update,
      }).stop,
    restart: (isServiceAway = false) => {
      desk.close();
      database.close();
      return createDeskBench({ folder, clock, service }, !isServiceAway, lagMemory);
    },
    failFacts: (failure) => {
      factsFailure = failure;
    },
    breakJournal: () => database.exec('PRAGMA query_only = ON'),
    remove: () => {
      desk.close();
      if (database.isOpen) database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
