import { randomBytes } from 'node:crypto';
import { createSimulator, type Simulator } from '../simulator/simulator.ts';
import type { Handlers } from '../shared/ipc/contract.ts';
import { IpcFailure } from '../shared/ipc/error.ts';
import { workspacesSchema } from '../shared/ipc/workspace-schema.ts';
import type { SellDraft } from '../shared/orders/draft.ts';
import type { Issue } from '../shared/orders/issue.ts';
import { DEFAULT_GUARDS, type SellFacts } from '../shared/orders/facts.ts';
import { createAccount } from './account/account.ts';
import { startAlerts } from './alerts/alerts.ts';
import { tellHost } from './alerts/tell-host.ts';
import { createCatalog } from './market/catalog.ts';
import { createQuotes } from './market/quotes.ts';
import { createWatchlist } from './market/watchlist.ts';
import { lookUpCurrency } from './orders/currency.ts';
import { createDesk } from './orders/desk.ts';
import { createJournal } from './orders/journal.ts';
import { makeLabel } from './orders/label.ts';
import { createTradingLock } from './orders/trading-lock.ts';
import { startPreflight } from './orders/preflight.ts';
import { startTracker } from './orders/tracker.ts';
import type { Profile } from './profile.ts';
import { createServiceClient } from './service/client.ts';
import { meterClient } from './service/metered-client.ts';
import { createRateBudget } from './service/budget.ts';
import { createServiceClock } from './service/service-clock.ts';
import type { Services, ServicesOptions } from './services-interface.ts';
import { createSessionTracker } from './session.ts';
import { openProfileStore, type ProfileStore } from './storage/profile-store.ts';
import { createSettings } from './storage/settings.ts';

