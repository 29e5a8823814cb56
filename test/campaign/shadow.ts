import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../electron/clock.ts';
import { createEngine, type Engine } from '../../electron/execution/engine.ts';
import { createCommandJournal } from '../../electron/execution/journal.ts';
import { type Asked, createLagMeter, type LagMeter } from '../../electron/execution/lag-meter.ts';
import { readFailure } from '../../electron/execution/send.ts';
import { hasOwnLabel } from '../../electron/orders/label.ts';
import type { ServiceClient } from '../../electron/service/client-interface.ts';
import { decorate } from '../../electron/service/decorate.ts';
import { type Answer, type CallFailure, type CallTimes, nameFailure } from '../../electron/service/failure.ts';
import { createServiceClock, type ServiceClock } from '../../electron/service/service-clock.ts';
import { type PlaceCommand, placeCommandSchema } from '../../shared/execution/command.ts';
import type { Evidence, QueryKind } from '../../shared/execution/evidence.ts';
import { CREATED_BEFORE_MS, MOST_SET_BACK_MS } from '../../shared/execution/match.ts';
import { mayConcern } from '../../shared/execution/place/traded.ts';
import { isPlace, isUndecided, type PlaceState } from '../../shared/execution/state.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Result } from '../../shared/result.ts';
import type { MethodResult } from '../../shared/service/methods.ts';

export interface ShadowOptions {
  /** Reading it changes nothing for the desk. */
  readonly clock: Clock;
  readonly database: DatabaseSync;
  /** `isNews`: the verdict or its order is another than before; a start tells nothing of what it finds decided. */
  readonly onState: (state: PlaceState, isNews: boolean) => void;
  /** Hears what lag of queries is allowed for a command, milliseconds. */
  readonly onLag: (commandId: string, lagMs: number) => void;
}

/** The other core on what this one learns: it sends nothing and asks nothing. */
export interface Shadow {
  /** A client whose replies and answers it hears. `teaches`: whether the desk learns the lag of queries by them. */
  readonly listen: (client: ServiceClient, teaches: boolean) => ServiceClient;
  /** The same clock, whose every reading is heard: an answer is judged once the clock knows its times, as the desk does. */
  readonly hear: (serviceClock: ServiceClock) => ServiceClock;
  /** Hears of each row: a new one is a command. */
  readonly note: (row: OrderRow) => void;
  readonly close: () => void;
}

type Heard = Result<Answer<unknown>, CallFailure>;

const QUERY_OF: Readonly<Record<string, QueryKind>> = {
  'private/get_order_state_by_label': 'orders_by_label',
  'private/get_open_orders_by_label': 'open_orders',
  'private/get_user_trades_by_instrument_and_time': 'user_trades',
};

