import type { OrderParams } from '../../shared/service/methods.ts';
import type { HttpRequest } from '../../electron/service/wire/connection.ts';
import { type Side, SIDES, traitsOf } from '../../shared/orders/side.ts';
import { Random } from '../../simulator/random.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import {
  CLEAN,
  drawBlackoutFate,
  drawReadFate,
  drawSellFate,
  type Fate,
  holdUntilDeadline,
  type Stranger,
  type WireReply,
  withOtherTerms,
} from './faults.ts';
import { isMade } from './left-to-person.ts';
import type { LineEnd, Written } from './line.ts';
import type { Plan, PlannedInstrument } from './plan.ts';
import type { ServiceSide } from './service-side.ts';

export interface WireOptions {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly service: ServiceSide;
  readonly log: ((text: string) => void) | null;
  /** A sell under that label, with that deadline, has left. */
  readonly onSell: (label: string, validUntilMs: number) => void;
}

/** The side that a method places an order of. */
const SIDE_OF: ReadonlyMap<string, Side> = new Map(SIDES.map((side) => [traitsOf(side).method, side]));
/** What the terminal may call without a person's press: nothing that changes anything. */
const HARMLESS: ReadonlySet<string> = new Set([
  'public/auth',
  'private/get_order_state_by_label',
  'private/get_open_orders_by_label',
  'private/get_user_trades_by_instrument_and_time',
  'private/get_account_summaries',
]);

/** Answers by which the back end learns what time it is at the service. */
const TELLING: ReadonlySet<string> = new Set([
  ...SIDE_OF.keys(),
  'private/get_order_state_by_label',
  'private/get_open_orders_by_label',
  'private/get_user_trades_by_instrument_and_time',
]);

/** How long after the wall clock is set, ms, an answer may pass for one from before a sleep, with an old time. */
const DOUBTED_MS = 5000;

/** The network between terminal and service: it decides what happens to each request, and keeps count. */
export class Wire {
  /** Fate of each sell that was written, by label. */
  readonly fates = new Map<string, Fate>();
  readonly wrongs: string[] = [];
  /** When a clean reply first showed a set-back of the service's clock, by its setting. */
  readonly setBackTold = new Map<number, number>();
  /** When such replies were made. */
  readonly #cleanReplies = new WeakMap<WireReply, number>();
  /** Requests and replies that are on their way. */
  underWay = 0;
  readonly end: LineEnd;
  readonly #options: WireOptions;
  readonly #reads: Random;
  readonly #delays: Random;
  #sells = 0;
  #isCalm = false;
  #connections = 0;

