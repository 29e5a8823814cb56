import type { AmendCheck, AmendResult } from '../../shared/ipc/schemas/amend-schema.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { type AmendDraft, draftOfAmend, remainingOf, termsAsked } from '../../shared/execution/amend-draft.ts';
import { checkAmend, priorityAfter, sizeAhead } from '../../shared/execution/amend-rules.ts';
import type { EditCommand } from '../../shared/execution/command.ts';
import { isEdit, isUndecided, type State } from '../../shared/execution/state.ts';
import { readTerms, type OrderTerms } from '../../shared/execution/terms.ts';
import type { DecimalString } from '../../shared/decimal.ts';
import { type Acknowledgement, listUnaccepted } from '../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import { forecastOrder } from '../../shared/orders/forecast/forecast.ts';
import { type Issue, issue } from '../../shared/orders/issue.ts';
import { checkDraft } from '../../shared/orders/rules.ts';
import { oppositeOf, traitsOf } from '../../shared/orders/side.ts';
import { lackCredits } from '../../shared/orders/rules/credits.ts';
import { isNotOffered } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import { explainUnwritten, failedUnsent } from '../orders/unwritten.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ReadBook } from './book.ts';
import type { Engine } from './engine.ts';
import { editParams } from './send.ts';
import { editParamsSchema } from '../../shared/service/order-extensions.ts';
import { createRequestWriter } from '../service/wire/request-text.ts';

const writeEdit = createRequestWriter(editParamsSchema);

export interface AmendsOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: Pick<RateBudget, 'ordersOf'>;
  /** False: another instance writes the journal. */
  readonly isWritable: boolean;
  /** The newest record of an order, wherever it was placed; null where none is known. */
  readonly orderOf: (orderId: string) => Order | null;
  /** What the rules of a new order need to know. */
  readonly factsFor: (draft: OrderDraft) => Promise<OrderFacts>;
  readonly readBook: ReadBook;
  readonly onJournalFailure: (error: unknown) => void;
}

/** Checks amends, and sends them one at a time for an order. */
export interface Amends {
  /** Throws `IpcFailure` `NotFound` for an order that is not known. */
  readonly check: (orderId: string, draft: AmendDraft) => Promise<AmendCheck>;
  /**
   * Sends at most one amend a command id, behind the one of its order that is on its way; a later press takes the place of
   * one that waits. Throws `IpcFailure` where nothing was journaled.
   */
  readonly send: (
    commandId: string,
    orderId: string,
    draft: AmendDraft,
    acknowledged: readonly Acknowledgement[],
  ) => Promise<AmendResult>;
  /** Hears of each new state: what waited for it goes on. */
  readonly noteState: (state: State) => void;
}

/** An amend whose checks are done: what to show, and the terms where they can be sent. */
interface Examined {
  readonly check: AmendCheck;
  readonly order: Order;
  readonly draft: OrderDraft | null;
  readonly terms: { readonly before: OrderTerms; readonly asked: OrderTerms } | null;
  readonly facts: OrderFacts | null;
}

/** What waits for the order's amend that is on its way. */
interface Waiting {
  readonly go: () => void;
  readonly fold: () => void;
}

