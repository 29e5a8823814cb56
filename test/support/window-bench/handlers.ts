import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { PlanView } from '../../../shared/execution/plan.ts';
import { IpcFailure } from '../../../shared/ipc/error.ts';
import type { ProfilesView } from '../../../shared/ipc/schemas/profile-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { demandBase } from '../../../electron/ipc/demand-base.ts';
import { assertDefined } from '../../../shared/result.ts';
import type { Tell } from './back-end.ts';
import { stoppedStatus } from './calm.ts';
import type { BenchState } from './state.ts';
import { chainsOf } from './listed-options.ts';

const NOTHING_AMENDED = { issues: [], forecast: null, priority: null, size_ahead: null, total: null, request: null };

const NO_POSITIONS = new IpcFailure({
  code: 'NotSupported',
  message: 'this service lists no positions',
  params: {},
});

type OwnChannel = 'orders.check' | 'orders.arm' | 'orders.place' | 'rfq.board' | 'rfq.send';

/** What a calm terminal answers, by its state: what windows save is taken, and nothing is found that was not put there. */
export function createHandlers(state: BenchState, tell: Tell): Omit<Handlers, OwnChannel> {
  const done = (): Promise<null> => Promise.resolve(null);
  const chains = chainsOf(state);
  const rowOf = (intentId: string) => assertDefined(state.rows.get(intentId), `no sell with the id ${intentId}`);
  return {
    'session.open': async () => state.session,
    'session.latencies': async () => [],
    'market.watch': async ({ instruments }) => {
      const quotes = instruments.flatMap(({ instrument_name }) => state.quotes.get(instrument_name) ?? []);
      if (quotes.length > 0) tell('market.changed', quotes);
      return null;
    },
    'market.instrument': async ({ instrument_name: name }) => {
      const known = state.instruments.get(name);
      if (known !== undefined) return known;
      throw new IpcFailure({ code: 'NotFound', message: `no instrument ${name}`, params: { instrument_name: name } });
    },
    'market.instruments': async ({ instrument_names: names }) =>
      names.flatMap((name) => state.instruments.get(name) ?? []),
    'market.find': async ({ text, limit }) => {
      const words = text.toUpperCase().split(/\s+/u);
      return [...state.instruments.values()]
        .filter(({ instrument_name: name }) => words.every((word) => name.includes(word)))
        .slice(0, limit)
        .map(({ instrument_name, kind }) => ({ instrument_name, kind }));
    },
    'market.history': async () => ({
      points: [],
      recorded_since: null,
      gap_ms: 10_000,
      recording: 'on',
      failure: null,
    }),
    'market.chain': async ({ family, expiration_timestamp }) => chains.read('bench', family, expiration_timestamp),
    'amends.check': async () => NOTHING_AMENDED,
    'amends.send': async () => ({ state: null, check: NOTHING_AMENDED }),
    'amends.list': async () => [],
    'amends.settle': done,
    'amends.report': async () => '{}',
    'plans.preview': async () => state.plan ?? Promise.reject(NO_POSITIONS),
    'plans.rest': async () => state.plan ?? Promise.reject(NO_POSITIONS),
    'plans.start': async (asked) => {
      state.started.push(asked);
      const plan = assertDefined(state.plan, 'it was shown').plan;
      const steps = plan.steps
        .filter(({ step_id }) => !asked.left_out.includes(step_id))
        .map(({ step_id }) => ({ step_id, state: 'waiting' as const, reason: null, issue: null, detail: null }));
      const view: PlanView = { plan, state: 'running', stop: null, steps };
      state.plans = [view];
      return view;
    },
    'plans.stop': done,
    'plans.dismiss': async () => {
      state.plans = [];
      tell('plans.changed', []);
      return null;
    },
    'plans.list': async () => state.plans,
    'account.held': async () => ({ state: 'not_offered' }),
    'watchlist.save': async (watchlists) => {
      state.session = { ...state.session, watchlists };
      tell('watchlist.changed', watchlists);
      return null;
    },
    'workspaces.save': async ({ window_id, workspaces, drafts }) => {
      const { session } = state;
      if (drafts !== undefined)
        state.session = { ...session, drafts: { ...session.drafts, [window_id ?? 'main']: drafts } };
      else if (window_id === null) state.session = { ...session, workspaces };
      return null;
    },
    'account.read': async () => state.account,
    'account.follow': done,
    'account.history': async () => ({
      points: [],
      fills: [],
      started_at: null,
      recorded_since: null,
      recording: 'on',
      failure: null,
    }),
    'alerts.save': async ({ rules }) => {
      const { statuses } = state.session.alerts;
      state.session = { ...state.session, alerts: { rules, statuses } };
      tell('alerts.changed', { rules, statuses, news: [] });
      return null;
    },
    'orders.margin': async () => ({ state: 'not_offered' }),
    'orders.list': async () => [...state.rows.values()],
    'orders.recheck': done,
    'orders.confirm': done,
    'orders.cancel': async ({ intent_id }) => rowOf(intent_id),
    'orders.cancel_resting': async () => ({}),
    'orders.cancel_account': async () => ({ cancelled: 0, undecided: 0 }),
    'orders.follow': async () => state.followed,
    'orders.steps': async () => [],
    'presets.read': async () => state.presets,
    'presets.save': async ({ presets, base }) => {
      demandBase('presets.save', base, state.presets);
      state.presets = presets;
      tell('presets.changed', presets);
      return null;
    },
    'guards.read': async () => state.guards,
    'guards.save': async ({ guards, base }) => {
      demandBase('guards.save', base, state.guards);
      state.guards = guards;
      tell('session.changed', state.session.status);
      return null;
    },
    'trading.stop': async ({ stopped }) => {
      setStatus(stoppedStatus(stopped));
      return null;
    },
    'trading.ladder': async ({ ladder, base }) => {
      demandBase('trading.ladder', base, state.session.status.ladder);
      setStatus({ ladder });
      return null;
    },
    'window.save': async ({ name, kind, is_last }) =>
      is_last ? { state: 'saved', path: `/exports/${name}.${kind}` } : { state: 'receiving', path: null },
    'journal.read': async () => ({ entries: [], next_before: null, total: 0, verification: null }),
    'history.walk': async () => ({ issues: [], walk: null }),
    'history.read': async () => ({
      issues: [],
      query: null,
      rows: [],
      next: null,
      summary: null,
      walk: null,
      set_aside: null,
    }),
    'tape.read': async () => ({
      prints: [],
      stored: 0,
      spans: [],
      read_at: null,
      walk: null,
      failure: null,
      changed: 0,
    }),
    'preferences.save': async (change) => {
      const preferences = { ...state.session.preferences, ...change };
      state.session = { ...state.session, preferences };
      tell('preferences.changed', preferences);
      return null;
    },
    'profiles.read': async () => profilesOf(state),
    'profiles.save': async () => ({ view: profilesOf(state), problems: [], findings: null }),
    'window.error': done,
  };

  function setStatus(changes: Partial<SessionStatus>): void {
    state.session = { ...state.session, status: { ...state.session.status, ...changes } };
    tell('session.changed', state.session.status);
  }
}

function profilesOf({ session: { profile, policy } }: BenchState): ProfilesView {
  const { id, name, kind, colour, service_origin: origin } = profile;
  return {
    profiles: [
      {
        id,
        name,
        kind,
        colour,
        origin,
        form: 'get_body',
        scheme: 'token',
        credentials: 'stored',
        is_stored: true,
        forbidden: null,
      },
    ],
    active: id,
    vault: { state: 'open', sealed_by: 'passphrase', would_seal: 'passphrase', reason: null },
    policy,
    pending: null,
    is_live_confirmed: true,
    notice: null,
    updates: { state: 'off', feed_url: null, version: null, reason: null, checked_at: null },
  };
}
