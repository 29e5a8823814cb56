import { randomBytes } from 'node:crypto';
import { type Account, createAccount } from '../account/account.ts';
import { createRiskHistory, type RiskHistory } from '../account/history.ts';
import { type Alerts, ALERTS_LOOK, startAlerts } from '../alerts/alerts.ts';
import { tellHost } from '../alerts/tell-host.ts';
import { type Chains, createChains, readIndexPrice } from '../market/chains.ts';
import { createProbeCache } from '../market/probe-cache.ts';
import { createQuotes, type Quotes } from '../market/quotes.ts';
import { createRecorder, type Recorder } from '../market/recorder.ts';
import { makeLabel } from '../orders/label.ts';
import { type Preflight, startPreflight } from '../orders/preflight.ts';
import { withPriority } from '../service/with-priority.ts';
import type { Kept } from './keep.ts';

/** What reads the market and the account. */
export interface Watched extends Kept {
  readonly recorder: Recorder;
  readonly risk: RiskHistory;
  readonly quotes: Quotes;
  readonly chains: Chains;
  readonly accounts: Account;
  readonly alerts: Alerts;
  readonly preflight: Preflight;
}

/** Begins what reads the market and the account, and the proof that selling is safe. */
export function watchService(kept: Kept): Watched {
  const { begun, news, store, profile, serviceClock, settings, stored, account, isNewEachStart } = kept;
  const { budget, gate, wire, catalog, owner } = kept;
  const { clock, publish, notify } = kept.options;
  const { log } = kept.audit;
  const recordings = {
    store: store.recordings,
    service: account,
    isNewEachStart,
    clock,
    serviceNow: serviceClock.now,
    onFailure: (reason: string) => log('error', 'recording_failed', { reason }),
  };
  const recorder = begun.part(createRecorder, recordings);
  const risk = begun.part(createRiskHistory, recordings);
  const quotes = begun.part(createQuotes, {
    client: wire,
    clock,
    serviceClock,
    budget,
    gate,
    publish: (windowId, batch) => publish('market.changed', batch, windowId),
    onTicker: recorder.take,
    onAnswer: news.polled.tell,
  });
  const chains = begun.part(createChains, {
    catalog,
    cache: createProbeCache(store.market, profile.origin, serviceClock.now(), (reason) =>
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
      news.limitsRead.tell();
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
      if (notify !== undefined && settings !== null) tellHost(change, notify, catalog.peek);
    },
  });
  const preflight = begun.part(startPreflight, {
    client: withPriority(wire, 'reconciliation'),
    clock,
    serviceClock,
    budget,
    makeLabel: () => makeLabel(clock.now(), randomBytes),
    readLimits: accounts.read,
    onChange: news.changed.tell,
  });
  return { ...kept, recorder, risk, quotes, chains, accounts, alerts, preflight };
}
