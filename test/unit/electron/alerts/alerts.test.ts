import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { describeNews } from '../../../../shared/alerts/news-text.ts';
import type { AlertsChange } from '../../../../shared/alerts/rule.ts';
import type { AccountSnapshot } from '../../../../shared/ipc/schemas/account-schema.ts';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { type Alerts, startAlerts } from '../../../../electron/alerts/alerts.ts';
import { tellHost } from '../../../../electron/alerts/tell-host.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { alertRule } from '../../../support/window/alert-rule.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { TICKER } from '../../renderer/samples.ts';

let clock: VirtualClock;
let database: DatabaseSync;
let changes: AlertsChange[];
let watched: string[];
let equity: number;
let accountAgeMs: number;
let markPrice: number;
let alerts: Alerts;

function start(isReader = false): Alerts {
  const snapshot = (): AccountSnapshot => ({
    account: null,
    summaries: [currencySummarySchema.parse({ currency: 'BTC', equity })],
    unreadable_summaries: 0,
    age_ms: accountAgeMs,
    failure: null,
    subaccounts: [],
    offered: [],
  });
  return startAlerts({
    clock,
    settings: isReader ? null : createSettings(database, clock.now),
    stored: createSettings(database, clock.now),
    account: snapshot,
    latest: (name) =>
      name === 'BTC-PERPETUAL'
        ? { ticker: { ...TICKER, mark_price: decimal(markPrice) }, ageMs: 0, isStale: false }
        : null,
    watch: (wanted) => {
      watched = wanted.map(({ instrument_name }) => instrument_name);
    },
    onChange: (change) => changes.push(change),
  });
}

const told = (): string[] => changes.flatMap(({ news }) => news.map(({ kind, value }) => `${kind} ${value ?? '-'}`));

beforeEach(() => {
  clock = createVirtualClock();
  database = new DatabaseSync(':memory:');
  for (const statement of SETTINGS_MIGRATIONS) database.exec(statement);
  changes = [];
  [equity, accountAgeMs, markPrice] = [5, 0, 97_000];
  alerts = start();
});
afterEach(() => {
  alerts.close();
  database.close();
});

describe('the alerts of a profile', () => {
  it('judge account and tickers every second, and tell what crossed', async () => {
    alerts.save([alertRule('BTC equity < 4'), alertRule('BTC-PERPETUAL mark_price < 95000')]);
    expect(watched).toEqual(['BTC-PERPETUAL']);
    await clock.advance(5000);
    expect(told()).toEqual([]);
    [equity, markPrice] = [3.5, 94_000];
    await clock.advance(5000);
    expect(told()).toEqual(['raised 3.5', 'raised 94000']);
    equity = 4;
    await clock.advance(5000);
    expect(told().slice(2)).toEqual(['over 4']);
  });

  it('are there again after a restart, and still watch', async () => {
    const rule = alertRule('BTC-PERPETUAL mark_price < 98000');
    alerts.save([rule]);
    alerts.close();
    watched = [];
    alerts = start();
    expect(alerts.view().rules).toEqual([rule]);
    expect(watched).toEqual(['BTC-PERPETUAL']);
    changes = [];
    await clock.advance(1000);
    expect(told()).toEqual(['raised 97000']);
  });

  it('are those of the instance that writes them in one that only reads, which takes no others', async () => {
    const rule = alertRule('BTC equity > 4');
    alerts.save([rule]);
    const reader = start(true);
    expect(reader.view().rules).toEqual([rule]);
    const other = alertRule('BTC-PERPETUAL mark_price < 98000');
    alerts.save([rule, other]);
    await clock.advance(1000);
    expect(reader.view()).toMatchObject({ rules: [rule, other], statuses: [{ is_raised: true }, { is_raised: true }] });
    expect(() => reader.save([])).toThrow('another instance');
    expect(reader.view().rules).toHaveLength(2);
    reader.close();
  });

  it('keep what stood when a rule is snoozed, and begin anew when its condition changes', async () => {
    const rule = alertRule('BTC equity > 1');
    alerts.save([rule]);
    expect(told()).toEqual(['raised 5']);
    alerts.save([{ ...rule, snoozed_until: clock.now() + 60_000, repeat_minutes: 1 }]);
    await clock.advance(59_000);
    expect(told()).toEqual(['raised 5']);
    await clock.advance(2000);
    expect(told()).toEqual(['raised 5', 'raised 5']);
    expect(alerts.view().statuses[0]).toMatchObject({ level: 2, is_raised: true });
    alerts.save([{ ...rule, condition: { ...rule.condition, limit: decimal(2) } }]);
    expect(alerts.view().statuses[0]).toMatchObject({ level: 1 });
  });

  it('tell that the account has gone stale, and publish nothing while nothing changes', async () => {
    alerts.save([alertRule('BTC equity < 4')]);
    await clock.advance(30_000);
    const count = changes.length;
    expect(count).toBe(1);
    accountAgeMs = 20_000;
    await clock.advance(30_000);
    expect(told()).toEqual(['input_lost 5']);
    expect(alerts.view().statuses[0]?.input).toBe('stale');
    accountAgeMs = 0;
    await clock.advance(2000);
    expect(told()).toEqual(['input_lost 5', 'input_back 5']);
  });

  it('repeat one that stands while its input is stale with what was last known, and not as what is now', async () => {
    const rule = alertRule('BTC equity > 4', { repeat_minutes: 1 });
    alerts.save([rule]);
    accountAgeMs = 20_000;
    await clock.advance(61_000);
    const raised = changes.flatMap(({ news }) => news.filter(({ kind }) => kind === 'raised'));
    expect(raised.map((item) => describeNews(rule, item, () => null).detail)).toEqual([
      'now 5 BTC',
      'Its input is stale or missing; last known: 5 BTC',
    ]);
    accountAgeMs = 0;
    await clock.advance(60_000);
    expect(changes.at(-1)?.news[0]).toMatchObject({ kind: 'raised', level: 3 });
    expect(changes.at(-1)?.news[0]).not.toHaveProperty('is_old');
  });

  it.each([-3_600_000, 3_600_000])(
    'tell what lasts by a clock that nobody sets: the machine’s is set by %d ms, and all comes when it is due',
    async (jump) => {
      alerts.save([alertRule('BTC equity > 4', { repeat_minutes: 1 })]);
      await clock.advance(30_000);
      expect(told()).toEqual(['raised 5']);
      clock.jumpWall(jump);
      await clock.advance(29_000);
      expect(told()).toEqual(['raised 5']);
      await clock.advance(2000);
      expect(told()).toEqual(['raised 5', 'raised 5']);
      accountAgeMs = 20_000;
      await clock.advance(2000);
      clock.jumpWall(jump);
      await clock.advance(7000);
      expect(told()).toHaveLength(2);
      await clock.advance(3000);
      expect(told().slice(2)).toEqual(['input_lost 5']);
    },
  );

  it('go to the system when they are raised or blind, not when they are over; repeats are urgent', () => {
    const rule = alertRule('BTC equity < 4');
    const notices: string[] = [];
    const news = (['raised', 'over', 'input_lost', 'input_back'] as const).map((kind, index) => ({
      id: rule.id,
      kind,
      level: index + 1,
      value: decimal(3),
    }));
    tellHost(
      { rules: [rule], statuses: [], news },
      ({ title, body, isUrgent }) => notices.push(`${title}; ${body}; ${isUrgent}`),
      () => null,
    );
    expect(notices).toEqual([
      'Alert: BTC equity < 4; now 3 BTC; false',
      'Alert is blind: BTC equity < 4; Its input is stale or missing; last known: 3 BTC; true',
    ]);
  });
});
