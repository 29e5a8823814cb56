import { randomBytes, randomUUID } from 'node:crypto';
import { type CancelProbe, createIdleProbe, startCancelProbe } from '../orders/cancels/cancel-offers.ts';
import { type Canceller, createCanceller } from '../orders/cancels/canceller.ts';
import { lookUpCurrency } from '../orders/currency.ts';
import { createDesk } from '../orders/desk.ts';
import type { Desk, DeskOptions } from '../orders/desk-interface.ts';
import { accept } from '../orders/outcome.ts';
import { type Amends, createAmends } from '../execution/amends.ts';
import { takeAmended } from '../execution/amended-row.ts';
import { createBookReader } from '../execution/book.ts';
import { createEngine, type Engine } from '../execution/engine.ts';
import type { CommandJournal } from '../execution/journal.ts';
import { createHoldings } from '../execution/holdings.ts';
import { createPlanAccount } from '../execution/plan-account.ts';
import type { PlanJournal } from '../execution/plan-journal.ts';
import { createSteps } from '../execution/plan-steps.ts';
import { createPlans, type Plans } from '../execution/plans.ts';
import { createLagMeter } from '../execution/lag-meter.ts';
import { createQueries } from '../execution/queries.ts';
import { createSender } from '../execution/send.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import type { PlanView } from '../../shared/execution/plan.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { type EditState, isEdit } from '../../shared/execution/state.ts';
import { followJournal } from '../storage/journal-follower.ts';
import { createOrderTeller } from '../orders/tell-host.ts';
import { createReleases, type Releases } from '../orders/releases.ts';
import { startTracker } from '../orders/tracker.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { Notify } from './services-interface.ts';
import { withPriority } from '../service/with-priority.ts';
import { createLagMemory } from '../storage/lag-memory.ts';
import type { Settings } from '../storage/settings.ts';
import type { TradeSettings } from '../storage/trade-settings.ts';

export interface TradeSideOptions extends Omit<DeskOptions, 'client' | 'randomBytes' | 'currencyOf' | 'lagMemory'> {
  readonly client: ServiceClient;
  readonly settings: TradeSettings;
  /** Where the next run finds what this one learnt; null where nothing can be kept. */
  readonly kept: Settings | null;
  readonly commands: CommandJournal;
  readonly plans: PlanJournal;
  /** Asks the service for an instrument that is not known; null: there is none. */
  readonly loadInstrument: (instrumentName: string) => Promise<Instrument | null>;
  /** Hears of plans whenever one of them has changed. */
  readonly onPlans: (views: readonly PlanView[]) => void;
  /** Hears that a plan began or ended. */
  readonly onPlanTurn: (view: PlanView) => void;
  /** Hears of each new state of an amend. */
  readonly onCommand: (state: EditState) => void;
  /** Tells the system of orders; null where the host has no such thing. */
  readonly notify: Notify | null;
  /** What is offered, or how the ladder stands, has changed. */
  readonly onChange: () => void;
}

/** Everything that places orders and follows them. */
export interface TradeSide {
  readonly desk: Desk;
  readonly engine: Engine;
  readonly amends: Amends;
  readonly plans: Plans;
  readonly probe: CancelProbe;
  readonly canceller: Canceller;
  readonly releases: Releases;
  /** See `Tracker`; null where another instance follows the orders. */
  readonly unreadMs: () => number | null;
  /** Looks up what an earlier run left open: sells and cancels. Nothing is sent again. */
  readonly resume: () => void;
  readonly close: () => void;
}

