import { randomBytes, randomUUID } from 'node:crypto';
import { applyGuardSettings, keepsLimits } from '../../shared/orders/limits/guard-settings.ts';
import { NO_POLICY } from '../../shared/profiles/policy.ts';
import { createAccountHandlers } from '../handlers/account-handlers.ts';
import { adoptAccount, createAccountOwner, digestKey, ofOwnAccount } from '../account/account-owner.ts';
import { createAccount } from '../account/account.ts';
import { type Begun, beginTogether } from './begun.ts';
import { startSimulator } from '../embedded-simulator.ts';
import { createRiskHistory } from '../account/history.ts';
import { ALERTS_LOOK, startAlerts } from '../alerts/alerts.ts';
import { tellHost } from '../alerts/tell-host.ts';
import { openAudit } from '../audit/audit.ts';
import { createBlotter } from '../handlers/blotter-handlers.ts';
import { createHistory } from '../history/history.ts';
import { createCatalog } from '../market/catalog.ts';
import { createMarketHandlers, openWatchlists } from '../handlers/market-handlers.ts';
import { createChains, readIndexPrice } from '../market/chains.ts';
import { createProbeCache } from '../market/probe-cache.ts';
import { createQuotes } from '../market/quotes.ts';
import { createRecorder } from '../market/recorder.ts';
import { createWatchlist } from '../market/watchlist.ts';
import { orderGroupOf } from '../orders/currency.ts';
import { createJournal } from '../orders/journal.ts';
import { makeLabel } from '../orders/label.ts';
import { hearLookUps } from '../orders/looks/look-up-rights.ts';
import { createTradingLock } from '../orders/trading-lock.ts';
import { startPreflight } from '../orders/preflight.ts';
import { createOrderMargin } from '../orders/order-margin.ts';
import { createSellFacts } from '../orders/sell-facts.ts';
import { limitSettings } from '../policy/limited-settings.ts';
import { describeProfile, SIMULATOR_ID, simulatorProfile } from '../profiles/profile.ts';
import { countUndecided, NOTHING_UNDECIDED } from '../profiles/undecided.ts';
import { createRfqParts } from '../rfq/rfq-parts.ts';
import { createSellingGate } from '../session/selling-gate.ts';
import { createAssumedLimits } from '../service/limits/assumed-limits.ts';
import { createRateBudget } from '../service/limits/budget.ts';
import { createRequestGate } from '../service/limits/gate.ts';
import { createKeyLatch } from '../service/login/key-latch.ts';
import { createServiceClock } from '../service/service-clock.ts';
import { withPriority } from '../service/with-priority.ts';
import type { ProfileHandlers, Services, ServicesOptions } from './services-interface.ts';
import { createSessionTracker, type SessionTracker } from '../session/session.ts';
import { createTradeSide, type TradeSide } from './trade-side.ts';
import { createTimedClient } from '../session/latency.ts';
import { createJournalStanding } from '../session/journal-standing.ts';
import { createLayouts } from '../windows/layouts.ts';
import { createTradeHandlers } from '../handlers/trade-handlers.ts';
import { openProfileStore } from '../storage/profile-store.ts';
import { createTradeSettings } from '../storage/trade-settings.ts';

