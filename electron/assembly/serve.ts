import { NO_POLICY } from '../../shared/profiles/policy.ts';
import { adoptAccount } from '../account/account-owner.ts';
import { createAccountHandlers } from '../handlers/account-handlers.ts';
import { createAmendHandlers } from '../handlers/amend-handlers.ts';
import { createPlanHandlers } from '../handlers/plan-handlers.ts';
import { createMarketHandlers, openWatchlists } from '../handlers/market-handlers.ts';
import { createTradeHandlers } from '../handlers/trade-handlers.ts';
import { describeProfile } from '../profiles/profile.ts';
import { countUndecided, NOTHING_UNDECIDED } from '../profiles/undecided.ts';
import { createSessionTracker, type SessionTracker } from '../session/session.ts';
import type { ProfileHandlers, Services } from './services-interface.ts';
import type { Trading } from './trade.ts';

/** Answers windows and the host. Begins nothing but the status: what runs is there by now. */
export function serve(trading: Trading, session: SessionTracker): Services {
  const { begun, profile, opening, store, quotes, chains, layouts, trade, blotter, rfqs, audit } = trading;
  return {
    handlers: audit.handlers(createHandlers(trading, session), trading.tradeSettings.ladder),
    profile,
    opening,
    isWriter: store.access !== 'read_only',
    couldWrite: store.couldWrite,
    undecided: () =>
      store.access === 'read_only'
        ? NOTHING_UNDECIDED
        : { ...countUndecided(trade.desk.rows()), requests: rfqs.undecided() },
    profileChanged: audit.profileChanged,
    touch: session.touch,
    retryKey: trading.key.retry,
    adoptAccount: () => adoptAccount(trading.owner, trade.desk.rows()),
    assumeLimits: trading.assumed.choose,
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

function createHandlers(trading: Trading, session: SessionTracker): Omit<ProfileHandlers, 'journal.read'> {
  const { options, profile, store, wire, catalog, layouts, watchlist, alerts, tradeSettings, lock, standing } = trading;
  const { recorder, risk, quotes, chains, accounts, trade, margin, history, blotter, rfqs } = trading;
  const { publish } = options;
  const { log } = trading.audit;
  const shared = { session, publish, log, settings: tradeSettings, onGuards: rfqs.tell };
  return {
    ...rfqs.handlers,
    ...createMarketHandlers({ quotes, catalog, watchlist, recorder, chains }),
    ...layouts.handlers,
    ...createAccountHandlers(accounts, risk, trading.readPosition, alerts),
    ...history.handlers,
    ...blotter.handlers,
    ...createPlanHandlers(trade.plans),
    ...createAmendHandlers({ ...trade, commands: trading.commands, clock: options.clock }),
    ...createTradeHandlers({ ...shared, ...trade, margin, lock, standing }),
    'session.open': (_params, { windowId }) =>
      Promise.resolve({
        version: options.version,
        host: options.host,
        profile: describeProfile(profile),
        policy: options.policy ?? NO_POLICY,
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
  };
}

/** Begins the status, which reads of all that runs. */
export function beginStatus(trading: Trading): SessionTracker {
  const { options, begun, news, budget, gate, store, serviceClock, quotes, trade, rfqs, lock, tradeSettings } = trading;
  const session = begun.part(createSessionTracker, {
    opening: trading.opening,
    clock: options.clock,
    serviceClock,
    budget,
    journal: trading.standing.state,
    mayTakeOver: trading.standing.mayTakeOver,
    unknownOrders: () => (store.isUnread ? null : trade.desk.unknownCount()),
    unreadMs: trade.unreadMs,
    rfqsUnreadMs: rfqs.unreadMs,
    isTradingStopped: lock.isStopped,
    ladder: tradeSettings.ladder,
    guards: tradeSettings.guardsReading,
    cancels: trade.probe.offers,
    forecastsMissed: trade.desk.missedForecastCount,
    tradingBlocked: trading.selling.why,
    gate,
    overduePolls: quotes.overdue,
    pollsPerSecond: quotes.pollsPerSecond,
    watched: quotes.watchedCounts,
    latency: trading.wire.latency,
    log: trading.audit.log,
    onChange: (status) => options.publish('session.changed', status, null),
  });
  news.polled.hear(session.notePoll);
  news.called.hear(session.noteCall);
  news.changed.hear(session.touch);
  return session;
}