/** Builds desk, canceller, ladder and tracker over one client and one journal. Nothing is sent before `resume`. */
export function createTradeSide(options: TradeSideOptions): TradeSide {
  const { client, clock, serviceClock, budget, journal, isWritable, settings, instrumentOf, onChange } = options;
  // The other instance sells; what it writes is what is shown here. Begun before the desk reads, so that nothing falls between.
  const stopFollowing = isWritable
    ? () => undefined
    : followJournal({ journal, clock, onRows: (rows) => desk.follow(rows) });
  // Of two instances the one that sells tells.
  const teller = options.notify !== null && isWritable ? createOrderTeller(options.notify, clock) : null;
  const desk = createDesk({
    client: withPriority(client, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    journal,
    isWritable,
    randomBytes,
    factsFor: options.factsFor,
    isStopped: options.isStopped,
    isLabelElsewhere: options.isLabelElsewhere,
    ordersElsewhere: options.ordersElsewhere,
    instrumentOf,
    currencyOf: (name) => currencyOf(name),
    lagMemory: createLagMemory(options.kept),
    onRows: (rows) => {
      teller?.note(rows);
      options.onRows(rows);
      plans.noteRows(rows);
      for (const { order } of rows) if (order !== null) engine.orderSeen(order);
    },
    onTellFailure: options.onTellFailure,
    onJournalFailure: options.onJournalFailure,
  });
  const currencyOf = (name: string): string => lookUpCurrency(instrumentOf(name), name);
  const rowsOf = (order: Order | null): OrderRow[] =>
    desk.rows().filter((row) => order !== null && row.order?.order_id === order.order_id);
  const lag = createLagMeter({ clock, serviceClock });
  const engine = createEngine({
    clock,
    lag,
    journal: options.commands,
    send: createSender({ client, clock, serviceClock, isStopped: options.isStopped }),
    ask: createQueries({
      client: withPriority(client, 'reconciliation'),
      clock,
      serviceClock,
      currencyOf,
      lagMs: () => desk.lookUpLagMs(''),
      lag,
    }),
    onState: (state) => {
      if (!isEdit(state)) return;
      options.onCommand(state);
      for (const row of rowsOf(state.order))
        if (state.verdict === 'accepted') desk.update(takeAmended(row, state, clock.now()));
      amends.noteState(state);
    },
    onOrder: (order) => {
      for (const row of rowsOf(order)) desk.update(accept(row, order, clock.now()));
    },
    onJournalFailure: options.onJournalFailure,
  });
  const amends: Amends = createAmends({
    engine,
    clock,
    serviceClock,
    budget,
    isWritable,
    orderOf: (orderId) =>
      desk.rows().find(({ order }) => order?.order_id === orderId)?.order ??
      options.ordersElsewhere().orders.find(({ order_id }) => order_id === orderId) ??
      null,
    factsFor: desk.factsFor,
    readBook: createBookReader(withPriority(client, 'visible'), clock),
    onJournalFailure: options.onJournalFailure,
  });
  teller?.remember(desk.rows());
  const probe = isWritable ? startCancelProbe({ client, clock, budget, onChange }) : createIdleProbe();
  const canceller = createCanceller({
    client,
    clock,
    serviceClock,
    budget,
    probe,
    isWritable,
    desk,
  });
  const holdings = createHoldings(withPriority(client, 'focused'));
  const plans: Plans = createPlans({
    clock,
    journal: options.plans,
    isWritable,
    account: createPlanAccount(holdings, options.loadInstrument),
    steps: createSteps({ clock, client, budget, desk, canceller, holdings, instrumentOf }),
    desk,
    makeId: randomUUID,
    onChange: options.onPlans,
    onTurn: options.onPlanTurn,
    onJournalFailure: options.onJournalFailure,
  });
  const releases = createReleases({
    clock,
    doubts: serviceClock.doubts,
    ladder: settings.ladder,
    factsFor: options.factsFor,
    isKnown: (intentId) => journal.find(intentId) !== null,
  });
  // Each would ask for all of them with a budget that takes the account's whole limit for its own.
  const tracker = isWritable
    ? startTracker({
        client: withPriority(client, 'visible'),
        clock,
        serviceClock,
        readRate: budget.reads.rate,
        liveRows: desk.liveRows,
        update: desk.update,
      })
    : null;
  return {
    desk,
    engine,
    amends,
    plans,
    probe,
    canceller,
    releases,
    unreadMs: () => tracker?.unreadMs() ?? null,
    resume: () => {
      desk.resume();
      canceller.resume();
      if (isWritable) engine.resume();
      if (isWritable) plans.resume();
    },
    close: () => {
      teller?.close();
      plans.close();
      engine.close();
      tracker?.stop();
      stopFollowing();
      probe.close();
      canceller.close();
      desk.close();
    },
  };
}