/**
 * Builds what runs for one profile, with the simulator when no service is named. Throws when folder or key can't be
 * used, leaving nothing open.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  return await beginTogether((begun) => beginServices(options, begun));
}

async function beginServices(options: ServicesOptions, begun: Begun): Promise<Services> {
  const { clock, publish, policy = NO_POLICY } = options;
  const opening = randomUUID();
  const store = begun.base(openProfileStore(options.dataDir, options.profile?.id ?? SIMULATOR_ID, clock.now()));
  const simulator = options.profile === null ? begun.base(await startSimulator(options.simulatorSeed)) : null;
  const profile = options.profile ?? simulatorProfile(simulator);
  const serviceClock = createServiceClock(clock);
  const audit = openAudit({
    ...options,
    store,
    profile,
    serviceClock,
    onFailure: (error) => standing.noteFailure(error),
  });
  begun.base(audit);
  const { log } = audit;
  for (const path of store.setAside) log('error', 'damaged_file_set_aside', { path });

  const budget = createRateBudget(clock, (name) => orderGroupOf(catalog.peek(name)?.instrument ?? null, name));
  const gate = createRequestGate(clock, budget, (from, to) => {
    log(to === 'closed' ? 'info' : 'warn', 'reads', { from, to });
    session.touch();
  });
  const { now: serviceNow } = serviceClock;
  const key = createKeyLatch(clock, () => session.touch());
  const wire = begun.part(createTimedClient, {
    profile,
    key,
    clock,
    serviceNow,
    random: Math.random,
    gate,
    log: audit.hear,
    onScope: (scope) => selling.noteScope(scope),
    onOutcome: (failure) => session.noteCall(failure),
  });
  const catalog = begun.part(createCatalog, wire, clock, serviceClock, (count) =>
    log('warn', 'instruments_unreadable', { count }),
  );
  const stored = audit.settings(store.settings);
  const settings = store.access === 'read_only' ? null : stored;
  const assumed = createAssumedLimits(budget, settings, () => session.touch());
  const layouts = createLayouts(settings, settings === null ? null : store, options);
  const watchlist = createWatchlist(settings, catalog, publish, serviceNow);
  const owner = createAccountOwner(settings, () => session.touch(), digestKey(profile));
  const client = hearLookUps(ofOwnAccount(wire, owner), (lookUp) => preflight.doubt(lookUp));
  const tradeSettings = limitSettings(createTradeSettings(settings, profile.kind, stored, store.guardsLost), policy);
  const lock = createTradingLock({ settings, folder: store.folder, onChange: () => session.touch(), log });
  // Each start of the embedded simulator is a new service: its orders and prices are not those of the last one.
  const isNewEachStart = simulator !== null;
  const account = isNewEachStart ? `${profile.id}:${clock.now()}` : profile.id;
  const journal = createJournal(store.journal, account, clock.now, audit.orders, store.inPlace.journal);
  const standing = begun.part(createJournalStanding, {
    store,
    settings,
    clock,
    prove: () => {
      store.prove();
      audit.prove();
    },
    block: (reason) => preflight.block(reason),
    onChange: () => session.touch(),
    log,
  });
  const whyGuards = () => (keepsLimits(tradeSettings.guardsReading()) ? null : 'guards_unreadable');
  const restraint = () => options.restraint?.() ?? whyGuards();
  const selling = createSellingGate({
    lock,
    serviceClock,
    areLimitsAssumed: () => budget.basis() === 'assumed',
    key,
    owner,
    standing,
    restraint,
    proof: () => preflight,
  });
  const recordings = {
    store: store.recordings,
    service: account,
    isNewEachStart,
    clock,
    serviceNow,
    onFailure: (reason: string) => log('error', 'recording_failed', { reason }),
  };
  const recorder = begun.part(createRecorder, recordings);
  const risk = begun.part(createRiskHistory, recordings);
  const session: SessionTracker = begun.part(createSessionTracker, {
    opening,
    clock,
    serviceClock,
    budget,
    journal: standing.state,
    mayTakeOver: standing.mayTakeOver,
    unknownOrders: () => (store.isUnread ? null : desk.unknownCount()),
    unreadMs: () => trade.unreadMs(),
    rfqsUnreadMs: () => rfqs.unreadMs(),
    isTradingStopped: lock.isStopped,
    ladder: tradeSettings.ladder,
    guards: tradeSettings.guardsReading,
    cancels: () => trade.probe.offers(),
    forecastsMissed: () => desk.missedForecastCount(),
    sellingBlocked: selling.why,
    gate,
    overduePolls: () => quotes.overdue(),
    pollsPerSecond: () => quotes.pollsPerSecond(),
    watched: () => quotes.watchedCounts(),
    latency: wire.latency,
    log,
    onChange: (status) => publish('session.changed', status, null),
  });
  const quotes = begun.part(createQuotes, {
    client: wire,
    clock,
    serviceClock,
    budget,
    gate,
    publish: (windowId, batch) => publish('market.changed', batch, windowId),
    onTicker: recorder.take,
    onAnswer: session.notePoll,
  });
  const chains = begun.part(createChains, {
    catalog,
    cache: createProbeCache(store.market, profile.origin, serviceNow(), (reason) =>
      log('warn', 'names_not_kept', { reason }),
    ),
    clock,
    serviceClock,
    budget,
    priceOf: (family) => readIndexPrice(quotes, family),
  });
  const accounts = begun.part(createAccount, {
    client: withPriority(wire, 'visible'),
    clock,
    serviceClock,
    settings,
    owner,
    history: risk,
    onSnapshot: (snapshot) => publish('account.changed', snapshot, null),
    onLimits: (limits) => {
      if (limits !== null) budget.configure(limits);
      selling.noteLimits();
    },
  });
  const alerts = begun.part(startAlerts, {
    clock,
    settings,
    stored,
    account: accounts.snapshot,
    latest: quotes.latest,
    watch: (wanted) => quotes.watch(ALERTS_LOOK, wanted),
    onChange: (change) => {
      publish('alerts.changed', change, null);
      if (options.notify !== undefined && settings !== null) tellHost(change, options.notify, catalog.peek);
    },
  });
  const preflight = begun.part(startPreflight, {
    client: withPriority(wire, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    makeLabel: () => makeLabel(clock.now(), randomBytes),
    readLimits: accounts.read,
    onChange: () => session.touch(),
  });
  const factsFor = createSellFacts({
    catalog,
    quotes,
    accounts,
    whyBlocked: selling.why,
    guards: () => applyGuardSettings(tradeSettings.guards()),
  });
  const own = { client, clock, serviceClock, account, store, catalog, quotes, settings, publish, isNewEachStart };
  const trade: TradeSide = begun.part(createTradeSide, {
    ...own,
    budget,
    journal,
    isWritable: store.access !== 'read_only',
    settings: tradeSettings,
    kept: settings,
    factsFor,
    isStopped: () => selling.why() !== null,
    isLabelElsewhere: (label) => blotter.hasLabel(label),
    ordersElsewhere: () => blotter.openOrders(),
    instrumentOf: (name) => catalog.peek(name)?.instrument ?? null,
    onRows: (rows) => {
      risk.noteRows(rows);
      history.noteRows(rows);
      publish('orders.changed', rows, null);
      session.touch();
    },
    onTellFailure: (error) => options.log('error', 'orders_not_told', { reason: String(error) }),
    onJournalFailure: standing.noteFailure,
    onChange: () => session.touch(),
    notify: options.notify ?? null,
  });
  const { desk } = trade;
  const margin = createOrderMargin({ client: withPriority(client, 'visible'), catalog, quotes, accounts });
  const history = begun.part(createHistory, { ...own, files: store, orders: desk.rows, log });
  const blotter = begun.part(createBlotter, { ...options, ...own, budget, desk, journal });
  const rfqs = begun.part(createRfqParts, { ...own, standing, blocked: selling.why, guards: tradeSettings.guards });
  const shared = { session, publish, log, settings: tradeSettings, onGuards: rfqs.tell };
  const handlers = {
    ...rfqs.handlers,
    ...createMarketHandlers({ quotes, catalog, watchlist, recorder, chains }),
    ...layouts.handlers,
    ...createAccountHandlers(accounts, risk, alerts),
    ...history.handlers,
    ...blotter.handlers,
    ...createTradeHandlers({ ...shared, ...trade, margin, lock, standing }),
    'session.open': (_params, { windowId }) =>
      Promise.resolve({
        version: options.version,
        host: options.host,
        profile: describeProfile(profile),
        policy,
        watchlists: openWatchlists(quotes, watchlist, windowId),
        ...layouts.read(),
        set_aside: [...store.setAside],
        alerts: alerts.view(),
        status: session.status(),
      }),
    'session.latencies': () => Promise.resolve(wire.latencies()),
    'window.error': ({ message, stack }) => {
      log('error', 'window_error', { message, stack });
      return Promise.resolve(null);
    },
  } satisfies Omit<ProfileHandlers, 'journal.read'>;

  audit.opened(lock.isStopped(), tradeSettings.ladder, standing.holdForCut);
  standing.opened([...journal.unreadable(), ...rfqs.unreadable()]);
  const loading = catalog.load();
  // The embedded simulator answers at once; another service may not answer at all, and the window shows that.
  if (simulator !== null) await loading;
  trade.resume();
  // Only now: an end recorded here means that the start succeeded.
  begun.base(layouts);

  return {
    handlers: audit.handlers(handlers, tradeSettings.ladder),
    profile,
    opening,
    isWriter: store.access !== 'read_only',
    couldWrite: store.couldWrite,
    undecided: () =>
      store.access === 'read_only' ? NOTHING_UNDECIDED : { ...countUndecided(desk.rows()), requests: rfqs.undecided() },
    profileChanged: audit.profileChanged,
    touch: session.touch,
    retryKey: key.retry,
    adoptAccount: () => adoptAccount(owner, desk.rows()),
    assumeLimits: assumed.choose,
    layouts: layouts.read,
    dismissWindow: layouts.dismiss,
    forgetWindow: (windowId) => {
      quotes.forgetWindow(windowId);
      trade.releases.forgetWindow(windowId);
      chains.forgetWindow(windowId);
      blotter.forgetWindow(windowId);
    },
    close: begun.close,
  };
}