/**
 * Builds the whole back end: starts the embedded simulator when no other service is named, opens the
 * profile's files, and wires client, quotes, account and order desk to the window's handlers.
 * Throws when the data folder can't be used.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { clock, publish, log } = options;
  const store = openProfileStore(options.dataDir, options.profile?.id ?? SIMULATOR_ID, clock.now());
  const simulator = options.profile === null ? await startSimulator(options.simulatorSeed, store) : null;
  const profile = options.profile ?? simulatorProfile(simulator);
  for (const path of store.setAside) log('error', 'damaged_file_set_aside', { path });

  const serviceClock = createServiceClock(clock);
  const budget = createRateBudget(clock);
  const { now: serviceNow } = serviceClock;
  const client = meterClient(createServiceClient({ profile, clock, serviceNow, random: Math.random }), budget);
  const catalog = createCatalog(client, clock, serviceClock);
  const settings = store.isWritable ? createSettings(store.settings, clock.now) : null;
  const watchlist = createWatchlist(settings, catalog);
  const lock = createTradingLock(settings, () => session.touch());
  // Each start of the embedded simulator is a new service: its orders are not those of the last one.
  const account = simulator === null ? profile.id : `${profile.id}:${clock.now()}`;
  const journal = createJournal(store.journal, account, clock.now);
  let journalState: 'ok' | 'read_only' | 'failed' = store.isWritable ? 'ok' : 'read_only';

  const session = createSessionTracker({
    clock,
    serviceClock,
    budget,
    journal: () => journalState,
    unknownOrders: () => desk.unknownCount(),
    isTradingStopped: lock.isStopped,
    forecastsMissed: () => desk.missedForecastCount(),
    sellingBlocked: whyBlocked,
    pollsPerSecond: () => quotes.pollsPerSecond(),
    watchedInstruments: () => quotes.watchedCount(),
    onChange: (status) => publish('session.changed', status, null),
  });
  const quotes = createQuotes({
    client,
    clock,
    serviceClock,
    budget,
    publish: (windowId, batch) => publish('market.quotes', batch, windowId),
    onAnswer: (failure) => {
      if (session.noteAnswer(failure)) {
        log('info', 'connection', { online: failure === null, reason: failure?.params['reason'] ?? null });
      }
    },
  });
  const accounts = createAccount({
    client,
    clock,
    serviceClock,
    budget,
    settings,
    onSnapshot: (snapshot) => publish('account.changed', snapshot, null),
    onLimits: budget.configure,
  });
  const alerts = startAlerts({
    clock,
    settings,
    account: accounts.snapshot,
    latest: quotes.latest,
    watch: (wanted) => quotes.watch(ALERTS_LOOK, wanted),
    onChange: (change) => {
      publish('alerts.changed', change, null);
      if (options.notify !== undefined) tellHost(change, options.notify);
    },
  });
  const preflight = startPreflight({
    client,
    clock,
    serviceClock,
    budget,
    makeLabel: () => makeLabel(clock.now(), randomBytes),
    readLimits: accounts.read,
    onChange: () => session.touch(),
  });
  const desk = createDesk({
    client,
    clock,
    serviceClock,
    budget,
    journal,
    isWritable: store.isWritable,
    randomBytes,
    factsFor,
    instrumentOf: (name) => catalog.peek(name)?.instrument ?? null,
    currencyOf: (name) => lookUpCurrency(catalog.peek(name)?.instrument ?? null, name),
    onRows: (rows) => {
      accounts.noteRows(rows);
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
  const stopTracker = startTracker({
    client,
    clock,
    serviceClock,
    budget,
    liveRows: desk.liveRows,
    update: desk.update,
  });

  function whyBlocked(): Issue | null {
    return lock.blocked() ?? preflight.blocked();
  }

  /** What the rules need; metadata and a ticker are asked for when they aren't at hand. */
  async function factsFor(draft: SellDraft): Promise<Pick<SellFacts, KnownFacts>> {
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
      guards: DEFAULT_GUARDS,
    };
  }

  const handlers: Handlers = {
    'session.open': () =>
      Promise.resolve({
        version: options.version,
        host: options.host,
        profile: { id: profile.id, name: profile.name, kind: profile.kind, service_origin: profile.origin },
        watchlist: watchlist.read(),
        workspaces: settings?.read(WORKSPACES, workspacesSchema) ?? null,
        alerts: alerts.view(),
        status: session.status(),
      }),
    'market.watch': ({ instruments }, { windowId }) => {
      quotes.watch(windowId, instruments);
      return Promise.resolve(null);
    },
    'market.instrument': async ({ instrument_name }) => (await catalog.get(instrument_name)).instrument,
    'market.find': ({ text, limit }) =>
      Promise.resolve(catalog.find(text, limit).map(({ instrument_name, kind }) => ({ instrument_name, kind }))),
    'watchlist.save': ({ instruments }) => {
      watchlist.save(instruments);
      return Promise.resolve(null);
    },
    'workspaces.save': (workspaces) => {
      settings?.write(WORKSPACES, workspaces);
      return Promise.resolve(null);
    },
    'account.read': () => Promise.resolve(accounts.snapshot()),
    'account.follow': ({ subaccount_ids }) => {
      accounts.follow(subaccount_ids);
      return Promise.resolve(null);
    },
    'account.history': ({ currency, from }) => Promise.resolve(accounts.history(currency, from)),
    'alerts.save': ({ rules }) => {
      alerts.save(rules);
      return Promise.resolve(null);
    },
    'orders.check': ({ draft }) => desk.check(draft),
    'orders.place': ({ intent_id, draft, acknowledged }) => desk.place(intent_id, draft, acknowledged),
    'orders.list': desk.settledRows,
    'orders.recheck': ({ intent_id }) => {
      desk.recheck(intent_id);
      return Promise.resolve(null);
    },
    'trading.set_stopped': ({ stopped }) => {
      log('info', 'trading_stopped', { status: stopped ? 'stopped' : 'allowed' });
      lock.set(stopped);
      return Promise.resolve(null);
    },
    'window.report_error': ({ message, stack }) => {
      log('error', 'window_error', { message, stack });
      return Promise.resolve(null);
    },
  };

  if (!store.isWritable) preflight.block('journal_read_only');
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
    forgetWindow: quotes.forgetWindow,
    close: async () => {
      preflight.close();
      stopTracker();
      desk.close();
      alerts.close();
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

type KnownFacts = Exclude<
  keyof SellFacts,
  'isLabelInUse' | 'lastEqualSellAgeMs' | 'undecidedEqualLabel' | 'serviceNowMs' | 'orderCredits'
>;

/** An instrument that does not exist is a finding of the rules; a service that does not answer is a failure. */
function onlyNotFound(error: unknown): null {
  if (error instanceof IpcFailure && error.detail.code === 'NotFound') return null;
  throw error;
}

function isName(text: string): boolean {
  return text !== '' && text.length <= 128;
}

const SIMULATOR_ID = 'simulator';
const WORKSPACES = 'workspaces';
/** In place of a window: what alerts watch is polled whatever windows show. */
const ALERTS_LOOK = 'alerts';

/** Starts the embedded simulator; when it can't start, nothing stays open. */
async function startSimulator(seed: number, store: ProfileStore): Promise<Simulator> {
  try {
    return await createSimulator({ seed });
  } catch (error) {
    store.close();
    throw error;
  }
}

function simulatorProfile(simulator: Simulator | null): Profile {
  if (simulator === null) throw new Error('a profile was given or the simulator was started');
  return {
    id: SIMULATOR_ID,
    name: 'Simulator',
    kind: 'simulator',
    origin: simulator.origin,
    form: 'get_body',
    credentials: { scheme: 'token', clientId: simulator.clientId, clientSecret: simulator.clientSecret },
  };
}
