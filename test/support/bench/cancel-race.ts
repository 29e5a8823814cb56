import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { whoCancelled } from '../../../shared/orders/outcome/cancel-reason.ts';
import { isResting, isWorking } from '../../../shared/orders/outcome/resting.ts';
import { assertDefined } from '../../../shared/result.ts';
import { Random } from '../../../simulator/random.ts';
import { ALL, BY_ID, BY_LABEL, type CancelBench, CANCELLED, createCancelBench } from './cancel-bench.ts';
import { AMOUNT, Book, type BookOrder } from './cancel-book.ts';
import { acceptSells, nextIntentId } from './desk-bench.ts';
import { OPEN, STATE } from '../wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../records/records.ts';
import { noAnswer, refusal, type Reply } from '../wire/scripted-service.ts';

/** What is cancelled: an order on the book, one with a trigger, or a linked one that is placed at once or piece by piece. */
export const RACE_KINDS = ['plain', 'stop', 'linked', 'linked_in_pieces'] as const;
export type RaceKind = (typeof RACE_KINDS)[number];

const TURNS = 10;
const STOP = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000' } as const;

/**
 * Races a cancel against fills, triggers, lost replies and a restart. Gives what was wrong at the end: unseen orders,
 * open cancels, wrong ends.
 */
export async function runCancelRace(seed: number, kind: RaceKind): Promise<readonly string[]> {
  const race = new Race(createCancelBench(), new Random(seed, 7), kind);
  try {
    return await race.run();
  } finally {
    race.bench.remove();
  }
}

class Race {
  bench: CancelBench;
  #stopTrack: () => void = () => undefined;
  readonly #random: Random;
  readonly #kind: RaceKind;
  readonly #isLinked: boolean;
  readonly #label: string;
  readonly #book: Book;
  readonly #lagMs: number;
  /** Cancels by id are not offered. */
  readonly #isByLabel: boolean;
  #isAway = false;
  /** How often the terminal was started anew: answers to a run before reach nobody. */
  #run = 0;

  constructor(bench: CancelBench, random: Random, kind: RaceKind) {
    this.bench = bench;
    this.#random = random;
    this.#kind = kind;
    this.#isLinked = kind === 'linked' || kind === 'linked_in_pieces';
    this.#label = this.#isLinked ? 'mine/1' : 'mine';
    this.#book = new Book(() => bench.clock.now());
    this.#lagMs = random.pick([0, 0, 300, 1500, 6000, 12_000, 25_000]);
    this.#isByLabel = random.next() < 0.3;
  }

