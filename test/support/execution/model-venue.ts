import { createEngine, type Engine } from '../../../electron/execution/engine.ts';
import { createCommandJournal, COMMANDS_MIGRATION } from '../../../electron/execution/journal.ts';
import { DatabaseSync } from 'node:sqlite';
import { add, compare, decimal, ZERO } from '../../../shared/decimal.ts';
import type { EditCommand } from '../../../shared/execution/command.ts';
import { begin, type EditState, isEdit } from '../../../shared/execution/state.ts';
import type { Evidence } from '../../../shared/execution/evidence.ts';
import { CANCELLED_BY_AMEND } from '../../../shared/execution/order.ts';
import { readTerms } from '../../../shared/execution/terms.ts';
import type { Order } from '../../../shared/service/order.ts';
import { placedOrder } from '../records/records.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';

/** What goes wrong around one amend; times in milliseconds since it is sent. */
export interface Trouble {
  /** When the request comes to the engine; null: it is lost on the way. */
  readonly arrivesMs: number | null;
  /** The network delivers the request once more, so long after the first. */
  readonly repeatMs: number | null;
  /** When its reply is read; null: it is lost. */
  readonly replyMs: number | null;
  /** A fill of one contract, and a cancel by somebody else: when, or never. */
  readonly fillMs: number | null;
  readonly cancelMs: number | null;
  /** Another program changes the price. */
  readonly foreignMs: number | null;
  /** By how much queries lag behind the engine, and the least that the terminal takes them to. */
  readonly lagMs: number;
  /** The terminal is ended, and starts again, after so long. */
  readonly crashMs: number | null;
  /** Queries fail until then. */
  readonly awayUntilMs: number;
}

export interface Outcome {
  readonly state: EditState;
  readonly isApplied: boolean;
  readonly order: Order;
  /** How often the engine carried the amend out. */
  readonly times: number;
}

/** Runs one amend through the real engine and journal, against a model of an exchange on a virtual clock. */
export async function runAmend(seen: Order, command: EditCommand, trouble: Trouble): Promise<Outcome> {
  const clock = createVirtualClock(command.submitted_at);
  const venue = createVenue(clock, seen, command, trouble);
  const database = new DatabaseSync(':memory:');
  database.exec(COMMANDS_MIGRATION);
  const start = (): Engine =>
    createEngine({
      clock,
      journal: createCommandJournal(database, 'account'),
      send: venue.send,
      ask: venue.ask,
      lag: { noteSent: () => undefined, note: () => undefined, isMeasureDue: () => false },
      onState: () => undefined,
      onOrder: () => undefined,
      onJournalFailure: (error) => {
        throw error;
      },
    });
  let engine = start();
  void engine.carryOut(command);
  if (trouble.crashMs !== null) {
    await clock.advance(trouble.crashMs);
    engine.close();
    engine = start();
    engine.resume();
  }
  await clock.advance(ALL_OVER_MS);
  const state = engine.find(command.command_id);
  engine.close();
  database.close();
  if (state === null || !isEdit(state)) throw new Error('the command is lost');
  return { state, ...venue.truth() };
}

/** By then every amend of the model is decided. */
const ALL_OVER_MS = 120_000;

interface Venue {
  readonly send: () => Promise<Evidence>;
  readonly ask: () => Promise<Evidence>;
  readonly truth: () => { readonly isApplied: boolean; readonly order: Order; readonly times: number };
}

