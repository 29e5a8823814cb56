import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSimulator, type Simulator } from '../simulator/simulator.ts';
import type { Handlers } from '../shared/ipc/contract.ts';
import { IpcFailure } from '../shared/ipc/error.ts';
import type { SellDraft } from '../shared/orders/draft.ts';
import type { Issue } from '../shared/orders/issue.ts';
import { applyGuardSettings } from '../shared/orders/guard-settings.ts';
import type { SellFacts } from '../shared/orders/facts.ts';
import { createAccount } from './account/account.ts';
import { createBlotter } from './blotter-handlers.ts';
import { createCatalog } from './market/catalog.ts';
import { createMarketHandlers, readWorkspaces } from './market-handlers.ts';
import { createQuotes } from './market/quotes.ts';
import { createWatchlist } from './market/watchlist.ts';
import { startCancelProbe } from './orders/cancel-offers.ts';
import { createCanceller } from './orders/canceller.ts';
import { lookUpCurrency } from './orders/currency.ts';
import { createDesk, type DeskFacts } from './orders/desk.ts';
import { createJournal } from './orders/journal.ts';
import { makeLabel } from './orders/label.ts';
import { createTradingLock } from './orders/trading-lock.ts';
import { notReady, startPreflight } from './orders/preflight.ts';
import { createReleases } from './orders/releases.ts';
import { startTracker } from './orders/tracker.ts';
import { embeddedProfile, SIMULATOR_ID } from './profile.ts';
import { createServiceClient } from './service/client.ts';
import { createRateBudget, type OrderGroup } from './service/budget.ts';
import { createRequestGate } from './service/gate.ts';
import { createServiceClock } from './service/service-clock.ts';
import { withPriority } from './service/with-priority.ts';
import type { Services, ServicesOptions } from './services-interface.ts';
import { createSessionTracker } from './session.ts';
import { createTradeHandlers } from './trade-handlers.ts';
import { openProfileStore, type ProfileStore } from './storage/profile-store.ts';
import { createSettings } from './storage/settings.ts';
import { createTradeSettings } from './storage/trade-settings.ts';