  constructor(options: WireOptions) {
    const { plan, clock, service, log } = options;
    this.#options = options;
    this.#reads = new Random(plan.seed, 201);
    this.#delays = new Random(plan.seed, 202);
    this.end = {
      latencyMs: () => this.#delays.integer(...plan.latencyMs),
      after: (delayMs, action) => {
        this.underWay += 1;
        clock.after(delayMs, () => {
          this.underWay -= 1;
          action();
        });
      },
      fateOf: (request, method) => this.#fateOf(request, method),
      onWritten: (written, fate) => this.#onWritten(written, fate),
      carryOut: (written, fate) => {
        if (fate.executes === false) return service.turnAway(written.request);
        const orders = service.made.length;
        const reply = service.carryOut(written.request, written.connection);
        if (fate === CLEAN && TELLING.has(written.method)) this.#cleanReplies.set(reply, clock.monotonic());
        if (fate.stranger === 'same' && service.made.length > orders) this.#invite(written, 'same');
        return reply;
      },
      onDelivered: (reply) => this.#onDelivered(reply),
      log: (text) => log?.(text),
      nextConnection: () => (this.#connections += 1),
    };
  }

  /** From now on no look-up meets a fault. */
  calmDown(): void {
    this.#isCalm = true;
  }

  /** The n-th sell of a seed has the same fate whatever was looked up before. */
  #fateOf(request: HttpRequest, method: string): Fate {
    const { plan, clock, service } = this.#options;
    const { verb } = request;
    const nowMs = clock.monotonic();
    if (SIDE_OF.has(method)) {
      this.#sells += 1;
      const random = new Random(plan.seed, 203, this.#sells);
      const { valid_until = 0, label = '' } = readSell(request);
      const leftMs = valid_until - service.core.now() - plan.latencyMs[1];
      if (plan.isFirstHeld && this.#sells === 1) return holdUntilDeadline(random, leftMs);
      const fate = drawSellFate(random, plan.sellFaultRate, plan.isLawful, leftMs);
      // Drawn apart: all others stay as they were.
      const met = isMade(label) ? fate : withOtherTerms(fate, new Random(plan.seed, 204, this.#sells));
      return withoutStale(ofAnother(met, plan, new Random(plan.seed, 205, this.#sells)), plan, verb);
    }
    if (this.#isCalm) return CLEAN;
    if (plan.blackouts.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs))
      return drawBlackoutFate(this.#reads);
    return withoutStale(drawReadFate(this.#reads, plan.readFaultRate), plan, verb);
  }

  #onWritten(written: Written, fate: Fate): void {
    const { log, onSell } = this.#options;
    if (!SIDE_OF.has(written.method)) {
      log?.(`${written.method}: ${fate.name}`);
      if (!HARMLESS.has(written.method)) this.wrongs.push(`${written.method} was called`);
      return;
    }
    const { label = '', valid_until = Number.POSITIVE_INFINITY } = readSell(written.request);
    log?.(`${label} ${written.method}: ${fate.name}`);
    onSell(label, valid_until);
    if (this.fates.has(label)) this.wrongs.push(`${label}: written twice`);
    this.fates.set(label, fate);
    if (fate.stranger !== undefined && fate.stranger !== 'same') this.#invite(written, fate.stranger);
  }

  #onDelivered(reply: WireReply): void {
    const { plan, clock } = this.#options;
    const madeMs = this.#cleanReplies.get(reply) ?? 0;
    const nowMs = clock.monotonic();
    const isDoubted = plan.clockSteps.some(
      ({ of, atMs }) => of === 'wall' && atMs < nowMs && nowMs - atMs < DOUBTED_MS,
    );
    const steps = plan.clockSteps.filter(({ of }) => of === 'service');
    for (const { atMs, byMs } of isDoubted ? [] : steps) {
      // Once it was set again, no reply tells of this setting.
      const isLast = steps.every(({ atMs: otherMs }) => otherMs <= atMs || otherMs >= madeMs);
      const tells = byMs < 0 && madeMs > atMs && isLast;
      if (tells && !this.setBackTold.has(atMs)) this.setBackTold.set(atMs, nowMs);
    }
  }

  #invite({ request, method }: Written, kind: Stranger): void {
    const { label = '', instrument_name } = readSell(request);
    this.#options.log?.(`${label} a stranger uses the label`);
    this.#options.service.actAsStranger(
      label,
      instrument_name as PlannedInstrument,
      kind,
      SIDE_OF.get(method) ?? 'sell',
    );
  }
}

/** What proves a refusal, if it is the sell's own. */
const REFUSALS: readonly string[] = ['too_many_requests', 'timed_out', 'not_enough_funds', 'unauthorized'];

/** Where replies bear no id, one in two of them is another request's, and the sell is carried out. */
function ofAnother(fate: Fate, plan: Plan, random: Random): Fate {
  const isAnothers = plan.form === 'get_query' && REFUSALS.includes(fate.name) && random.next() < 0.5;
  return isAnothers ? { ...fate, name: `${fate.name}_of_another`, executes: true } : fate;
}

/** Replies to a GET with a query bear no id; that such a connection is given up after a second reply is undici's part. */
function withoutStale(fate: Fate, plan: Plan, verb: HttpRequest['verb']): Fate {
  return fate.isStale === true && plan.form === 'get_query' && verb === 'GET' ? CLEAN : fate;
}

function readSell({ path, body }: HttpRequest): Pick<OrderParams, 'label' | 'instrument_name' | 'valid_until'> {
  if (body !== null) return (JSON.parse(body) as { params: OrderParams }).params;
  const query = new URL(path, 'http://service').searchParams;
  return {
    label: query.get('label') ?? '',
    instrument_name: query.get('instrument_name') ?? '',
    valid_until: Number(query.get('valid_until') ?? Number.POSITIVE_INFINITY),
  };
}
