import type { CancelCounts, CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { IpcFailure } from '../../../shared/ipc/error.ts';
import { MAY_GO_ON, mayGoOn, readCancelOfResting } from '../../../shared/orders/outcome/may-go-on.ts';
import { isResting, mayRestUnseen } from '../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../shared/service/order.ts';
import { toIpcError } from '../../ipc/call-error.ts';
import type { Clock } from '../../clock.ts';
import type { RateBudget } from '../../service/limits/budget.ts';
import type { ExtensionResult } from '../../../shared/service/extensions.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import type { CallFailure } from '../../service/failure.ts';
import { provesNothing } from '../../service/retry.ts';
import { createCancelAttempts } from './cancel-attempts.ts';
import { createCancelCredits } from './cancel-credits.ts';
import { type CancelProbe, mayUse } from './cancel-offers.ts';
import { NO_CREDITS, readPassing } from './cancel-patience.ts';
import { isOver, nameEnd } from './cancel-search.ts';
import type { Desk } from '../desk-interface.ts';
import { acceptSight, addNotice } from '../outcome.ts';

/** So long, and so often, a cancel of the account that is refused for now, as in settlement, is sent again. */
const ACCOUNT_PATIENCE_MS = 15_000;
const ACCOUNT_AGAIN_MS = 1000;
/** The state of an unresolved cancel whose order still rests. */
const OPEN_STATES: readonly CancelState[] = ['requested', 'unknown', 'ended'];
export interface CancellerOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly probe: CancelProbe;
  /** False: another instance writes this account's journal. */
  readonly isWritable: boolean;
  readonly desk: Pick<Desk, 'rows' | 'noteCancel' | 'together' | 'preparingCount' | 'lookUpLagMs'>;
}

/** How many orders the account's cancel ended; null without an answer. */
export interface AccountCancelled {
  readonly cancelled: number | null;
  /** Sells of this terminal without an outcome, which may come to rest. */
  readonly undecided: number;
  /** Instruments of which the service says that it could not cancel all; not given where it says so of none. */
  readonly failed?: string[];
}

export interface Canceller {
  /** Throws `IpcFailure`: `NotFound`, `NotSupported`, `ReadOnly`. */
  readonly cancel: (intentId: string) => Promise<OrderRow>;
  readonly cancelResting: () => Promise<CancelCounts>;
  /** Throws `IpcFailure` where nothing was sent, or the service refused. */
  readonly cancelAccount: () => Promise<AccountCancelled>;
  /** Looks up what became of cancels that an earlier run left open. None is sent again by itself. */
  readonly resume: () => void;
  readonly close: () => void;
}

/**
 * Cancels orders by what the service offers, and says how each ended. An unanswered cancel is unknown until a look-up
 * shows the order.
 */
