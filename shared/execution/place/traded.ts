import { sum } from '../../decimal.ts';
import { oppositeOf } from '../../orders/side.ts';
import type { Order } from '../../service/order.ts';
import type { UserTrade } from '../../service/trade.ts';
import { askedOrder, CREATED_BEFORE_MS, isBeforeCommand, isKnownId, isSaidId, tradedIdOf } from '../match.ts';
import { findAgainst } from '../other-terms.ts';
import type { Doubt, PlaceState } from '../state.ts';

/** What the account's trades tell of a command that no query by label shows. */
export interface Traded {
  /**
   * Trades under the label; of a typed label only those of an order that a person named. Doubtful orders are left out
   * once queries forget.
   */
  readonly own: readonly UserTrade[];
  /** What a person is to be asked of a doubtful order; null: there is none. */
  readonly doubt: Doubt | null;
  /** One of them that was before the command by the service's clock, which may have been set, under a typed label. */
  readonly older: UserTrade | undefined;
  /** One without a label, of an order that nobody here knows: it may be the command's. */
  readonly unlabelled: UserTrade | undefined;
}

/** What queries by label tell beside the trades. */
export interface Beside {
  /** What is under the label and not the command's may trade, too. */
  readonly shown: readonly Order[];
  readonly of_others: readonly string[];
  /** How far the service's clock may have been set back since the command was written, milliseconds. */
  readonly set_back_ms: number;
  /** Whether queries may have forgotten what is over. */
  readonly is_forgotten: boolean;
}

/**
 * Whether a record of a trade, readable or not, may concern the command, whatever else is learned of it: what evidence of
 * it holds.
 */
export function mayConcern(state: PlaceState, record: unknown): boolean {
  const { target } = state.command;
  const {
    order_id: id,
    label,
    direction,
  }: Partial<Record<keyof UserTrade, unknown>> = typeof record === 'object' && record !== null ? record : {};
  if (typeof id === 'string' && isKnownId(state, id)) return true;
  if (direction === oppositeOf(target.direction)) return false;
  return typeof label !== 'string' || label === target.label;
}

/** A trade's relation to the command: of its order or label, unclear, or another's. */
function claimOf(state: PlaceState, { order_id: id, label, direction }: UserTrade): 'own' | 'unlabelled' | 'none' {
  const { target, params } = state.command;
  if (isKnownId(state, id)) return 'own';
  if (direction === oppositeOf(target.direction)) return 'none';
  if (label !== undefined) return label === target.label ? 'own' : 'none';
  if (isSaidId(state, id)) return 'own';
  const mayBeOther = (state.order === null && tradedIdOf(state) === null) || params.trigger !== undefined;
  return mayBeOther ? 'unlabelled' : 'none';
}

/** Reads what was searched. */
export function readTraded(state: PlaceState, trades: readonly UserTrade[], beside: Beside): Traded {
  const others = new Set([...beside.of_others, ...beside.shown.map(({ order_id }) => order_id)]);
  const labelled = trades.filter((trade) => claimOf(state, trade) === 'own' && !others.has(trade.order_id));
  // What queries don't show yet proves by itself whose it is.
  const against = beside.is_forgotten ? findAllAgainst(state, labelled) : [];
  const sinceMs = state.sent_ms - Math.max(CREATED_BEFORE_MS, beside.set_back_ms);
  const { is_own_label: isOwnLabel } = state.command.target;
  return {
    own: ownFirst(state, labelled).filter(({ order_id: id }) => against.every(({ order_id }) => order_id !== id)),
    doubt: against.find(({ why }) => why !== 'older') ?? null,
    older: isOwnLabel ? undefined : labelled.find(({ timestamp }) => isBeforeCommand(state, timestamp)),
    unlabelled: trades.find(
      (trade) => claimOf(state, trade) === 'unlabelled' && trade.timestamp >= sinceMs && !others.has(trade.order_id),
    ),
  };
}

/** Under the terminal's own label its bearer comes first. Under a typed label only what a person settled counts. */
function ownFirst(state: PlaceState, trades: readonly UserTrade[]): readonly UserTrade[] {
  if (state.command.target.is_own_label)
    return [...trades.filter(isLabelled), ...trades.filter((trade) => !isLabelled(trade))];
  const isNamed = state.verdict === 'resolved_by_operator' && state.said_order_id !== null;
  return isNamed ? trades.filter(({ order_id: id }) => isSaidId(state, id)) : trades;
}

function isLabelled({ label }: UserTrade): boolean {
  return label !== undefined;
}

/** Orders that can hardly be the command's, by their trades. The terminal's own label or an id proves enough. */
function findAllAgainst(state: PlaceState, trades: readonly UserTrade[]): Doubt[] {
  if (state.command.target.is_own_label) return [];
  return Object.entries(Object.groupBy(trades, ({ order_id }) => order_id)).flatMap(([id, of = []]): Doubt[] => {
    if (isKnownId(state, id) || isSaidId(state, id)) return [];
    if (of.some(({ timestamp }) => isBeforeCommand(state, timestamp))) return [{ why: 'older', order_id: id }];
    const why = findAgainst(askedOrder(state.command), of);
    return why === null ? [] : [{ why: why === 'unlike_order_id' ? 'unlike' : 'late', order_id: id }];
  });
}

/** Other orders under the label that only trades show. None for an order whose trigger or linked orders trade under it. */
export function findForgotten(
  state: PlaceState,
  trades: readonly UserTrade[],
  ofOthers: readonly string[],
): readonly string[] {
  const { trigger, linked_order_type: linked } = state.command.params;
  if (trigger !== undefined || linked !== undefined) return [];
  const labelled = trades.filter((trade) => claimOf(state, trade) === 'own');
  // A repeated request's order may trade late, as its first may.
  const against = findAllAgainst(state, labelled).filter(({ why }) => why !== 'late');
  const others = new Set([...ofOthers, ...against.map(({ order_id }) => order_id)]);
  const found = labelled.filter(
    ({ order_id: id, timestamp }) => !isKnownId(state, id) && !others.has(id) && !isBeforeCommand(state, timestamp),
  );
  return [...new Set(found.map(({ order_id }) => order_id))];
}

/** The amount that an order's trades sum up to. */
export function tradedAmount(trades: readonly UserTrade[], orderId: string) {
  return sum(trades.flatMap(({ order_id, amount }) => (order_id === orderId ? [amount] : [])));
}
