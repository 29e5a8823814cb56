import type { DatabaseSync } from 'node:sqlite';
import { createAccount } from '../../electron/account/account.ts';
import type { Clock } from '../../electron/clock.ts';
import { lookUpCurrency } from '../../electron/orders/currency.ts';
import { createDesk } from '../../electron/orders/desk.ts';
import { createJournal, JOURNAL_MIGRATIONS } from '../../electron/orders/journal.ts';
import { makeLabel } from '../../electron/orders/label.ts';
import { hearLookUps } from '../../electron/orders/looks/look-up-rights.ts';
import { startPreflight } from '../../electron/orders/preflight.ts';
import { startTracker } from '../../electron/orders/tracker.ts';
import { createRateBudget } from '../../electron/service/limits/budget.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import type { ServiceClient } from '../../electron/service/client-interface.ts';
import { createConnection } from '../../electron/service/wire/connection.ts';
import { createRequestGate } from '../../electron/service/limits/gate.ts';
import { withPriority } from '../../electron/service/with-priority.ts';
import { createServiceClock, type ServiceClock } from '../../electron/service/service-clock.ts';
import { openDatabase } from '../../electron/storage/database.ts';
import { DEFAULT_GUARDS } from '../../shared/orders/facts.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { Random } from '../../simulator/random.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import { type Placer, startEnginePlacer } from './engine-placer.ts';
import { Line, type LineEnd } from './line.ts';
import type { Plan } from './plan.ts';
import type { ServiceSide } from './service-side.ts';
import { type ShadowOptions, startShadow } from './shadow.ts';

export const ACCOUNT = 'campaign';

export interface BackEndOptions {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly service: ServiceSide;
  readonly lineEnd: LineEnd;
  readonly database: DatabaseSync;
  /** How many there were before it on the same journal. */
  readonly run: number;
  readonly onRow: (row: OrderRow) => void;
  /** Hears what the other core makes of the same evidence; null: it does not run. */
  readonly onShadow: Pick<ShadowOptions, 'onState' | 'onLag'> | null;
  /** The engine places the orders in the desk's stead. */
  readonly isByEngine: boolean;
  readonly onJournalFailure: (error: unknown) => void;
}

/** One life of the terminal's back end: from its start to its closing or its crash. */
export interface BackEnd {
  readonly placer: Placer;
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Ends it in good order. */
  readonly close: () => void;
  /** Ends it in mid-sentence: no timer fires and no byte leaves or arrives any more. */
  readonly crash: () => void;
}

/** Opens the journal as the terminal does. */
export function openJournal(path: string, nowMs: number): DatabaseSync {
  return openDatabase(path, JOURNAL_MIGRATIONS, nowMs).database;
}