/**
 * Builds the whole back end: starts the embedded simulator when no other service is named, opens the
 * profile's files, and wires client, quotes, account and order desk to the window's handlers.
 * Throws when the data folder can't be used.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { clock, publish, log } = options;
  const store = openProfileStore(options.dataDir, options.profile?.id ?? SIMULATOR_ID, clock.now());
  const simulator = options.profile === null ? await startSimulator(options.simulatorSeed, store) : null;
  const profile = options.profile ?? embeddedProfile(simulator);
  for (const path of store.setAside) log('error', 'damaged_file_set_aside', { path });

  const serviceClock = createServiceClock(clock);
  const budget = createRateBudget(clock, orderGroupOf);
  const gate = createRequestGate(clock, budget, (from, to) => {
    log(to === 'closed' ? 'info' : 'warn', 'reads', { from, to });
    session.touch();
  });
  const { now: serviceNow } = serviceClock;
  const client = createServiceClient({ profile, clock, serviceNow, random: Math.random, gate });
  const catalog = createCatalog(client, clock, serviceClock);
  const settings = store.access === 'read_only' ? null : createSettings(store.settings, clock.now);
  const watchlist = createWatchlist(settings, catalog);
  const tradeSettings = createTradeSettings(settings, profile.kind);
  const lock = createTradingLock(settings, () => session.touch());
  // Each start of the embedded simulator is a new service: its orders are not those of the last one.
  const account = simulator === null ? profile.id : `${profile.id}:${clock.now()}`;
  const journal = createJournal(store.journal, account, clock.now);
  let doubtsAtLimits = 0;
  let journalState = store.access;

  const session = createSessionTracker({
    clock,
    serviceClock,
    budget,
    journal: () => journalState,
    unknownOrders: () => desk.unknownCount(),
    isTradingStopped: lock.isStopped,
    ladder: tradeSettings.ladder,
    cancels: () => probe.offers(),
    forecastsMissed: () => desk.missedForecastCount(),
    sellingBlocked: whyBlocked,
    gate,
    overduePolls: () => quotes.overdue(),
    pollsPerSecond: () => quotes.pollsPerSecond(),
    watchedInstruments: () => quotes.watchedCount(),
    onChange: (status) => publish('session.changed', status, null),
  });
  const quotes = createQuotes({
    client,
    clock,
    serviceClock,
    budget,
    gate,
    publish: (windowId, batch) => publish('market.quotes', batch, windowId),
    onAnswer: (failure) => {
      if (session.noteAnswer(failure)) {
        log('info', 'connection', { online: failure === null, reason: failure?.params['reason'] ?? null });
      }
    },
  });
  const accounts = createAccount({
    client: withPriority(client, 'visible'),
    clock,
    serviceClock,
    onSnapshot: (snapshot) => publish('account.changed', snapshot, null),
    onLimits: (limits) => {
      budget.configure(limits);
      if (!serviceClock.isDoubtful()) doubtsAtLimits = serviceClock.doubts();
    },
  });
  const preflight = startPreflight({
    client: withPriority(client, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    makeLabel: () => makeLabel(clock.now(), randomBytes),
    readLimits: accounts.read,
    onChange: () => session.touch(),
  });
  const desk = createDesk({
    client: withPriority(client, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    journal,
    isWritable: store.access !== 'read_only',
    randomBytes,
    factsFor,
    instrumentOf: (name) => catalog.peek(name)?.instrument ?? null,
    currencyOf: (name) => lookUpCurrency(catalog.peek(name)?.instrument ?? null, name),
    onRows: (rows) => {
      publish('orders.changed', rows, null);
      session.touch();
    },
    onJournalFailure: (error) => {
      log('error', 'journal_failed', { reason: error instanceof Error ? error.message : 'unknown' });
      journalState = 'failed';
      preflight.block('journal_failed');
      session.touch();
    },
  });
  const probe = startCancelProbe({ client, clock, onChange: () => session.touch() });
  const canceller = createCanceller({
    client,
    clock,
    serviceClock,
    budget,
    probe,
    isWritable: store.access !== 'read_only',
    rows: desk.rows,
    note: desk.noteCancel,
  });
  const releases = createReleases({
    clock,
    ladder: tradeSettings.ladder,
    factsFor,
    isKnown: (intentId) => journal.find(intentId) !== null,
  });
  const stopTracker = startTracker({
    client: withPriority(client, 'visible'),
    clock,
    serviceClock,
    liveRows: desk.liveRows,
    update: desk.update,
  });

  const blotter = createBlotter({
    client: withPriority(client, 'background'),
    clock,
    settings,
    desk,
    journal,
    chooseFolder: options.chooseExportFolder ?? (() => Promise.resolve(join(options.dataDir, 'exports'))),
  });

  /** Orders of some currencies, and of spot pairs, may have a limit of their own. */
  function orderGroupOf(name: string): OrderGroup {
    const instrument = catalog.peek(name)?.instrument ?? null;
    return { currency: lookUpCurrency(instrument, name), isSpot: instrument?.kind === 'spot' };
  }

  function whyBlocked(): Issue | null {
    return lock.blocked() ?? preflight.blocked() ?? whyDoubtful();
  }

  /** After a sleep, the service's time and the limits are known again only once they have been read again. */
  function whyDoubtful(): Issue | null {
    if (serviceClock.isDoubtful()) return notReady('clock_unknown');
    return doubtsAtLimits === serviceClock.doubts() ? null : notReady('limits_unknown');
  }

  /** What the rules need; metadata and a ticker are asked for when they aren't at hand. */
  async function factsFor(draft: SellDraft): Promise<Omit<SellFacts, DeskFacts>> {
    const known = isName(draft.instrument_name) ? await catalog.get(draft.instrument_name).catch(onlyNotFound) : null;
    const quote = quotes.latest(draft.instrument_name);
    const newest = quote ?? (known === null ? null : await quotes.fetch(draft.instrument_name));
    const currency = lookUpCurrency(known?.instrument ?? null, draft.instrument_name);
    return {
      instrument: known?.instrument ?? null,
      instrumentAgeMs: known?.ageMs ?? 0,
      lookUpCurrency: currency,
      ticker: newest?.ticker ?? null,
      tickerAgeMs: newest?.ageMs ?? 0,
      isTickerStale: newest?.isStale ?? false,
      sellingBlocked: whyBlocked(),
      fees: accounts.feesOf(currency),
      guards: applyGuardSettings(tradeSettings.guards()),
    };
  }

  const handlers: Handlers = {
    ...createMarketHandlers({ quotes, catalog, watchlist, settings }),
    ...createTradeHandlers({ desk, canceller, probe, releases, settings: tradeSettings, lock, session, publish, log }),
    ...blotter.handlers,
    'session.open': () =>
      Promise.resolve({
        version: options.version,
        host: options.host,
        profile: { id: profile.id, name: profile.name, kind: profile.kind, service_origin: profile.origin },
        watchlist: watchlist.read(),
        workspaces: readWorkspaces(settings),
        set_aside: [...store.setAside],
        status: session.status(),
      }),
    'account.read': () => Promise.resolve(accounts.snapshot()),
    'orders.check': ({ draft }) => desk.check(draft),
    'window.report_error': ({ message, stack }) => {
      log('error', 'window_error', { message, stack });
      return Promise.resolve(null);
    },
  };

  if (store.access === 'read_only') preflight.block('journal_read_only');
  if (store.access === 'failed') {
    log('error', 'journal_failed', { reason: store.failure });
    preflight.block('journal_failed');
  }
  const unreadable = journal.countUnreadable();
  if (unreadable > 0) {
    log('error', 'intents_unreadable', { count: unreadable });
    journalState = 'failed';
    preflight.block('journal_failed');
  }
  const loading = catalog.load();
  // The embedded simulator answers at once; another service may not answer at all, and the window shows that.
  if (simulator !== null) await loading;
  desk.resume();

  return {
    handlers,
    profile,
    forgetWindow: (windowId) => {
      quotes.forgetWindow(windowId);
      releases.forgetWindow(windowId);
      blotter.forgetWindow(windowId);
    },
    close: async () => {
      preflight.close();
      stopTracker();
      probe.close();
      blotter.close();
      canceller.close();
      desk.close();
      quotes.close();
      catalog.close();
      accounts.close();
      session.close();
      await client.close();
      store.close();
      await simulator?.close();
    },
  };
}

/** An instrument that does not exist is a finding of the rules; a service that does not answer is a failure. */
function onlyNotFound(error: unknown): null {
  if (error instanceof IpcFailure && error.detail.code === 'NotFound') return null;
  throw error;
}

function isName(text: string): boolean {
  return text !== '' && text.length <= 128;
}

/** Starts the embedded simulator; when it can't start, nothing stays open. */
async function startSimulator(seed: number, store: ProfileStore): Promise<Simulator> {
  try {
    return await createSimulator({ seed });
  } catch (error) {
    store.close();
    throw error;
  }
}