export function startShadow({ clock, database, onState, onLag }: ShadowOptions): Shadow {
  /** The desk's; while that knows nothing, its readings would move the desk's local clock. */
  let ofDesk: ServiceClock | null = null;
  const unknown = createServiceClock(clock);
  const read = (): ServiceClock => (ofDesk?.isKnown() === true ? ofDesk : unknown);
  const serviceClock: ServiceClock = {
    ...unknown,
    now: () => read().now(),
    isKnown: () => read().isKnown(),
    earliestMs: () => read().earliestMs(),
    provenMs: () => read().provenMs(),
  };
  const lag: LagMeter = createLagMeter({ clock, serviceClock });
  const replies = new Map<string, (evidence: Evidence) => void>();
  /** What is judged once the clock has heard these times. */
  const waiting = new Map<CallTimes, () => void>();
  const told = new Map<string, string>();
  let isTeaching = true;
  /** The label that was asked for last, and when. */
  let lastAsked = { label: '', at: Number.NaN };
  const engine: Engine = createEngine({
    clock: { ...clock, after: () => () => undefined },
    journal: createCommandJournal(database, 'shadow'),
    send: ({ command_id: id }) => new Promise((resolve) => void replies.set(id, resolve)),
    ask: () => new Promise(() => undefined),
    lag: {
      noteSent: lag.noteSent,
      isMeasureDue: () => false,
      note: (id, note) => {
        if (isTeaching) lag.note(id, note);
      },
    },
    onState: (state) => {
      if (!isPlace(state)) return;
      const { command, verdict, order } = state;
      const now = `${verdict} ${order?.order_id ?? ''}`;
      onState(state, told.get(command.command_id) !== now);
      told.set(command.command_id, now);
    },
    onOrder: () => undefined,
    // The desk writes the same file, and is told.
    onJournalFailure: () => undefined,
  });
  for (const { command, verdict, order } of engine.states().filter((state) => !isUndecided(state)))
    told.set(command.command_id, `${verdict} ${order?.order_id ?? ''}`);
  engine.resume();

  function places(): PlaceState[] {
    return engine.states().filter(isPlace);
  }

  /** The commands that a call speaks of. */
  function askedOf(method: string, params: Readonly<Record<string, unknown>>, beside: string | null): PlaceState[] {
    if (QUERY_OF[method] !== 'user_trades')
      return places().filter(({ command }) => command.target.label === params['label']);
    const sentMs = Number(params['start_timestamp']) + CREATED_BEFORE_MS + MOST_SET_BACK_MS;
    const alike = places().filter(
      ({ command, sent_ms }) => command.target.instrument_name === params['instrument_name'] && sent_ms === sentMs,
    );
    // Of several that were sent in the same millisecond, it is for the one whose label was asked for beside it.
    return beside !== null ? alike.filter(({ command }) => command.target.label === beside) : alike;
  }

  function tell(state: PlaceState, query: QueryKind, asked: Asked, heard: Heard): void {
    const { command_id: id } = state.command;
    const at = clock.now();
    const times = lag.read(id, asked, heard.ok ? heard.value.times : null);
    onLag(id, times.allowed_lag_ms);
    const ofOthers = (orderIds: readonly string[]) => engine.ofOthers(id, orderIds);
    if (!heard.ok)
      return engine.learn(id, { kind: 'query_failed', at, query, reason: nameFailure(heard.error), times });
    if (query === 'user_trades') {
      const { trades: all } = heard.value.value as MethodResult<'private/get_user_trades_by_instrument_and_time'>;
      const trades = all.filter((trade) => mayConcern(state, trade));
      const of_others = ofOthers(trades.map(({ order_id }) => order_id));
      return engine.learn(id, { kind: 'trades', at, trades, failed: null, of_others, times });
    }
    if (query === 'order_by_id') return;
    const orders = heard.value.value as MethodResult<'private/get_order_state_by_label'>;
    const of_others = ofOthers(orders.map(({ order_id }) => order_id));
    engine.learn(id, { kind: 'shown', at, query, orders, of_others, times });
  }

  function tellReply(label: unknown, heard: Heard): void {
    const of = places().find(({ command, verdict }) => command.target.label === label && verdict === 'sending');
    if (of === undefined) return;
    const at = clock.now();
    const evidence: Evidence = heard.ok
      ? { kind: 'reply', at, order: (heard.value.value as MethodResult<'private/sell'>).order }
      : readFailure(heard.error, at);
    engine.learn(of.command.command_id, evidence);
  }

  /** Once the clock has heard the answer's times; at once where it tells none. */
  function afterClock(heard: Heard, judge: () => void): void {
    if (heard.ok) waiting.set(heard.value.times, judge);
    else if (heard.error.kind === 'service_error') waiting.set(heard.error.times, judge);
    else judge();
  }

  return {
    listen: (client, teaches) =>
      decorate(client, async ({ method, params, options }, next) => {
        const known = params as Readonly<Record<string, unknown>>;
        const query = QUERY_OF[method];
        const asked = lag.ask(clock.monotonic());
        const beside = lastAsked.at === asked.asked_at ? lastAsked.label : null;
        if (typeof known['label'] === 'string') lastAsked = { label: known['label'], at: asked.asked_at };
        const heard: Heard = await next(options);
        if (method === 'private/sell' || method === 'private/buy')
          afterClock(heard, () => tellReply(known['label'], heard));
        else if (query !== undefined)
          afterClock(heard, () => {
            isTeaching = teaches;
            for (const state of askedOf(method, known, beside)) tell(state, query, asked, heard);
          });
        return heard as never;
      }),
    hear: (known) => {
      ofDesk = known;
      const observe = (times: CallTimes): void => {
        known.observe(times);
        const judge = waiting.get(times);
        waiting.delete(times);
        judge?.();
      };
      return { ...known, observe };
    },
    note: (row) => {
      const isNew = row.outcome === 'sending' && engine.find(row.intent_id) === null;
      if (isNew && row.child_of === null && row.second_of === undefined)
        engine.carryOut(commandOf(row)).catch(() => undefined);
    },
    close: engine.close,
  };
}

/** The command that a row stands for. */
function commandOf(row: OrderRow): PlaceCommand {
  const { instrument_name, amount, type, label, time_in_force, reduce_only, valid_until } = row;
  const { price, advanced, trigger, trigger_price, trigger_offset, linked_order_type } = row;
  const optional = { price, advanced, trigger, trigger_price, trigger_offset, linked_order_type };
  return placeCommandSchema.parse({
    command_id: row.intent_id,
    kind: 'place',
    target: { label, is_own_label: hasOwnLabel(row), instrument_name, direction: row.direction },
    params: {
      instrument_name,
      amount,
      type,
      label,
      time_in_force,
      reduce_only,
      valid_until,
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    },
    created_at: row.created_at,
    submitted_at: row.submitted_at,
    valid_until,
  });
}
