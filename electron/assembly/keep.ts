import { NO_POLICY } from '../../shared/profiles/policy.ts';
import { type AccountOwner, createAccountOwner, digestKey } from '../account/account-owner.ts';
import { createWatchlist, type Watchlist } from '../market/watchlist.ts';
import { type CommandJournal, createCommandJournal } from '../execution/journal.ts';
import { createPlanJournal, type PlanJournal } from '../execution/plan-journal.ts';
import { createJournal, type Journal } from '../orders/journal.ts';
import { createTradingLock, type TradingLock } from '../orders/trading-lock.ts';
import { limitSettings } from '../policy/limited-settings.ts';
import { type AssumedLimits, createAssumedLimits } from '../service/limits/assumed-limits.ts';
import { createTradeSettings, type TradeSettings } from '../storage/trade-settings.ts';
import { createLayouts, type Layouts } from '../windows/layouts.ts';
import type { Connected } from './connect.ts';

/** What the profile's files keep from run to run. */
export interface Kept extends Connected {
  readonly assumed: AssumedLimits;
  readonly layouts: Layouts;
  readonly watchlist: Watchlist;
  readonly owner: AccountOwner;
  readonly tradeSettings: TradeSettings;
  readonly lock: TradingLock;
  readonly journal: Journal;
  readonly commands: CommandJournal;
  readonly plans: PlanJournal;
}

/** Reads what is kept. A start that comes this far and to no end counts as a crash. */
export function readKept(connected: Connected): Kept {
  const { options, news, store, settings, stored, profile, serviceClock, audit, account, budget, catalog } = connected;
  const { clock, publish, policy = NO_POLICY } = options;
  const onChange = news.changed.tell;
  return {
    ...connected,
    assumed: createAssumedLimits(budget, settings, onChange),
    layouts: createLayouts(settings, settings === null ? null : store, options),
    watchlist: createWatchlist(settings, catalog, publish, serviceClock.now),
    owner: createAccountOwner(settings, onChange, digestKey(profile)),
    tradeSettings: limitSettings(createTradeSettings(settings, profile.kind, stored, store.guardsLost), policy),
    lock: createTradingLock({ settings, folder: store.folder, onChange, log: audit.log }),
    commands: createCommandJournal(store.journal, account, store.inPlace.journal),
    plans: createPlanJournal(store.journal, account, store.inPlace.journal),
    journal: createJournal(store.journal, account, clock.now, audit.orders, store.inPlace.journal),
  };
}