/** Wires the back end's own parts as `createServices` does, over lines in place of sockets. */
export function startBackEnd({
  plan,
  clock,
  service,
  lineEnd,
  database,
  run,
  onRow,
  onShadow,
  isByEngine,
  ...heard
}: BackEndOptions): BackEnd {
  let isAlive = true;
  let read = { atMs: 0, times: 0 };
  const own: Clock = {
    // A wall clock tells whole milliseconds, and one may begin between two readings.
    now: () => {
      const atMs = clock.now();
      read = { atMs, times: read.atMs === atMs ? read.times + 1 : 0 };
      return Math.floor(atMs) + read.times;
    },
    monotonic: clock.monotonic,
    after: (delayMs, action) =>
      clock.after(delayMs, () => {
        if (isAlive) action();
      }),
  };
  const random = new Random(plan.seed, 301, run);
  const randomBytes = (size: number) => Uint8Array.from({ length: size }, () => random.integer(0, 255));
  const lines: Line[] = [];
  const { key } = service.core;
  const shadow =
    onShadow === null
      ? null
      : startShadow({ clock: { ...own, now: () => Math.floor(clock.now()) }, database, ...onShadow });
  const known = createServiceClock(own);
  const serviceClock = shadow?.hear(known) ?? known;
  const budget = createRateBudget(own);
  const wire = createServiceClient({
    profile: {
      id: ACCOUNT,
      name: 'Campaign',
      kind: 'test',
      origin: 'http://127.0.0.1:1',
      form: plan.form,
      credentials: { scheme: plan.scheme, clientId: key.clientId, clientSecret: key.clientSecret },
    },
    clock: own,
    serviceNow: serviceClock.now,
    random: () => random.next(),
    gate: createRequestGate(own, budget),
    connect: (_origin, by) => {
      const line = new Line(lineEnd);
      lines.push(line);
      return createConnection(line, by);
    },
  });
  const client = hearLookUps(wire, (lookUp) => preflight.doubt(lookUp));
  const journal = createJournal(database, ACCOUNT, own.now);
  const account = createAccount({
    client: wire,
    clock: { ...own, after: () => () => undefined },
    serviceClock,
    settings: null,
    owner: { note: () => undefined },
    history: { noteSummaries: () => undefined, noteFailure: () => undefined },
    onSnapshot: () => undefined,
    onLimits: (limits) => void (limits === null || budget.configure(limits)),
  });
  const preflight = startPreflight({
    client: withPriority(wire, 'reconciliation'),
    clock: own,
    serviceClock,
    budget,
    makeLabel: () => makeLabel(own.now(), randomBytes),
    readLimits: account.read,
    onChange: () => undefined,
  });
  const instrumentOf = (name: string) => service.quote(name).instrument;
  const desk = createDesk({
    client: withPriority(shadow?.listen(client, true) ?? client, 'reconciliation'),
    clock: own,
    serviceClock,
    budget,
    journal,
    isWritable: true,
    randomBytes,
    factsFor: (draft) => {
      const { instrument, ticker } = service.quote(draft.instrument_name);
      return Promise.resolve({
        instrument,
        instrumentAgeMs: 0,
        lookUpCurrency: lookUpCurrency(instrument, draft.instrument_name),
        ticker,
        tickerAgeMs: 0,
        isTickerStale: false,
        tradingBlocked: preflight.blocked(),
        fees: null,
        isMmpEnabled: null,
        heldDelta: null,
        selfTradeMode: null,
        isSelfTradeExtended: false,
        guards: DEFAULT_GUARDS,
      });
    },
    isStopped: () => preflight.blocked() !== null,
    isLabelElsewhere: (label) => isByEngine && placer.rows().some((row) => row.label === label),
    ordersElsewhere: () => ({ orders: [], isUnread: false }),
    instrumentOf,
    currencyOf: (name) => lookUpCurrency(instrumentOf(name), name),
    onRows: (rows) => {
      for (const row of isAlive ? rows : []) {
        shadow?.note(row);
        onRow(row);
      }
    },
    onTellFailure: (error) => {
      throw error;
    },
    onJournalFailure: (error) => {
      if (isAlive) heard.onJournalFailure(error);
      preflight.block('journal_failed');
    },
  });
  const { liveRows, update } = desk;
  const stopTracker = plan.tracks
    ? startTracker({
        client: withPriority(shadow?.listen(client, false) ?? client, 'visible'),
        clock: own,
        serviceClock,
        readRate: budget.reads.rate,
        liveRows,
        update,
      }).stop
    : () => undefined;
  const placer: Placer = isByEngine
    ? startEnginePlacer({
        client: withPriority(client, 'reconciliation'),
        clock: own,
        serviceClock,
        database,
        budget,
        desk,
        isStopped: () => preflight.blocked() !== null,
        currencyOf: (name) => lookUpCurrency(instrumentOf(name), name),
        onRow: (row) => {
          if (isAlive) onRow(row);
        },
        onJournalFailure: (error) => {
          if (isAlive) heard.onJournalFailure(error);
          preflight.block('journal_failed');
        },
      })
    : { ...desk, recorded: () => journal.list(1000) };
  desk.resume();

  function crash(): void {
    isAlive = false;
    for (const line of lines) line.sever();
  }

  return {
    placer,
    client,
    clock: own,
    serviceClock,
    crash,
    close: () => {
      preflight.close();
      stopTracker();
      placer.close();
      shadow?.close();
      account.close();
      void client.close();
      // What its last calls came to is still told; then nothing is.
    },
  };
}
