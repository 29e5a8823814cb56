import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import type { IpcError } from '../../../shared/ipc/error.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { OrderFacts } from '../../../shared/orders/facts.ts';
import type { GuardSettings } from '../../../shared/orders/limits/guard-settings.ts';
import type { Preset } from '../../../shared/orders/presets.ts';
import { assertDefined } from '../../../shared/result.ts';
import { instrumentSchema } from '../../../shared/service/instrument.ts';
import { tickerSchema } from '../../../shared/service/ticker.ts';
import type { Tell } from './back-end.ts';
import { stoppedStatus } from './calm.ts';
import { quoteOf } from './market.ts';
import { type Fate, NO_ANSWER, type Sells, serviceRefusal } from './sells.ts';
import type { Rfqs } from './rfqs.ts';
import { listChain } from './listed-options.ts';
import type { BenchState } from './state.ts';

/** Events of a terminal by a word: they change its state and inform the window. */
export interface Verbs {
  /** Other prices, or another state of the book; what is not given stays. Numbers as the service sends them. */
  readonly move: (instrumentName: string, changes: Readonly<Record<string, unknown>>) => void;
  /** No newer price comes: what is shown is so old; null: it is fresh again. */
  readonly makeStale: (instrumentName: string, ageMs: number | null) => void;
  /** Another instrument, or one otherwise: of what is not given, the perpetual's. */
  readonly setInstrument: (instrumentName: string, changes: Readonly<Record<string, unknown>>) => void;
  readonly setStatus: (changes: Partial<SessionStatus>) => void;
  /** The service is away: prices and the account are what they were. */
  readonly goOffline: () => void;
  /** Trading is stopped, or allowed again. */
  readonly stopTrading: (stopped: boolean) => void;
  readonly setAccount: (changes: Partial<AccountSnapshot>) => void;
  /** Before windows open, or with `Guards` closed: no event tells of guards. */
  readonly setGuards: (changes: Partial<GuardSettings>) => void;
  readonly setPresets: (presets: readonly Preset[]) => void;
  /** What the rules are told otherwise than the state says. */
  readonly setFacts: (changes: Partial<OrderFacts>) => void;
  /** The service's clock, ms. */
  readonly setServiceTime: (nowMs: number) => void;
  /** Shows a row as it is given. */
  readonly setRow: (row: OrderRow) => void;
  /** Sells stay on their way from now on, until one of the next three. */
  readonly holdSells: () => void;
  /** What becomes of every sell from now on. */
  readonly setFate: (fate: Fate) => void;
  /** The sell under the label is at the service, as asked but for the changes. */
  readonly accept: (label: string, changes?: Readonly<Record<string, unknown>>) => OrderRow;
  readonly refuseSell: (label: string, code?: number, message?: string) => OrderRow;
  /** The answer was lost: it is unknown whether it is there. */
  readonly loseAnswer: (label: string) => OrderRow;
  /** Options of BTC and ETH, of two expiries and many strikes, and a future of each. Before windows open. */
  readonly listOptions: () => void;
  /** What becomes of every Block RFQ from now on. */
  readonly setRfqFate: (fate: Fate) => void;
  /** The service's record of the Block RFQ under the label is otherwise now: its quotes, its state. */
  readonly changeRfq: (label: string, changes: Readonly<Record<string, unknown>>) => void;
}

/** As the service's client says it of an address that does not answer. */
export const AWAY: IpcError = {
  code: 'ConnectionFailed',
  message: 'the service does not answer',
  params: { reason: 'connection_refused' },
};
export const REFUSED_FOR_FUNDS = 10_009;

export function createVerbs(state: BenchState, tell: Tell, sells: Sells, rfqs: Rfqs): Verbs {
  function quote(name: string) {
    return assertDefined(state.quotes.get(name), `no quote of ${name}`);
  }
  function tellQuote(name: string, changes: Partial<ReturnType<typeof quote>>): void {
    const next = { ...quote(name), ...changes };
    state.quotes.set(name, next);
    tell('market.changed', [next]);
  }
  function setStatus(changes: Partial<SessionStatus>): void {
    state.session = { ...state.session, status: { ...state.session.status, ...changes } };
    tell('session.changed', state.session.status);
  }
  return {
    move: (name, changes) => {
      const ticker = tickerSchema.parse({ ...quote(name).ticker, ...changes });
      tellQuote(name, { ...quoteOf(ticker) });
    },
    makeStale: (name, ageMs) => tellQuote(name, { age_ms: ageMs ?? 0, is_stale: ageMs !== null }),
    setInstrument: (name, changes) => {
      const known = state.instruments.get(name) ?? state.instruments.get('BTC-PERPETUAL');
      const { ticker } = quote(state.quotes.has(name) ? name : 'BTC-PERPETUAL');
      state.instruments.set(name, instrumentSchema.parse({ ...known, ...changes, instrument_name: name }));
      state.quotes.set(name, quoteOf(tickerSchema.parse({ ...ticker, instrument_name: name })));
    },
    setStatus,
    stopTrading: (stopped) => setStatus(stoppedStatus(stopped)),
    goOffline: () => {
      for (const name of state.quotes.keys()) tellQuote(name, { failure: AWAY, is_stale: true, age_ms: 60_000 });
      setStatus({ connection: 'offline', failure: AWAY });
    },
    setAccount: (changes) => {
      state.account = { ...state.account, ...changes };
      tell('account.changed', state.account);
    },
    setGuards: (changes) => {
      state.guards = { ...state.guards, ...changes };
    },
    setPresets: (presets) => {
      state.presets = [...presets];
      tell('presets.changed', state.presets);
    },
    setFacts: (changes) => {
      state.facts = { ...state.facts, ...changes };
    },
    setServiceTime: (nowMs) => setStatus({ clock_offset_ms: nowMs - Date.now() }),
    setRow: (row) => {
      state.rows.set(row.intent_id, row);
      tell('orders.changed', [row]);
    },
    holdSells: () => sells.setFate(null),
    setFate: sells.setFate,
    accept: (label, changes = {}) => sells.decide(label, { order: changes }),
    refuseSell: (label, code = REFUSED_FOR_FUNDS, message = 'not_enough_funds') =>
      sells.decide(label, { failure: serviceRefusal(code, message) }),
    loseAnswer: (label) => sells.decide(label, { failure: NO_ANSWER }),
    listOptions: () => listChain(state),
    setRfqFate: rfqs.setFate,
    changeRfq: rfqs.change,
  };
}