  async run(): Promise<readonly string[]> {
    const { clock } = this.bench;
    this.#serve();
    const intentId = await this.#place();
    this.#stopTrack = this.bench.track();
    await clock.advance(this.#random.pick([0, 700, 2500]) + this.#lagMs + 500);
    for (let turn = 0; turn < TURNS; turn += 1) {
      if (this.#random.next() < 0.4) void this.bench.canceller.cancel(intentId).catch(() => undefined);
      else if (this.#random.next() < 0.12) void this.bench.canceller.cancelAccount().catch(() => undefined);
      else if (this.#random.next() < 0.1) this.#restart();
      else if (this.#random.next() < 0.15) this.#isAway = !this.#isAway;
      else this.#move();
      await clock.advance(this.#random.pick([0, 0, 50, 400, 2000]));
    }
    this.#isAway = false;
    await clock.advance(200_000);
    return this.#judge(this.bench.row(intentId));
  }

  #restart(): void {
    this.#run += 1;
    this.#stopTrack();
    this.bench.probe.close();
    this.bench.canceller.close();
    this.bench = createCancelBench(this.bench.restart());
    this.bench.desk.resume();
    this.bench.canceller.resume();
    this.#stopTrack = this.bench.track();
  }

  #serve(): void {
    const { service } = this.bench;
    const isLost = (share: number): boolean => this.#isAway || this.#random.next() < share;
    const shown = (label: unknown, orders: readonly BookOrder[]) =>
      label === this.#label ? orders.map((order) => this.#wire(order)) : [placedOrder({ order_id: 'MAIN', label })];
    service.answer(STATE, ({ label }) =>
      isLost(0.05) ? noAnswer : { value: shown(label, this.#book.seen(this.#lagMs)) },
    );
    service.answer(OPEN, ({ label }) => {
      const open = this.#book.seen(this.#lagMs).filter(({ state }) => isWorking({ order_state: state }));
      return isLost(0) ? noAnswer : { value: shown(label, open) };
    });
    service.answer(BY_ID, ({ order_id }) =>
      this.#slowly(this.#isByLabel ? refusal(-32_601, 'refused', 'Method not found') : this.#carryOut(order_id)),
    );
    service.answer(BY_LABEL, ({ label }) =>
      this.#slowly(label === this.#label ? this.#carryOutByLabel() : { value: 0 }),
    );
    service.answer(ALL, () => this.#slowly(this.#carryOutAll()));
  }

  /** What was carried out at once, or refused, is told later. */
  #slowly(reply: Reply): Reply {
    const delayMs = this.#random.pick([0, 0, 30, 200, 900, 3000, 8000]);
    const run = this.#run;
    if (delayMs === 0) return reply;
    const late = new Promise<Reply>((tell) => {
      this.bench.clock.after(delayMs, () => tell(run === this.#run ? reply : { never: true }));
    });
    return { late };
  }

  /** The same of all; or it is refused. */
  #carryOutAll(): Reply {
    const fate = this.#random.next();
    if (fate < 0.2) return noAnswer;
    if (fate < 0.4) return refusal(10_041, 'transient', 'settlement_in_progress');
    const count = this.#book.cancelAll();
    return fate < 0.6 ? noAnswer : { value: count };
  }

  #carryOutByLabel(): Reply {
    const fate = this.#random.next();
    const failure = this.#failBefore(fate);
    if (failure !== null) return failure;
    const count = this.#book.cancelAll();
    return fate < 0.35 ? noAnswer : { value: count };
  }

  /** How the service does not carry a cancel out; null where it does. */
  #failBefore(fate: number): Reply | null {
    if (fate < 0.15) return noAnswer;
    if (fate > 0.9) return { failure: { kind: 'not_sent', reason: 'connection_refused', detail: 'nobody there' } };
    if (fate > 0.8) return refusal(10_028, 'transient', 'too_many_requests');
    if (fate > 0.72) return refusal(10_047, 'transient', 'matching_engine_queue_full');
    return null;
  }

  /** The request is lost, or its answer, or neither. */
  #carryOut(orderId: unknown): Reply {
    const order = this.#book.orders.find(({ id }) => id === orderId);
    const fate = this.#random.next();
    const gone = refusal(11_044, 'refused', 'not_open_order');
    if (order === undefined) return gone;
    const failure = this.#failBefore(fate);
    if (failure !== null) return failure;
    const wasWorking = isWorking({ order_state: order.state });
    if (wasWorking) this.#book.change(order, { state: 'cancelled' });
    if (fate < 0.35) return noAnswer;
    return wasWorking ? { value: this.#wire(order) } : gone;
  }

  async #place(): Promise<string> {
    const { service, desk } = this.bench;
    const waits = this.#kind !== 'plain';
    const isStop = this.#kind === 'stop';
    const fields = isStop ? { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_000 } : {};
    const first = {
      order_id: this.#isLinked ? 'MAIN' : 'BTC-1',
      order_state: isStop ? 'untriggered' : 'open',
      ...fields,
    };
    acceptSells(service, { ...first, creation_timestamp: this.bench.clock.now() });
    const link = {
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: this.#kind === 'linked' ? 'first_hit' : 'incremental',
      children: [childDraft({ amount: String(AMOUNT) })],
    } as const;
    const terms = isStop ? STOP : this.#isLinked ? link : {};
    await desk.place(
      nextIntentId(),
      orderDraft({ label: 'mine', amount: String(AMOUNT), price: '97500', ...terms }),
      [],
    );
    this.#book.make(waits ? 'untriggered' : 'open');
    return assertDefined(
      desk.rows().find(({ label }) => label === this.#label),
      'the sell was placed',
    ).intent_id;
  }

  /** The market moves: an order fills, a trigger fires, a fill of the sell places what is linked to it. */
  #move(): void {
    const [first] = this.#book.orders;
    const open = this.#book.orders.filter(({ state }) => state === 'open');
    if (open.length > 0 && this.#random.next() < 0.5) return this.#fill(this.#random.pick(open));
    if (first?.state !== 'untriggered') return;
    if (this.#kind !== 'linked_in_pieces') {
      this.#book.change(first, { state: 'triggered' });
      return this.#book.make('open', AMOUNT, first.id);
    }
    const placed = this.#book.orders.reduce((sum, { of, amount }) => sum + (of === null ? 0 : amount), 0);
    const amount = Math.min(this.#random.pick([20_000, AMOUNT]), AMOUNT - placed);
    this.#book.make('open', amount, first.id);
    if (placed + amount === AMOUNT) this.#book.change(first, { state: 'triggered' });
  }

  #fill(order: BookOrder): void {
    const filled = Math.min(order.amount, order.filled + this.#random.pick([30_000, AMOUNT]));
    this.#book.change(order, { filled, state: filled === order.amount ? 'filled' : 'open' });
  }

  #wire({ id, of, amount, made, state, filled, at }: BookOrder) {
    const isFirst = of === null;
    const linked = isFirst ? { is_secondary_oto: true } : { primary_order_id: 'MAIN' };
    return placedOrder({
      order_id: id,
      label: this.#label,
      direction: this.#isLinked ? 'buy' : 'sell',
      amount,
      filled_amount: filled,
      creation_timestamp: made,
      last_update_timestamp: at,
      ...(isFirst ? {} : { trigger_order_id: of }),
      ...(this.#isLinked ? linked : {}),
      ...(this.#kind === 'stop' && isFirst
        ? { order_type: STOP.type, trigger: STOP.trigger, trigger_price: 97_000 }
        : {}),
      ...(state === 'cancelled' ? CANCELLED : { order_state: state }),
    });
  }

  #judge(row: OrderRow): readonly string[] {
    const working = this.#book.working().map(({ id, state }) => `${id} ${state}`);
    const { cancel, order } = row;
    const wrongs: string[] = [];
    if (working.length > 0 && !isResting(row)) wrongs.push(`rests unseen: ${working.join()}`);
    if (working.length === 0 && isResting(row)) wrongs.push(`is told to rest as ${order?.order_state}`);
    if (cancel?.state === 'cancelled' && working.length > 0) wrongs.push(`cancelled, and rests: ${working.join()}`);
    if (cancel?.state === 'cancelled' && this.#book.orders.every(({ state }) => state !== 'cancelled'))
      wrongs.push('cancelled, and nothing was');
    if (isResting(row) && ['requested', 'unknown', 'ended'].includes(cancel?.state ?? ''))
      wrongs.push(`the wish stays ${cancel?.state}`);
    if (cancel !== null && order?.order_state === 'cancelled' && whoCancelled(row) !== 'this_terminal')
      wrongs.push(`its end is told as another's, after ${cancel.state}`);
    const end = this.#book.orders.find(({ id }) => id === order?.order_id);
    if (
      !isResting(row) &&
      !this.#isLinked &&
      (end?.state !== order?.order_state || String(end?.filled) !== order?.filled_amount)
    )
      wrongs.push(`ends as ${order?.order_state} ${order?.filled_amount}, and is ${end?.state} ${end?.filled}`);
    return wrongs;
  }
}
