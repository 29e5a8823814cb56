import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '../../../../shared/ipc/contract.ts';
import type { Port } from '../../../../shared/ipc/client.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { Session } from '../../../../shared/ipc/schemas/session-schema.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import { NO_POLICY } from '../../../../shared/profiles/policy.ts';
import { oneList } from '../../../../shared/ipc/schemas/watchlist-schema.ts';
import { createBackend } from '../../../../renderer/api/backend.ts';
import type { LinkState } from '../../../../renderer/api/host-port.ts';
import { draftsStore, keepDraft } from '../../../../renderer/stores/workspace/drafts-store.ts';
import { marketStore } from '../../../../renderer/stores/market-store.ts';
import { ordersStore } from '../../../../renderer/stores/orders/orders-store.ts';
import { preferencesStore } from '../../../../renderer/stores/preferences-store.ts';
import { readSelection, selectionStore } from '../../../../renderer/stores/workspace/selection-store.ts';
import { sessionStore } from '../../../../renderer/stores/session-store.ts';
import { takeAlong } from '../../../../renderer/stores/shared-frame.ts';
import { startSync } from '../../../../renderer/stores/sync.ts';
import { listWatched } from '../../../../renderer/stores/watches.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';
import { setLook, watchStore } from '../../../../renderer/stores/watch-store.ts';
import { addToWatchlist, removeFromWatchlist, watchlistStore } from '../../../../renderer/stores/watchlist-store.ts';
import { showWorkspace, workspaceStore } from '../../../../renderer/stores/workspace/workspace-store.ts';
import { OPEN_ROW, PERPETUAL, SENDING_ROW, TICKER } from '../samples.ts';

const LISTED = ['BTC-PERPETUAL', 'BTC-27MAR27'];

const SESSION: Session = {
  version: '0',
  host: 'test',
  profile: { id: 'p', name: 'P', kind: 'simulator', colour: 'grey', service_origin: 'http://127.0.0.1:1' },
  policy: NO_POLICY,
  watchlists: oneList(LISTED),
  workspaces: null,
  preferences: DEFAULT_PREFERENCES,
  own_windows: [],
  layouts_left_out: [],
  recovered_drafts: [],
  drafts: {},
  safe_start: null,
  set_aside: [],
  alerts: { rules: [], statuses: [] },
  status: {
    opening: 'first',
    connection: 'online',
    failure: null,
    round_trip_ms: null,
    clock_offset_ms: null,
    clock_error_ms: null,
    clock_drift: null,
    latency: { sells: null, reads: null },
    clock_readings_ignored: 0,
    journal: 'ok',
    may_take_over: false,
    unknown_orders: 0,
    orders_unread_ms: null,
    rfqs_unread_ms: null,
    trading_stopped: false,
    ladder: { rung: 'confirm_each', cap_usd: null },
    guards: 'ok',
    cancels: { by_id: 'unknown', by_label: 'unknown', account: 'unknown' },
    forecasts_missed: 0,
    selling_blocked: null,
    limits: 'untold',
    order_meter: null,
    read_meter: null,
    request_budget: {
      reserve: 0,
      waiting: { orders: 0, reconciliation: 0, focused: 0, visible: 0, background: 0, bulk: 0 },
      own_order_meters: [],
      breaker: 'closed',
      refused_as_too_many: 0,
    },
    polls_per_second: 0,
    watched_instruments: 0,
    watched: { focused: 0, visible: 0, background: 0 },
  },
};

const stops: (() => void)[] = [];

