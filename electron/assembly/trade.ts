import { applyGuardSettings, keepsLimits } from '../../shared/orders/limits/guard-settings.ts';
import { ofOwnAccount } from '../account/account-owner.ts';
import { createPositionReader, type ReadPosition } from '../account/position.ts';
import { type Blotter, createBlotter } from '../handlers/blotter-handlers.ts';
import { createHistory, type History } from '../history/history.ts';
import { hearLookUps } from '../orders/looks/look-up-rights.ts';
import { createOrderMargin } from '../orders/order-margin.ts';
import { createOrderFacts } from '../orders/order-facts.ts';
import { createRfqParts, type RfqParts } from '../rfq/rfq-parts.ts';
import { nameTarget, type PlanView } from '../../shared/execution/plan.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { EditState } from '../../shared/execution/state.ts';
import type { ServicesOptions } from './services-interface.ts';
import { withPriority } from '../service/with-priority.ts';
import { createJournalStanding, type JournalStanding } from '../session/journal-standing.ts';
import { createSellingGate, type SellingGate } from '../session/selling-gate.ts';
import { createTradeSide, type TradeSide } from './trade-side.ts';
import type { Watched } from './watch.ts';

/** What sells, and follows what was sold. */
export interface Trading extends Watched {
  readonly standing: JournalStanding;
  readonly selling: SellingGate;
  readonly trade: TradeSide;
  readonly margin: ReturnType<typeof createOrderMargin>;
  readonly readPosition: ReadPosition;
  readonly history: History;
  readonly blotter: Blotter;
  readonly rfqs: RfqParts;
}

/** Begins desk, trades and Block RFQs; looks up at once the requests that an earlier run left undecided. */
export function beginTrading(watched: Watched): Trading {
  const { options, begun, news, catalog, quotes, accounts, risk, budget, journal, tradeSettings } = watched;
  const { publish } = options;
  const { log } = watched.audit;
  const { standing, selling } = guardSelling(watched);
  const client = hearLookUps(ofOwnAccount(watched.wire, watched.owner), watched.preflight.doubt);
  const own = {
    client,
    clock: options.clock,
    serviceClock: watched.serviceClock,
    account: watched.account,
    store: watched.store,
    catalog,
    quotes,
    settings: watched.settings,
    publish,
    isNewEachStart: watched.isNewEachStart,
  };
  const elsewhere = createElsewhere();
  const trade = begun.part(createTradeSide, {
    ...own,
    budget,
    journal,
    commands: watched.commands,
    plans: watched.plans,
    loadInstrument: (name) => loadInstrument(catalog, name),
    onPlanTurn: (view) => tellPlan(log, view),
    onPlans: (views) => publish('plans.changed', [...views], null),
    onCommand: (state) => {
      publish('amends.changed', [state], null);
      tellCommand(log, state);
    },
    isWritable: watched.store.access !== 'read_only',
    settings: tradeSettings,
    kept: watched.settings,
    factsFor: createOrderFacts({
      catalog,
      quotes,
      accounts,
      whyBlocked: selling.why,
      guards: () => applyGuardSettings(tradeSettings.guards()),
    }),
    isStopped: () => selling.why() !== null,
    isLabelElsewhere: elsewhere.hasLabel,
    ordersElsewhere: elsewhere.openOrders,
    instrumentOf: (name) => catalog.peek(name)?.instrument ?? null,
    onRows: (rows) => {
      risk.noteRows(rows);
      news.rows.tell(rows);
      publish('orders.changed', rows, null);
      news.changed.tell();
    },
    onTellFailure: (error) => options.log('error', 'orders_not_told', { reason: String(error) }),
    onJournalFailure: standing.noteFailure,
    onChange: news.changed.tell,
    notify: options.notify ?? null,
  });
  const { desk } = trade;
  const margin = createOrderMargin({ client: withPriority(client, 'visible'), catalog, quotes, accounts });
  const readPosition = createPositionReader(withPriority(client, 'visible'));
  const history = begun.part(createHistory, { ...own, files: watched.store, orders: desk.rows, log });
  news.rows.hear(history.noteRows);
  const blotter = begun.part(createBlotter, { ...options, ...own, budget, desk, journal });
  elsewhere.ask(blotter);
  const rfqs = begun.part(createRfqParts, { ...own, standing, blocked: selling.why, guards: tradeSettings.guards });
  return { ...watched, standing, selling, trade, margin, readPosition, history, blotter, rfqs };
}

/** What stands between a press and the wire: the journal's standing, and the gate that asks it. */
function guardSelling(watched: Watched): Pick<Trading, 'standing' | 'selling'> {
  const { options, begun, news, store, settings, audit, tradeSettings, preflight, budget } = watched;
  const standing = begun.part(createJournalStanding, {
    store,
    settings,
    clock: options.clock,
    prove: () => {
      store.prove();
      audit.prove();
    },
    block: preflight.block,
    onChange: news.changed.tell,
    log: watched.audit.log,
  });
  const selling = createSellingGate({
    lock: watched.lock,
    serviceClock: watched.serviceClock,
    areLimitsAssumed: () => budget.basis() === 'assumed',
    key: watched.key,
    owner: watched.owner,
    standing,
    restraint: () => options.restraint?.() ?? (keepsLimits(tradeSettings.guardsReading()) ? null : 'guards_unreadable'),
    proof: preflight,
  });
  news.journalFailed.hear(standing.noteFailure);
  news.granted.hear(selling.noteScope);
  news.limitsRead.hear(selling.noteLimits);
  return { standing, selling };
}

/** The journal of everything has each plan as it begins and as it ends. */
function tellPlan(log: ServicesOptions['log'], { plan: { request, steps }, state, stop }: PlanView): void {
  const fields = { type: request.kind, scope: nameTarget(request), count: steps.length };
  log('info', 'plan', { ...fields, outcome: state, reason: stop });
}

/** Null for an instrument that the service does not have. Throws where it can't be asked. */
async function loadInstrument(catalog: Watched['catalog'], name: string): Promise<Instrument | null> {
  try {
    return (await catalog.get(name)).instrument;
  } catch (error) {
    if (error instanceof IpcFailure && error.detail.code === 'NotFound') return null;
    throw error;
  }
}

/** The journal of everything has each command as it is sent and as it is decided. */
function tellCommand(log: ServicesOptions['log'], { command, verdict, reason, refusal }: EditState): void {
  const { command_id: intent_id, target, asked } = command;
  const fields = { intent_id, order_id: target.order_id, label: target.label, instrument_name: target.instrument_name };
  if (verdict === 'sending') log('info', 'amend_sent', { ...fields, amount: asked.amount, price: asked.price });
  else log('info', 'amend_outcome', { ...fields, outcome: verdict, reason: reason ?? refusal?.name ?? null });
}

/** Asks after orders that were placed elsewhere. What follows them begins after the desk; until then nothing is read of them. */
function createElsewhere() {
  let follower: Pick<Blotter, 'hasLabel' | 'openOrders'> | null = null;
  return {
    hasLabel: (label: string): boolean => follower?.hasLabel(label) ?? false,
    openOrders: (): ReturnType<Blotter['openOrders']> => follower?.openOrders() ?? { orders: [], isUnread: true },
    ask: (begun: Pick<Blotter, 'hasLabel' | 'openOrders'>): void => {
      follower = begun;
    },
  };
}