export function createCanceller(options: CancellerOptions): Canceller {
  const { client, clock, budget, probe, desk } = options;
  const running = new Map<string, Promise<OrderRow>>();
  const credits = createCancelCredits(clock, budget);
  const accountAsked = createAccountAsked();
  let isClosed = false;
  const attempts = createCancelAttempts({
    ...options,
    credits,
    find,
    tell,
    noteOthers,
    piecesLagMs,
    lookUpLagMs: desk.lookUpLagMs,
    isAccountAsked: accountAsked.has,
  });

  function find(intentId: string): OrderRow | null {
    return desk.rows().find((row) => row.intent_id === intentId) ?? null;
  }

  /** The current row with its cancel's result, and any newer order state. */
  function tell(row: OrderRow, state: CancelState, reason: string | null, way: readonly Order[] = []): OrderRow {
    const told = acceptSight(find(row.intent_id) ?? row, way, clock.now());
    const at = { at: clock.now(), service_at: options.serviceClock.now() };
    const next: OrderRow = { ...told, cancel: { state, reason, ...at } };
    desk.noteCancel(next);
    return next;
  }

  function noteOthers(row: OrderRow, count: number): void {
    const latest = find(row.intent_id) ?? row;
    const notices = addNotice(latest, 'cancelled_under_label', { count: String(count) });
    desk.noteCancel({ ...latest, notices });
  }

  /** A linked order may be placed piece by piece, with each fill of its sell: the last may not be shown yet. */
  function piecesLagMs({ intent_id, child_of }: OrderRow): number {
    const sell = child_of === null ? null : find(child_of.intent_id);
    if (child_of === null || sell?.linked_order_type === 'one_cancels_other') return 0;
    const condition = sell?.expected?.asked?.trigger_fill_condition ?? sell?.order?.trigger_fill_condition;
    return (condition ?? 'incremental') === 'incremental' ? desk.lookUpLagMs(intent_id) : 0;
  }

  /** Of those and of sells being checked, what may rest unseen. */
  function countUndecided(rows: readonly OrderRow[]): number {
    return rows.filter(mayRestUnseen).length + desk.preparingCount();
  }

  /** A single cancel is sent even without a credit: the service has the last word. Of many, those there is a credit for. */
  function start(row: OrderRow, isOneOfMany: boolean): Promise<OrderRow> {
    const under = running.get(row.intent_id) ?? attempts.underWay(row.intent_id);
    if (under !== null) {
      // It may stand in the line of many: who presses for this one order is not to wait behind those.
      if (!isOneOfMany) credits.hurry(row.intent_id);
      return under;
    }
    if (row.order === null && !isResting(row)) {
      throw refuse('NotFound', 'the service has shown no order of this intent');
    }
    const mayGo = isOneOfMany ? credits.tryTake(row.instrument_name) : credits.force(row.instrument_name);
    const cancelling = (mayGo ? attempts.cancel(row) : attempts.cancelWithCredit(row)).finally(() =>
      running.delete(row.intent_id),
    );
    running.set(row.intent_id, cancelling);
    return cancelling;
  }

  /** What the answer to cancelling the account says of an order that rested as it was sent. Null: it was carried out. */
  function followAccount(row: OrderRow, failure: CallFailure | null): void {
    const now = find(row.intent_id) ?? row;
    const id = row.order?.order_id ?? '';
    const isOpen = isResting(now);
    if (failure === null || provesNothing(failure)) {
      // It was seen at its end before the answer came.
      if (!isOpen && piecesLagMs(now) === 0) return tellEnded(now);
      if (failure !== null) return void attempts.judgeFailure(now, failure, id);
      const reason = isOpen ? null : MAY_GO_ON;
      return void attempts.lookOn(now, { state: 'unknown', reason, askedId: id, isWide: true });
    }
    // Only a cancel of that order says how it ends.
    if (running.has(row.intent_id) || attempts.underWay(row.intent_id) !== null) return;
    if (isOpen || now.cancel?.state === 'requested') void attempts.judgeFailure(now, failure, id);
  }

  /** The result for an order whose cancel seemed on its way. */
  function tellEnded(row: OrderRow): void {
    if (row.cancel?.state === 'requested') tell(row, row.order === null ? 'ended' : nameEnd(row.order), null);
  }

  /** The order was seen at its end after the last word of its cancel, by a look-up that was not the cancel's. */
  function tellOver(row: OrderRow): void {
    if (row.cancel?.state !== 'ended' && row.order !== null && isOver(row.order)) tell(row, nameEnd(row.order), null);
  }

  /** Books take no cancel during daily settlement, when many orders end. */
  async function askForAll(): ReturnType<typeof client.callExtension<'private/cancel_all'>> {
    const until = clock.monotonic() + ACCOUNT_PATIENCE_MS;
    for (;;) {
      for (const { bucket } of budget.orderBuckets().slice(0, 1)) bucket.spend();
      const result = await client.callExtension('private/cancel_all', {});
      const isPassing = !result.ok && readPassing(result.error) !== null;
      if (!isPassing || isClosed || clock.monotonic() >= until) return result;
      await new Promise<void>((resolve) => void clock.after(ACCOUNT_AGAIN_MS, resolve));
    }
  }

  function demandOffer(isOffered: boolean): void {
    if (!options.isWritable) throw refuse('ReadOnly', 'another instance of the terminal holds this profile');
    if (!isOffered) throw refuse('NotSupported', 'the service offers no cancel');
  }

  return {
    cancel: async (intentId) => {
      const { by_id, by_label } = probe.offers();
      demandOffer(mayUse(by_id) || mayUse(by_label));
      const row = find(intentId);
      if (row === null) throw refuse('NotFound', 'no such order');
      return isResting(row) ? await start(row, false) : row;
    },
    cancelResting: async () => {
      const { by_id, by_label } = probe.offers();
      demandOffer(mayUse(by_id) || mayUse(by_label));
      const rows = desk.rows();
      const cancelling: Promise<OrderRow>[] = [];
      // The disk takes all in one flush: none waits for those before it.
      desk.together(() => {
        for (const row of rows) if (isResting(row)) cancelling.push(start(row, true));
      });
      const preparing = desk.preparingCount();
      const cancelled = await Promise.all(cancelling);
      // The first results went on while others waited for credits.
      const latest = (row: OrderRow): OrderRow => find(row.intent_id) ?? row;
      const unseen = rows.filter(mayRestUnseen).map(latest);
      const states = [...cancelled.map(latest), ...unseen.filter(isResting)].map(readCount);
      const undecided = unseen.filter(mayRestUnseen).length + preparing;
      const counts: CancelCounts = undecided === 0 ? {} : { undecided };
      for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
    cancelAccount: async () => {
      demandOffer(mayUse(probe.offers().account));
      const rows = desk.rows();
      const undecided = countUndecided(rows);
      // Further pieces may exist, though none is shown.
      const meant = rows.filter((row) => isResting(row) || mayGoOn(row));
      desk.together(() => {
        for (const row of meant) {
          accountAsked.add(row.intent_id);
          if (isResting(row)) tell(row, 'requested', null);
        }
      });
      const result = await askForAll();
      probe.learn('account', result.ok ? null : result.error);
      for (const row of meant) accountAsked.answered(row.intent_id);
      for (const row of meant) followAccount(row, result.ok ? null : result.error);
      if (!result.ok && provesNothing(result.error)) return { cancelled: null, undecided };
      if (!result.ok) throw new IpcFailure(toIpcError(result.error));
      const failed = listFailed(result.value.value);
      return { cancelled: countCancelled(result.value.value), undecided, ...(failed.length === 0 ? {} : { failed }) };
    },
    resume: () => {
      if (!options.isWritable) return;
      for (const row of desk.rows()) {
        if (row.cancel === null) continue;
        const { state, reason } = row.cancel;
        if (!mayGoOn(row) && !OPEN_STATES.includes(state)) continue;
        if (!mayGoOn(row) && !isResting(row)) {
          tellOver(row);
          continue;
        }
        // It was waiting for its first byte, or to be sent again.
        if (state === 'requested' && reason === NO_CREDITS) tell(row, 'not_sent', NO_CREDITS);
        else {
          const open = state === 'ended' ? 'ended' : 'unknown';
          const why = mayGoOn(row) ? reason : null;
          // That run may have asked by label, or for the whole account.
          attempts.lookOn(row, { state: open, reason: why, askedId: null, isWide: true });
        }
      }
    },
    close: () => {
      isClosed = true;
      attempts.close();
      credits.close();
    },
  };
}

/** Orders that a cancel of the whole account means which has no answer yet: of several, as long as one has none. */
interface AccountAsked {
  readonly add: (intentId: string) => void;
  readonly answered: (intentId: string) => void;
  readonly has: (intentId: string) => boolean;
}

function createAccountAsked(): AccountAsked {
  const counts = new Map<string, number>();
  const change = (intentId: string, by: number): void => void counts.set(intentId, (counts.get(intentId) ?? 0) + by);
  return {
    add: (intentId) => change(intentId, 1),
    answered: (intentId) => change(intentId, -1),
    has: (intentId) => (counts.get(intentId) ?? 0) > 0,
  };
}

/** What was refused as gone already counts as that once it is seen to rest no more: what its trigger made may rest. */
function readCount(row: OrderRow): CancelState {
  if (mayGoOn(row)) return 'unknown';
  if (!isResting(row)) return row.order?.order_state === 'cancelled' ? 'cancelled' : 'ended';
  const state = readCancelOfResting(row);
  return state === 'ended' ? 'unknown' : state;
}

/** How many orders the answer lists: a number, or a report an instrument. */
function countCancelled(answer: ExtensionResult<'private/cancel_all'>): number {
  if (typeof answer === 'number') return answer;
  return answer.reduce((count, { result = [] }) => count + result.length, 0);
}

function listFailed(answer: ExtensionResult<'private/cancel_all'>): string[] {
  if (typeof answer === 'number') return [];
  const failed = answer.filter(({ error }) => error !== undefined && error !== null);
  return [...new Set(failed.map(({ instrument_name }) => instrument_name))];
}

function refuse(code: 'NotFound' | 'NotSupported' | 'ReadOnly', message: string): IpcFailure {
  return new IpcFailure({ code, message, params: {} });
}