/** A back end that answers at once, remembers what it was asked, and whose connection comes and goes on command. */
function startWindow() {
  const calls: { channel: string; payload: unknown }[] = [];
  const listeners = new Map<string, (payload: unknown) => void>();
  let tellLink: (state: LinkState) => void = () => undefined;
  let state: LinkState = 'connecting';
  /** Channels that are refused. */
  const refused = new Set<string>();
  const replies: Record<string, unknown> = {
    'session.open': SESSION,
    'orders.list': [],
    'market.instrument': PERPETUAL,
    'market.instruments': [],
    'account.read': {
      account: null,
      summaries: [],
      unreadable_summaries: 0,
      age_ms: null,
      failure: null,
      subaccounts: [],
      offered: [],
    },
  };
  const port: Port = {
    request: async (channel, payload) => {
      calls.push({ channel, payload });
      if (refused.has(channel)) return { ok: false, error: { code: 'BadRequest', message: 'too long', params: {} } };
      return { ok: true, value: replies[channel] ?? null };
    },
    listen: (channel, receive) => {
      listeners.set(channel, receive);
      return () => listeners.delete(channel);
    },
  };
  const link = {
    read: () => state,
    listen: (receive: (next: LinkState) => void) => {
      tellLink = receive;
      receive(state);
      return () => {
        tellLink = () => undefined;
      };
    },
  };
  let begunAnew = 0;
  stops.push(
    startSync(
      createBackend({ ...port, link }, () => Promise.resolve(contract)),
      () => (begunAnew += 1),
    ),
  );
  return {
    calls,
    refused,
    begunAnew: () => begunAnew,
    emit: (channel: string, payload: unknown) => listeners.get(channel)?.(payload),
    payloads: (channel: string) => calls.filter((call) => call.channel === channel).map((call) => call.payload),
    turn: (next: LinkState) => {
      state = next;
      tellLink(next);
    },
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

beforeEach(() => {
  const stores = [
    draftsStore,
    sessionStore,
    marketStore,
    ordersStore,
    selectionStore,
    toastStore,
    watchlistStore,
    watchStore,
  ];
  for (const store of [...stores, workspaceStore, preferencesStore]) {
    (store as { setState: (state: unknown, replace: true) => void }).setState(store.getInitialState(), true);
  }
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('what a window watches', () => {
  it('is the index instruments and what panels look at, the closest look winning', () => {
    const looks = [
      { instruments: ['X'], attention: 'focused' },
      { instruments: ['BTC-PERPETUAL', 'X'], attention: 'visible' },
    ] as const;
    expect(listWatched(looks)).toEqual([
      { instrument_name: 'BTC-PERPETUAL', attention: 'visible' },
      { instrument_name: 'ETH-PERPETUAL', attention: 'background' },
      { instrument_name: 'X', attention: 'focused' },
    ]);
  });
});

describe('keeping in step with the back end', () => {
  it('opens the session that was refused once a profile is open', async () => {
    const window = startWindow();
    window.refused.add('session.open');
    window.turn('connected');
    await window.settle();
    expect(sessionStore.getState()).toMatchObject({ session: null, failure: { code: 'BadRequest' } });
    window.refused.clear();
    window.emit('session.changed', { ...SESSION.status, opening: 'second' });
    await window.settle();
    expect(sessionStore.getState()).toMatchObject({ session: { profile: { id: 'p' } }, failure: null });
    const opened = window.payloads('session.open').length;
    window.emit('session.changed', SESSION.status);
    await window.settle();
    expect([window.payloads('session.open').length, window.begunAnew()]).toEqual([opened, 0]);
  });

  it('shows moved figures with the next prices, and whatever else is told at once', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    const shown = () => sessionStore.getState().status;
    window.emit('session.changed', { ...SESSION.status, round_trip_ms: 3 });
    expect(shown()?.round_trip_ms).toBeNull();
    takeAlong();
    expect(shown()?.round_trip_ms).toBe(3);
    window.emit('session.changed', { ...SESSION.status, round_trip_ms: 4 });
    const budget = { ...SESSION.status.request_budget, breaker: 'open' };
    window.emit('session.changed', { ...SESSION.status, round_trip_ms: 5, request_budget: budget });
    expect([shown()?.round_trip_ms, shown()?.request_budget.breaker]).toEqual([5, 'open']);
    // Opened again, the session is newer than what still waits.
    window.emit('session.changed', { ...SESSION.status, round_trip_ms: 6, request_budget: budget });
    window.turn('connected');
    await window.settle();
    takeAlong();
    expect(shown()).toEqual(SESSION.status);
  });

  it('begins anew when another profile was opened, and shows nothing of it before', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    window.emit('session.changed', { ...SESSION.status, unknown_orders: 1 });
    expect(window.begunAnew()).toBe(0);
    window.emit('session.changed', { ...SESSION.status, opening: 'second', unknown_orders: 2 });
    expect(window.begunAnew()).toBe(1);
    expect(sessionStore.getState().status?.unknown_orders).toBe(1);
  });

  it('stops for good once another page took its place: it saves nothing, and opens nothing when it connects anew', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    window.emit('window.changed', null);
    await window.settle();
    expect(sessionStore.getState().isSetAside).toBe(true);
    const asked = window.calls.length;
    showWorkspace('risk');
    addToWatchlist('ETH-PERPETUAL');
    window.turn('lost');
    window.turn('connected');
    await window.settle();
    expect(window.calls).toHaveLength(asked);
  });

  it('opens, watches and lists once the connection is there', async () => {
    const window = startWindow();
    expect(window.calls).toEqual([]);
    window.turn('connected');
    await window.settle();
    expect(sessionStore.getState().session?.profile.kind).toBe('simulator');
    expect(watchlistStore.getState().watchlists).toEqual(SESSION.watchlists);
    expect(readSelection('blue').instrumentName).toBe('BTC-PERPETUAL');
    expect(readSelection('violet').instrumentName).toBe('BTC-PERPETUAL');
    const look = { instruments: ['BTC-27MAR27'], attention: 'visible' } as const;
    setLook('panel', look);
    await window.settle();
    expect(window.payloads('market.watch').at(-1)).toEqual({ instruments: listWatched([look]) });
    expect(window.payloads('orders.list')).toHaveLength(1);
  });

  it('does all of it again after the connection was lost, and places nothing', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    window.turn('lost');
    expect(sessionStore.getState().link).toBe('lost');
    expect(ordersStore.getState().isListed).toBe(false);
    window.turn('connected');
    await window.settle();
    expect(window.payloads('session.open')).toHaveLength(2);
    expect(window.payloads('orders.list')).toHaveLength(2);
    expect(ordersStore.getState().isListed).toBe(true);
    expect(window.payloads('orders.place')).toEqual([]);
  });

  it('saves the watchlist as it changes, and what was changed offline once it can', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    addToWatchlist('ETH-PERPETUAL');
    await window.settle();
    expect(window.payloads('watchlist.save')).toEqual([oneList([...LISTED, 'ETH-PERPETUAL'])]);
    window.turn('lost');
    removeFromWatchlist('BTC-27MAR27');
    await window.settle();
    window.turn('connected');
    await window.settle();
    const kept = oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']);
    expect(window.payloads('watchlist.save').at(-1)).toEqual(kept);
    expect(watchlistStore.getState()).toMatchObject({ watchlists: kept, isUnsaved: false });
  });

  it('saves what is typed, also what was typed offline or could not be saved, once it can', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    const saved = () =>
      window
        .payloads('workspaces.save')
        .flatMap((payload) => (payload as { drafts?: { ticket?: string } }).drafts?.ticket ?? []);
    keepDraft('ticket', { amount: '1' });
    await window.settle();
    expect(saved()).toEqual(['{"amount":"1"}']);
    window.turn('lost');
    keepDraft('ticket', { amount: '2' });
    await window.settle();
    window.turn('connected');
    await window.settle();
    expect(saved().slice(1)).toEqual(['{"amount":"2"}']);
    window.refused.add('workspaces.save');
    keepDraft('ticket', { amount: '3' });
    await window.settle();
    expect(saved()).toHaveLength(3);
    expect(draftsStore.getState().isUnsaved).toBe(true);
    window.refused.clear();
    window.turn('lost');
    window.turn('connected');
    await window.settle();
    expect(saved().slice(3)).toEqual(['{"amount":"3"}']);
    expect(draftsStore.getState().isUnsaved).toBe(false);
  });

  it('doubts every price as soon as nobody is there to tell a newer one, until one comes', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    const quote = { instrument_name: 'BTC-PERPETUAL', ticker: TICKER, age_ms: 0, is_stale: false, failure: null };
    const isStale = () => marketStore.getState().quotes.get('BTC-PERPETUAL')?.quote.is_stale;
    window.emit('market.changed', [quote]);
    expect(isStale()).toBe(false);
    window.turn('lost');
    expect(isStale()).toBe(true);
    window.turn('connected');
    await window.settle();
    expect(isStale()).toBe(true);
    window.emit('market.changed', [quote]);
    expect(isStale()).toBe(false);
  });

  it('says once that the arrangement is not kept, and again only after some of it was', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    const told = () => toastStore.getState().news.filter(({ subject }) => subject === 'workspaces.save').length;
    const choose = async (workspace: string): Promise<void> => {
      showWorkspace(workspace);
      await window.settle();
    };
    await choose('risk');
    expect(told()).toBe(0);
    window.refused.add('workspaces.save');
    await choose('trade');
    await choose('risk');
    expect(told()).toBe(1);
    window.refused.clear();
    await choose('trade');
    expect(workspaceStore.getState().isUnsaved).toBe(false);
    window.refused.add('workspaces.save');
    await choose('risk');
    expect(told()).toBe(2);
  });

  it('takes what earlier runs left for no news: neither before the list is read nor after', async () => {
    const window = startWindow();
    const told = () => toastStore.getState().news.map(({ title }) => title);
    const hear = async (row: OrderRow): Promise<void> => {
      window.emit('orders.changed', [row]);
      await window.settle();
    };
    window.refused.add('orders.list');
    window.turn('connected');
    await window.settle();
    await hear(OPEN_ROW);
    expect(ordersStore.getState()).toMatchObject({ isListed: false });
    expect(told()).toEqual([]);
    window.refused.clear();
    window.turn('connected');
    await window.settle();
    await hear({ ...OPEN_ROW, intent_id: 'of before', decided_at: Date.now() - 60_000 });
    expect(told()).toEqual([]);
    await hear({ ...SENDING_ROW, intent_id: 'own' });
    await hear({ ...OPEN_ROW, intent_id: 'own', decided_at: Date.now() });
    expect(told()).toEqual(['Accepted: Sell 50,000 USD of BTC-PERPETUAL']);
    // What was known before the connection was lost is, though the list is not read yet.
    await hear({ ...SENDING_ROW, intent_id: 'lost', outcome: 'unknown' });
    window.turn('lost');
    await hear({ ...OPEN_ROW, intent_id: 'lost', decided_at: Date.now() });
    expect(told()).toHaveLength(3);
  });

  it('forgets the prices of what is no longer watched', async () => {
    const window = startWindow();
    window.turn('connected');
    await window.settle();
    setLook('panel', { instruments: LISTED, attention: 'visible' });
    await window.settle();
    const quote = { ticker: TICKER, age_ms: 1, is_stale: false, failure: null };
    window.emit('market.changed', [
      { ...quote, instrument_name: 'BTC-PERPETUAL' },
      { ...quote, instrument_name: 'BTC-27MAR27' },
    ]);
    setLook('panel', { instruments: ['BTC-PERPETUAL'], attention: 'visible' });
    await window.settle();
    expect([...marketStore.getState().quotes.keys()]).toEqual(['BTC-PERPETUAL']);
  });
});
