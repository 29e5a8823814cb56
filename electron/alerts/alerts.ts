import { judge, type AlertMemory, type AlertReading, NEW_MEMORY, statusOf } from '../../shared/alerts/engine.ts';
import {
  alertRulesSchema,
  type AlertNews,
  type AlertRule,
  type AlertsChange,
  type AlertsView,
} from '../../shared/alerts/rule.ts';
import type { AccountSnapshot } from '../../shared/ipc/schemas/account-schema.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { Attention } from '../../shared/ipc/contract.ts';
import type { Clock } from '../clock.ts';
import type { KnownTicker } from '../market/quotes.ts';
import type { Settings } from '../storage/settings.ts';

/** In place of a window: what alerts watch is polled whatever windows show. */
export const ALERTS_LOOK = 'alerts';

const KEY = 'alerts';
/** How often rules are judged, also without news. */
const TURN_MS = 1000;
/** A few polls of the account must have failed. */
const ACCOUNT_STALE_MS = 10_000;

export interface AlertsOptions {
  readonly clock: Clock;
  /** Null where another instance writes them. */
  readonly settings: Settings | null;
  /** The other instance's alerts; the trading instance notifies the system. */
  readonly stored?: Pick<Settings, 'read'>;
  readonly account: () => AccountSnapshot;
  readonly latest: (instrumentName: string) => KnownTicker | null;
  /** Keeps these instruments polled. */
  readonly watch: (wanted: readonly { instrument_name: string; attention: Attention }[]) => void;
  readonly onChange: (change: AlertsChange) => void;
}

export interface Alerts {
  readonly view: () => AlertsView;
  /** Throws `IpcFailure` (`ReadOnly`, `StorageFailed`) when not kept; the old ones stay. */
  readonly save: (rules: readonly AlertRule[]) => void;
  readonly close: () => void;
}

/** Judges alert rules by the back end's data and reports changes. */
export function startAlerts(options: AlertsOptions): Alerts {
  const { clock, settings, stored = settings } = options;
  const memories = new Map<string, AlertMemory>();
  let rules = readStored();
  let lastTold = '';
  let isClosed = false;

  function readStored(): readonly AlertRule[] {
    return stored?.read(KEY, alertRulesSchema) ?? [];
  }

  /** What the other instance has set meanwhile. */
  function follow(): void {
    if (settings !== null) return;
    try {
      const next = readStored();
      if (JSON.stringify(next) !== JSON.stringify(rules)) take(next);
    } catch {
      // It may be writing just now; it is asked again in a moment.
    }
  }

  function take(next: readonly AlertRule[]): void {
    const before = new Map(rules.map((rule) => [rule.id, JSON.stringify(rule.condition)]));
    rules = next;
    // Another condition is another alert; another snooze or hysteresis is not.
    const isSame = (rule: AlertRule): boolean => before.get(rule.id) === JSON.stringify(rule.condition);
    const kept = new Set(rules.filter(isSame).map(({ id }) => id));
    for (const id of memories.keys()) if (!kept.has(id)) memories.delete(id);
    watchInstruments();
  }

  function read({ condition: { source } }: AlertRule): AlertReading {
    if (source.kind === 'ticker') {
      const known = options.latest(source.instrument_name);
      return { record: known?.ticker ?? null, isStale: known?.isStale ?? false };
    }
    const { summaries, age_ms } = options.account();
    const record = summaries.find(({ currency }) => currency === source.currency) ?? null;
    return { record, isStale: age_ms !== null && age_ms > ACCOUNT_STALE_MS };
  }

  function view(): AlertsView {
    return { rules: [...rules], statuses: rules.map(({ id }) => statusOf(id, memories.get(id) ?? NEW_MEMORY)) };
  }

  function turn(): void {
    const news: AlertNews[] = [];
    const moment = { wallMs: clock.now(), steadyMs: clock.monotonic() };
    for (const rule of rules) {
      const judged = judge(rule, memories.get(rule.id) ?? NEW_MEMORY, read(rule), moment);
      memories.set(rule.id, judged.memory);
      news.push(...judged.news);
    }
    const now = view();
    const text = JSON.stringify(now);
    if (news.length === 0 && text === lastTold) return;
    lastTold = text;
    options.onChange({ ...now, news });
  }

  function watchInstruments(): void {
    const names = rules.flatMap(({ condition: { source } }) =>
      source.kind === 'ticker' ? [source.instrument_name] : [],
    );
    options.watch([...new Set(names)].map((instrument_name) => ({ instrument_name, attention: 'background' })));
  }

  function schedule(): () => void {
    return clock.after(TURN_MS, () => {
      if (isClosed) return;
      follow();
      turn();
      cancel = schedule();
    });
  }

  watchInstruments();
  let cancel = schedule();

  return {
    view,
    save: (next) => {
      if (settings === null) {
        const message = 'another instance of the terminal holds this profile';
        throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
      }
      settings.write(KEY, next);
      take(next);
      turn();
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
