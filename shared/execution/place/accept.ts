import type { Order } from '../../service/order.ts';
import type { UserTrade } from '../../service/trade.ts';
import { findUnlinked, isMisnamedChain, readShown } from '../chain.ts';
import type { QueryTimes } from '../evidence.ts';
import { findTwins, isBeforeCommand, tradedIdOf } from '../match.ts';
import { isRejectedAtOnce, mergeOrder } from '../order.ts';
import { isUndecided, type Judged, type PlaceState } from '../state.ts';
import { ask, decided, mayBeReopened, REJECTED } from './change.ts';
import { tradedAmount } from './traded.ts';

type Named = Pick<Order, 'order_id' | 'trigger_order_id'>;

/** By the first record of its order, which may be a rejection. */
export function acceptFirst(state: PlaceState, order: Order, at: number): PlaceState {
  if (!isRejectedAtOnce(order)) return accept(state, order, at);
  const refusal = { code: null, name: REJECTED, reason: order.cancel_reason ?? null };
  return { ...decided(state), verdict: 'rejected', order, decided_at: at, refusal };
}

/** By one more record of its order. */
function accept(known: PlaceState, record: Order, at: number): PlaceState {
  // The record of a rejection that its own order beats was another's.
  const state: PlaceState = known.verdict === 'rejected' ? { ...known, order: null } : known;
  const { order: last, earlier_order_ids: earlier } = state;
  const { order_id: id } = record;
  // A late record of an order that was replaced: nothing new.
  if (last?.order_id !== id && (last?.trigger_order_id === id || earlier.includes(id))) return state;
  const order = last?.order_id === id ? mergeOrder(last, record) : record;
  const replaced = last === null || last.order_id === id ? [] : [last.order_id];
  const isFirst = last === null && order.trigger_order_id === undefined;
  const isCorrected = isFirst && isBeforeCommand(state, order.creation_timestamp);
  return {
    ...decided(state),
    verdict: 'accepted',
    order,
    earlier_order_ids: [...new Set([...earlier, ...replaced])],
    refusal: null,
    decided_at: state.decided_at ?? at,
    sent_ms: isCorrected ? order.creation_timestamp : state.sent_ms,
  };
}

/** By its order chain. A triggered order was accepted, however it ended. */
function acceptChain(known: PlaceState, chain: readonly Order[], at: number): PlaceState {
  const [first, ...later] = chain;
  if (first === undefined) return known;
  // Its reply named another order than queries show: what rests, and is to be cancelled, is what they show.
  const named = isMisnamedChain(known, chain) ? { ...known, order: first } : known;
  const state = { ...named, is_named_by_reply: false };
  const reached = isRefusal(state, chain) ? acceptFirst(state, first, at) : accept(state, first, at);
  return later.reduce((now, order) => accept(now, order, at), reached);
}

/** Whether that chain is of a command whose order the service rejected as it came. */
function isRefusal({ verdict }: PlaceState, [first, ...later]: readonly Order[]): boolean {
  const isNew = verdict !== 'accepted' && later.length === 0;
  return isNew && first !== undefined && first.trigger_order_id === undefined && isRejectedAtOnce(first);
}

/** By trades under its label. Its order is the one that traded first; others' trades stand beside it. */
export function acceptTraded(state: PlaceState, trades: readonly UserTrade[], at: number): PlaceState {
  const [first] = trades;
  if (first === undefined) return state;
  const { order_id: id } = first;
  const order = state.verdict === 'rejected' ? null : state.order;
  const accepted: PlaceState = {
    ...decided({ ...state, order }),
    verdict: 'accepted',
    refusal: null,
    decided_at: at,
    traded: { order_id: id, amount: tradedAmount(trades, id) },
  };
  const ids = [...new Set(trades.map(({ order_id }) => order_id))];
  return noteTogether(
    accepted,
    ids.map((order_id) => ({ order_id })),
  );
}

/**
 * Takes what is shown as the command's, where it is. `isLast`: nothing else can be shown any more, so that also the record
 * of a rejection under a typed label counts. Null: nothing shown is the command's.
 */
export function settle(
  state: PlaceState,
  orders: readonly Order[],
  { at, times, isLast = false }: { readonly at: number; readonly times: QueryTimes | null; readonly isLast?: boolean },
): Judged<PlaceState> | null {
  const { chain, distinct } = readShown(state, orders);
  const [first] = chain;
  // Under a typed label, what was rejected may be another's: the command's own may not be shown yet.
  const mayBeAnothers = isRefusal(state, chain) && !state.command.target.is_own_label;
  if (first === undefined || (mayBeAnothers && !isLast)) return null;
  const unlinked = times === null ? undefined : findUnlinked(state, chain, times.now_ms);
  if (unlinked !== undefined && (isUndecided(state) || mayBeReopened(state)))
    return { state: ask(state, { why: 'unlinked', order_id: unlinked.order_id }), lag: null };
  const alike = [...distinct, ...findTwins(state, orders, times?.set_back_ms ?? 0)];
  const found = noteTogether(acceptChain(state, chain, at), alike);
  if (isLast || times === null) return { state: found, lag: null };
  // A record that was not believed until now was shown before.
  return { state: found, lag: { kind: 'shown', service_ms: times.told_ms, created_ms: first.creation_timestamp } };
}

/** Keeps that several orders were shown under the label, unless all of them were known to be. */
function noteTogether(state: PlaceState, orders: readonly Named[]): PlaceState {
  const { order, earlier_order_ids: earlier, together } = state;
  const own = [...(order === null ? [] : [order.order_id]), ...earlier];
  // What a trigger made is that order still.
  const isOwnKnown = own.some((id) => together.includes(id));
  const isKnown = ({ order_id: id, trigger_order_id: of }: Named): boolean =>
    together.includes(id) || (of !== undefined && together.includes(of)) || (isOwnKnown && own.includes(id));
  if (orders.length < 2 || orders.every(isKnown)) return state;
  return { ...state, together: orders.map(({ order_id }) => order_id) };
}

/** Keeps other orders under the label beside an accepted one that is not shown itself. */
export function noteBeside(
  state: PlaceState,
  distinct: readonly Order[],
  forgotten: readonly string[] = [],
): PlaceState {
  const tradedId = tradedIdOf(state);
  const own: Named | null = tradedId === null ? state.order : { order_id: tradedId };
  if (own === null || state.verdict !== 'accepted') return state;
  const shown = tradedId === null ? [] : distinct.filter(({ order_id }) => order_id !== tradedId);
  const others = forgotten.filter((id) => shown.every(({ order_id }) => order_id !== id));
  return noteTogether(state, [own, ...shown, ...others.map((order_id) => ({ order_id }))]);
}
