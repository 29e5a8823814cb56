import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/ipc/schemas/preferences-schema.ts';
import type { Session, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { oneList } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { DEFAULT_GUARD_SETTINGS, type GuardSettings } from '../../../shared/orders/limits/guard-settings.ts';
import { issue } from '../../../shared/orders/issue.ts';
import { NO_POLICY } from '../../../shared/profiles/policy.ts';
import { accountFieldsSchema, currencySummarySchema } from '../../../shared/service/account.ts';
import { TEST_CAP_USD, TEST_EQUAL_MS } from '../window/terminal.ts';
import { decimal } from '../../../shared/decimal.ts';
import { BTC_OPTION, ETH_OPTION, PERPETUAL } from './market.ts';

/** A connected terminal that may sell, with nothing on its way. One press sells. */
export const CALM_STATUS: SessionStatus = {
  opening: 'bench',
  connection: 'online',
  failure: null,
  round_trip_ms: 20,
  clock_offset_ms: 0,
  clock_error_ms: 5,
  clock_drift: null,
  latency: { sells: null, reads: { count: 100, p50: 20, p90: 30, p99: 40, longest: 50 } },
  clock_readings_ignored: 0,
  journal: 'ok',
  may_take_over: false,
  unknown_orders: 0,
  orders_unread_ms: null,
  rfqs_unread_ms: null,
  trading_stopped: false,
  ladder: { rung: 'one_click', cap_usd: decimal(TEST_CAP_USD) },
  guards: 'ok',
  cancels: { by_id: 'offered', by_label: 'offered', account: 'offered' },
  forecasts_missed: 0,
  selling_blocked: null,
  limits: 'told',
  order_meter: { available: 20, burst: 20, rate: 5 },
  read_meter: { available: 50, burst: 50, rate: 20 },
  request_budget: {
    reserve: 5,
    waiting: { orders: 0, reconciliation: 0, focused: 0, visible: 0, background: 0, bulk: 0 },
    own_order_meters: [],
    breaker: 'closed',
    refused_as_too_many: 0,
  },
  polls_per_second: 4,
  watched_instruments: 4,
  watched: { focused: 1, visible: 3, background: 0 },
};

/** As a profile begins, but that an equal sell asks first for longer than a busy machine takes to look. */
export const CALM_GUARDS: GuardSettings = { ...DEFAULT_GUARD_SETTINGS, duplicateWindowMs: TEST_EQUAL_MS };

/** What a stop of trading, or its end, changes of that. */
export function stoppedStatus(stopped: boolean): Pick<SessionStatus, 'trading_stopped' | 'selling_blocked'> {
  return { trading_stopped: stopped, selling_blocked: stopped ? STOPPED : null };
}
const STOPPED = issue('error', 'order', 'trading_not_ready', { reason: 'stopped_by_trader' });

/** The session of a test profile, as a window is given it that is not the first of its terminal. */
export const CALM_SESSION: Session = {
  version: '0.1.0',
  host: 'test',
  profile: { id: 'bench', name: 'Bench', kind: 'test', colour: 'grey', service_origin: 'https://test.example.com' },
  policy: NO_POLICY,
  watchlists: oneList([PERPETUAL, BTC_OPTION, 'ETH-PERPETUAL', ETH_OPTION]),
  workspaces: null,
  preferences: { ...DEFAULT_PREFERENCES, tour: 'seen', is_sounding: false },
  own_windows: [],
  layouts_left_out: [],
  recovered_drafts: [],
  drafts: {},
  safe_start: null,
  set_aside: [],
  alerts: { rules: [], statuses: [] },
  status: CALM_STATUS,
};

/** An account with funds in two currencies and nothing at risk. */
export const CALM_ACCOUNT: AccountSnapshot = {
  account: accountFieldsSchema.parse({
    id: 10,
    username: 'bench',
    type: 'main',
    mmp_enabled: true,
    self_trading_reject_mode: 'cancel_maker',
  }),
  unreadable_summaries: 0,
  summaries: ['BTC', 'ETH'].map((currency) =>
    currencySummarySchema.parse({
      currency,
      balance: 12,
      equity: 12,
      margin_balance: 12,
      available_funds: 11.5,
      available_withdrawal_funds: 11.5,
      initial_margin: 0.5,
      maintenance_margin: 0.3,
      delta_total: 0,
      delta_total_map: {},
      session_upl: 0,
      session_rpl: 0,
      total_pl: 0,
      options_delta: 0,
      options_gamma: 0,
      options_vega: 0,
      options_theta: 0,
      margin_model: 'segregated_sm',
    }),
  ),
  age_ms: 0,
  failure: null,
  subaccounts: [],
  offered: [],
};