export function createAmends(options: AmendsOptions): Amends {
  const { engine, clock, serviceClock, budget, isWritable, orderOf, factsFor, readBook } = options;
  const sending = new Map<string, Promise<AmendResult>>();
  const waiting = new Map<string, Waiting>();
  /** Until the service has said otherwise. */
  let isOffered = true;

  async function examine(orderId: string, amend: AmendDraft): Promise<Examined> {
    const order = orderOf(orderId);
    if (order === null) throw new IpcFailure({ code: 'NotFound', message: 'no order of that id is known', params: {} });
    const own = isOffered ? checkAmend(order, amend) : [issue('error', 'order', 'amend_not_offered', {})];
    const before = readTerms(order);
    const asked = termsAsked(order, amend);
    const draft = draftOfAmend(order, amend);
    if (draft === null) own.push(issue('error', 'order', 'amend_kind_unknown', {}));
    const facts = draft === null ? null : ownFacts(await factsFor(draft));
    const issues = [...own, ...(draft === null || facts === null ? [] : checkDraft(draft, facts))];
    const isRefused = issues.some(({ severity }) => severity === 'error');
    const terms = before === null || asked === null ? null : { before, asked };
    const forecast = draft === null || facts === null || isRefused ? null : forecastOrder(draft, facts);
    const check: AmendCheck = {
      issues,
      forecast,
      priority: terms === null ? null : priorityAfter(order, terms.before, terms.asked),
      size_ahead: terms === null || isRefused ? null : await readAhead(order, terms.asked, forecast?.price ?? null),
      total: asked?.amount ?? null,
      request: isRefused || terms === null ? null : writeEdit(editParams(makeCommand('', order, terms, amend, false))),
    };
    return { check, order, draft, terms, facts };
  }

  /** Price by which the forecast says the order rests, or the asked one. */
  async function readAhead(
    order: Order,
    asked: OrderTerms,
    booked: DecimalString | null,
  ): Promise<DecimalString | null> {
    const price = booked ?? (asked.advanced === null ? asked.price : null);
    if (price === null || order.order_state === 'untriggered') return null;
    const book = await readBook(order.instrument_name);
    if (book === null) return null;
    const levels = { bid: book.bids, ask: book.asks }[traitsOf(oppositeOf(order.direction)).touch];
    const at = { price: readTerms(order)?.price ?? null, amount: remainingOf(order) ?? asked.amount };
    return sizeAhead(order.direction, price, levels, at, levels.length < book.depth);
  }

  function makeCommand(
    commandId: string,
    order: Order,
    { before, asked }: NonNullable<Examined['terms']>,
    { valid_for_ms }: AmendDraft,
    mayMove: boolean,
  ): EditCommand {
    const { order_id, instrument_name, direction, label = '' } = order;
    const submittedAt = serviceClock.now();
    return {
      command_id: commandId,
      kind: 'edit',
      target: { order_id, instrument_name, direction, label, seen: order },
      before,
      asked,
      may_move_price: mayMove,
      created_at: clock.now(),
      submitted_at: submittedAt,
      valid_until: submittedAt + valid_for_ms,
    };
  }

  async function sendOnce(
    commandId: string,
    orderId: string,
    draft: AmendDraft,
    acknowledged: readonly Acknowledgement[],
  ): Promise<AmendResult> {
    if (isOnItsWay(orderId) && (await wait(orderId)) === 'folded') {
      const { check } = await examine(orderId, draft);
      return stopped(check, issue('error', 'order', 'amend_folded', {}));
    }
    const examined = await examine(orderId, draft).catch((error: unknown) => {
      throw failedUnsent(error);
    });
    const { check, order, terms, facts } = examined;
    const isHeld = examined.draft !== null && listUnaccepted(check.issues, examined.draft, acknowledged).length > 0;
    if (check.request === null || terms === null || facts === null || isHeld) return { state: null, check };
    // Another press may have come between the checks and here.
    if (isOnItsWay(orderId)) return sendOnce(commandId, orderId, draft, acknowledged);
    if (!budget.ordersOf(order.instrument_name).tryTake()) return stopped(check, lackCredits(facts.orderLimit));
    const command = makeCommand(commandId, order, terms, draft, mayBeMoved(check, terms.asked));
    try {
      if (!isWritable) throw new Error('another instance writes this journal');
      return { state: await engine.carryOut(command), check };
    } catch (error) {
      throw explainUnwritten(error, 'the order journal', options.onJournalFailure);
    }
  }

  function isOnItsWay(orderId: string): boolean {
    const edits = engine.states().filter(isEdit);
    return edits.some((state) => state.command.target.order_id === orderId && isUndecided(state));
  }

  function wait(orderId: string): Promise<'turn' | 'folded'> {
    waiting.get(orderId)?.fold();
    return new Promise((resolve) => {
      waiting.set(orderId, { go: () => resolve('turn'), fold: () => resolve('folded') });
    });
  }

  return {
    check: async (orderId, draft) => (await examine(orderId, draft)).check,
    send: async (commandId, orderId, draft, acknowledged) => {
      const known = engine.find(commandId);
      if (known !== null && isEdit(known)) return { state: known, check: NOTHING_CHECKED };
      const running = sending.get(commandId);
      if (running !== undefined) return running;
      const sent = sendOnce(commandId, orderId, draft, acknowledged).finally(() => sending.delete(commandId));
      sending.set(commandId, sent);
      return sent;
    },
    noteState: (state) => {
      if (!isEdit(state) || isUndecided(state)) return;
      if (isNotOffered(state.refusal?.code ?? 0)) isOffered = false;
      const { order_id: orderId } = state.command.target;
      const next = waiting.get(orderId);
      waiting.delete(orderId);
      next?.go();
    },
  };
}

const NOTHING_CHECKED: AmendCheck = {
  issues: [],
  forecast: null,
  priority: null,
  size_ahead: null,
  total: null,
  request: null,
};

function stopped(check: AmendCheck, why: Issue): AmendResult {
  return { state: null, check: { ...check, issues: [...check.issues, why], request: null } };
}

/** An order is no repetition of itself. */
function ownFacts(facts: OrderFacts): OrderFacts {
  return { ...facts, lastEqualOrder: () => null, undecidedEqualLabel: () => null };
}

/** Whether the engine may book another price than the one asked. */
function mayBeMoved({ forecast }: AmendCheck, asked: OrderTerms): boolean {
  const isMoved = forecast?.steps.some(({ code }) => MOVES.includes(code)) ?? false;
  return asked.advanced === null && (asked.post_only || isMoved);
}

const MOVES: readonly string[] = ['clamped_to_band', 'post_only_moves_price'];