function createVenue(clock: VirtualClock, seen: Order, command: EditCommand, trouble: Trouble): Venue {
  const startMs = clock.monotonic();
  let order = seen;
  let times = 0;
  /** Every revision and since when it is one, for queries that lag. */
  const revisions: { readonly at: number; readonly order: Order }[] = [{ at: -Infinity, order }];

  function set(next: Order): void {
    order = { ...next, last_update_timestamp: clock.now() };
    revisions.push({ at: clock.monotonic(), order });
  }

  const isOpen = (): boolean => order.order_state === 'open';

  function amend(): Evidence {
    const at = clock.now();
    if (clock.now() > command.valid_until) return refuse(13_668, 'expired');
    if (!isOpen()) return refuse(11_044, 'not_open_order');
    const filled = order.filled_amount ?? ZERO;
    if (compare(command.asked.amount, filled) <= 0) return refuse(10_010, 'already_filled');
    times += 1;
    const { price, amount, post_only } = command.asked;
    const isCrossing = price !== null && compare(price, BEST_BID) <= 0;
    if (post_only && isCrossing && command.asked.reject_post_only) {
      set({ ...order, order_state: 'cancelled', cancel_reason: CANCELLED_BY_AMEND });
      return { kind: 'reply', at, order };
    }
    const booked = post_only && isCrossing ? add(BEST_BID, TICK) : price;
    set({ ...order, price: booked, amount, post_only, replaced: true });
    return { kind: 'reply', at, order };
  }

  function refuse(code: number, name: string): Evidence {
    return { kind: 'rejected', at: clock.now(), code, name, reason: null };
  }

  function after<T>(delayMs: number, act: () => T): Promise<T> {
    return new Promise((resolve) => void clock.after(delayMs, () => resolve(act())));
  }

  const plan = (atMs: number | null, act: () => void): void => {
    if (atMs !== null) clock.after(atMs, act);
  };
  plan(trouble.fillMs, () => {
    if (!isOpen()) return;
    const filled = add(order.filled_amount ?? ZERO, LOT);
    const isFull = order.amount !== undefined && compare(filled, order.amount) >= 0;
    set({ ...order, filled_amount: filled, order_state: isFull ? 'filled' : 'open' });
  });
  plan(trouble.cancelMs, () => {
    if (isOpen()) set({ ...order, order_state: 'cancelled', cancel_reason: 'user_request' });
  });
  plan(trouble.foreignMs, () => {
    if (isOpen()) set({ ...order, price: FOREIGN_PRICE, replaced: true });
  });

  return {
    send: () => {
      let reply: Evidence | null = null;
      if (trouble.arrivesMs !== null) clock.after(trouble.arrivesMs, () => void (reply = amend()));
      if (trouble.arrivesMs !== null && trouble.repeatMs !== null)
        clock.after(trouble.arrivesMs + trouble.repeatMs, () => void amend());
      const lost: Evidence = { kind: 'no_reply', at: clock.now(), reason: 'deadline' };
      if (trouble.replyMs === null) return after(command.valid_until - command.submitted_at + 500, () => lost);
      return after(trouble.replyMs, () => reply ?? lost);
    },
    ask: () => {
      const askedMs = clock.now();
      return after(QUERY_MS, (): Evidence => {
        const at = clock.now();
        if (clock.monotonic() - startMs < trouble.awayUntilMs)
          return { kind: 'query_failed', at, query: 'order_by_id', reason: 'deadline' };
        const shown = revisions.findLast((one) => one.at <= clock.monotonic() - trouble.lagMs);
        const orders = shown === undefined ? [] : [shown.order];
        return { kind: 'answer', at, query: 'order_by_id', orders, asked_ms: askedMs, lag_ms: trouble.lagMs };
      });
    },
    truth: () => ({ isApplied: times > 0, order, times }),
  };
}

const QUERY_MS = 20;
const LOT = decimal(10);
const TICK = decimal('0.5');
const BEST_BID = decimal(97_400);
const FOREIGN_PRICE = decimal(97_777);

/** A resting sell of 100 at 97,450, with 10 of it filled, and an amend of it. */
export function amendOf(
  asked: Partial<EditCommand['asked']>,
  order: Partial<Order> = {},
): { readonly seen: Order; readonly command: EditCommand } {
  const seen = placedOrder({ price: 97_450, amount: 100, filled_amount: 10, label: 'amended', ...order });
  const before = readTerms(seen);
  if (before === null) throw new Error('the order of the model has an amount');
  const submittedAt = seen.last_update_timestamp + 60_000;
  return {
    seen,
    command: {
      command_id: '00000000-0000-4000-8000-000000000001',
      kind: 'edit',
      target: {
        order_id: seen.order_id,
        instrument_name: seen.instrument_name,
        direction: seen.direction,
        label: seen.label ?? '',
        seen,
      },
      before,
      asked: { ...before, ...asked },
      may_move_price: asked.post_only ?? before.post_only,
      created_at: submittedAt,
      submitted_at: submittedAt,
      valid_until: submittedAt + 5000,
    },
  };
}

/** What a window is told of an amend of the order that moves its price by ten. */
export function amendsStateOf(order: Order, commandId: string, changes: Partial<EditState>): EditState {
  const { command } = amendOf({}, order);
  const asked = { ...command.before, price: add(command.before.price ?? ZERO, decimal(10)) };
  return { ...begin({ ...command, command_id: commandId, asked }), ...changes };
}
