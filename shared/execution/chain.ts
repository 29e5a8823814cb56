import type { Order } from '../service/order.ts';
import { chainTo } from './chain-to.ts';
import { askedOrder, bearsLabel, isAnothersByTerms, isPastWindow, mayBeOrderOf, tradedIdOf } from './match.ts';
import { hasOtherTerms } from './other-terms.ts';
import type { PlaceState } from './state.ts';

/** What a query by label shows of a command. */
export interface Shown {
  /** The command's own order, behind the trigger orders it came of. Empty where the query doesn't show it. */
  readonly chain: readonly Order[];
  /** Orders under its label; a trigger order and its result count once. */
  readonly distinct: readonly Order[];
}

/** Reads what a query by label shows. */
export function readShown(state: PlaceState, shown: readonly Order[]): Shown {
  const { command, order, earlier_order_ids: earlier, said_order_id: said } = state;
  const bearing = shown.filter((one) => bearsLabel(state, one, shown));
  const replaced = new Set([...earlier, ...[order, ...bearing].flatMap((one) => one?.trigger_order_id ?? [])]);
  const distinct = bearing.filter((one) => !replaced.has(one.order_id) && !mayHaveMadeTraded(state, one));
  const isMisnamed = distinct.length === 1 && isMisnamedBy(state, bearing);
  const chains = distinct.map((last) => chainTo(last, bearing)).filter((one) => isMisnamed || isChainOf(state, one));
  // The label may be on another's order too: what a person has found tells whose it is, then a trigger, or none, and one
  // that stands before one that was rejected.
  const ofSaid = chains.find((one) => one.some(({ order_id }) => order_id === said));
  const isTriggered = command.params.trigger !== undefined;
  const alike = chains.filter((one) => one.some(isOfTrigger) === isTriggered);
  const likely = alike.length > 0 ? alike : chains;
  const chain = ofSaid ?? likely.find((one) => one.at(-1)?.order_state !== 'rejected') ?? likely[0] ?? [];
  return { chain, distinct };
}

/** Whether a trigger waits in it, or made it. */
function isOfTrigger({ trigger, trigger_order_id }: Order): boolean {
  return (trigger ?? null) !== null || trigger_order_id !== undefined;
}

/** Whether its trigger may have made the order that trades have told of, and that no query has shown. */
function mayHaveMadeTraded(state: PlaceState, order: Order): boolean {
  const tradedId = tradedIdOf(state);
  const isAnother = tradedId !== null && order.order_id !== tradedId && order.trigger_order_id === undefined;
  return isAnother && state.command.params.trigger !== undefined && isOfTrigger(order);
}

/**
 * Whether the chain holds the command's order, by record or trades; if none is known, whether it can. A rejection binds
 * nothing.
 */
function isChainOf(state: PlaceState, chain: readonly Order[]): boolean {
  const knownId = state.verdict === 'rejected' ? null : (state.order?.order_id ?? tradedIdOf(state));
  // Trades tell of its label, too, and of little more.
  const isUnseen = knownId === null || state.order === null;
  if (isUnseen && chain.some((order) => isAnothersByTerms(state, order))) return false;
  if (knownId === null) return chain.every((order) => mayBeOrderOf(state, order));
  return chain.some((order) => isNamed(order, knownId));
}

/** Whether that is the order of that id, or what its trigger made. */
function isNamed({ order_id, trigger_order_id: of }: Order, id: string): boolean {
  return order_id === id || of === id;
}

/**
 * Whether the reply named another id than queries show: of orders under the terminal's own label, made in that very
 * millisecond with those terms, none has the id that was replied.
 */
function isMisnamedBy(state: PlaceState, bearing: readonly Order[]): boolean {
  const { command, order: replied, verdict, is_named_by_reply: isNamedByReply } = state;
  if (!isNamedByReply || verdict !== 'accepted' || replied === null || !command.target.is_own_label) return false;
  if (bearing.some((order) => isNamed(order, replied.order_id))) return false;
  const { creation_timestamp: madeMs } = replied;
  return bearing.some((order) => order.creation_timestamp === madeMs && !hasOtherTerms(askedOrder(command), order));
}

/** Whether the order is known by its reply alone, and that chain, which was read as its own, is of another id. */
export function isMisnamedChain(state: PlaceState, chain: readonly Order[]): boolean {
  const { is_named_by_reply: isNamedByReply, verdict, order } = state;
  if (!isNamedByReply || verdict !== 'accepted' || order === null) return false;
  return !chain.some((one) => isNamed(one, order.order_id));
}

/**
 * The last order of the chain, where it may be another's under the label of a forgotten order, since none is linked to
 * it. Undefined: it is the command's.
 */
export function findUnlinked(state: PlaceState, chain: readonly Order[], serviceMs: number): Order | undefined {
  const isLinked = state.command.params.linked_order_type !== undefined;
  if (!isLinked || state.order !== null || tradedIdOf(state) !== null) return undefined;
  if (!isPastWindow(state, serviceMs)) return undefined;
  const isKnown = chain.some((one) => namesOthers(one) || one.order_id === state.said_order_id);
  return isKnown ? undefined : chain.at(-1);
}

/** Whether it has linked orders (facts, section 8). */
function namesOthers({ oto_order_ids: placed = [], oco_ref, is_primary_otoco }: Order): boolean {
  return placed.length > 0 || oco_ref !== undefined || is_primary_otoco === true;
}
