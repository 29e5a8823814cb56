import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { isInverse } from '../../../../shared/orders/facts.ts';
import {
  isIcebergPossible,
  isPostOnlyPossible,
  LINKED_CHILDREN,
  ORDER_TYPE_TRAITS,
} from '../../../../shared/orders/order-types.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { AdvancedType, OrderType } from '../../../../shared/service/order.ts';
import { settleTyped } from '../../../../shared/orders/typed/settle-typed.ts';
import type { ChildTicket } from '../linked/child-ticket.ts';
import { readPostOnly } from './post-only.ts';
import { hasOwnPrice, readChildren, readNumbers, type TicketChoices, type TicketState } from './ticket-state.ts';

/** The service's order type for what was chosen. */
export function resolveType({
  kind,
  firesAs,
  restStays,
}: Pick<TicketChoices, 'kind' | 'firesAs' | 'restStays'>): OrderType {
  switch (kind) {
    case 'limit':
      return 'limit';
    case 'market':
      return restStays ? 'market_limit' : 'market';
    case 'stop':
      return firesAs === 'limit' ? 'stop_limit' : 'stop_market';
    case 'take':
      return firesAs === 'limit' ? 'take_limit' : 'take_market';
    case 'trail':
      return 'trailing_stop';
  }
}

/** What of a choice a service's order type is: what `resolveType` reads. */
export function splitType(type: OrderType): Pick<TicketChoices, 'kind' | 'firesAs' | 'restStays'> {
  const firesAs = type === 'stop_limit' || type === 'take_limit' ? 'limit' : 'market';
  if (type === 'limit') return { kind: 'limit', firesAs, restStays: false };
  if (type === 'market' || type === 'market_limit')
    return { kind: 'market', firesAs, restStays: type === 'market_limit' };
  if (type === 'trailing_stop') return { kind: 'trail', firesAs, restStays: false };
  return { kind: type.startsWith('stop') ? 'stop' : 'take', firesAs, restStays: false };
}

/** The forms an instrument's price can be typed in: USD only where the quote is another coin's, volatility for options. */
export function listPriceForms(instrument: Instrument | null): readonly (AdvancedType | null)[] {
  if (instrument?.kind !== 'option') return [null];
  return isInverse(instrument) ? [null, 'usd', 'implv'] : [null, 'implv'];
}

/** The form that the order's price is in: the chosen one where the instrument and the type know it. */
export function resolvePriceForm(state: TicketState, instrument: Instrument | null): AdvancedType | null {
  if (!hasOwnPrice(state)) return null;
  return listPriceForms(instrument).includes(state.priceForm) ? state.priceForm : null;
}

/** How many linked orders count. */
export function countChildren({ linkedType, childCount }: Pick<TicketChoices, 'linkedType' | 'childCount'>): number {
  if (linkedType === null) return 0;
  const { least, most } = LINKED_CHILDREN[linkedType];
  return Math.min(Math.max(childCount, least), most);
}

/** The draft of a ticket: numbers written plainly, what is irrelevant left out, nothing else changed. Pure. */
export function buildDraft(state: TicketState, instrument: Instrument | null): OrderDraft {
  const numbers = readNumbers(state);
  const type = resolveType(state);
  const traits = ORDER_TYPE_TRAITS[type];
  const advanced = resolvePriceForm(state, instrument);
  const isPossible = isPostOnlyPossible({ type, time_in_force: state.timeInForce, advanced });
  const postOnly = isPossible && readPostOnly(state, state.kind);
  const isIceberg = isIcebergPossible({ type, time_in_force: state.timeInForce });
  const isSpot = instrument?.kind === 'spot';
  const isLinked = state.linkedType !== null;
  const typedPrice = numbers[advanced ?? 'price'];
  const typed: OrderDraft = {
    direction: state.side,
    instrument_name: state.instrumentName ?? '',
    type,
    amount: state.sizeUnit === 'amount' ? numbers.amount : '',
    contracts: state.sizeUnit === 'contracts' ? numbers.contracts : '',
    price: traits.hasPrice ? typedPrice : '',
    advanced,
    time_in_force: state.timeInForce,
    post_only: postOnly,
    reject_post_only: postOnly && state.rejectPostOnly,
    reduce_only: !isSpot && state.reduceOnly,
    display_amount: isIceberg ? numbers.display_amount : '',
    trigger: traits.triggeredBy === null ? null : state.trigger,
    trigger_price: traits.triggeredBy === 'price' ? numbers.trigger_price : '',
    trigger_offset: traits.triggeredBy === 'offset' ? numbers.trigger_offset : '',
    mmp: type === 'limit' && state.mmp,
    valid_for_ms: state.validForMs,
    linked_order_type: state.linkedType,
    trigger_fill_condition: isLinked ? state.fillCondition : null,
    children: readChildren(state)
      .slice(0, countChildren(state))
      .map((child) => settleTyped(buildChild(child, isSpot), instrument)),
    label: state.label,
  };
  return settleTyped(typed, instrument);
}

function hasChildPrice({ kind, price }: ChildTicket): boolean {
  const mayHavePrice = kind === 'stop' || kind === 'take';
  return kind === 'limit' || (mayHavePrice && price.trim() !== '');
}

/** The type that a linked order is sent as: with a price of its own or at market. */
export function resolveChildType(child: ChildTicket): OrderType {
  return resolveType({ ...child, firesAs: hasChildPrice(child) ? 'limit' : 'market' });
}

/** Post only of a linked order as it would be sent; null where its type or time in force excludes it. */
export function readChildPostOnly(child: ChildTicket): boolean | null {
  const terms = { type: resolveChildType(child), time_in_force: child.timeInForce, advanced: null };
  return isPostOnlyPossible(terms) ? readPostOnly(child, child.kind) : null;
}

function buildChild(child: ChildTicket, isSpot: boolean): ChildDraft {
  const type = resolveChildType(child);
  const { triggeredBy } = ORDER_TYPE_TRAITS[type];
  const postOnly = readChildPostOnly(child) === true;
  return {
    direction: child.direction,
    type,
    amount: child.amount,
    price: hasChildPrice(child) ? child.price : '',
    time_in_force: child.timeInForce,
    post_only: postOnly,
    reject_post_only: postOnly && child.rejectPostOnly,
    reduce_only: !isSpot && child.reduceOnly,
    trigger: triggeredBy === null ? null : child.trigger,
    trigger_price: triggeredBy === 'price' ? child.triggerPrice : '',
    trigger_offset: triggeredBy === 'offset' ? child.triggerOffset : '',
    label: child.label,
  };
}

/** Whether two drafts ask for the same thing. */
export function isSameDraft(a: OrderDraft, b: OrderDraft): boolean {
  return (Object.keys(a) as (keyof OrderDraft)[]).every((key) =>
    key === 'children' ? JSON.stringify(a.children) === JSON.stringify(b.children) : a[key] === b[key],
  );
}

/** Whether they ask for the same order, whatever the label. */
export function isSameOrder(a: OrderDraft, b: OrderDraft): boolean {
  return isSameDraft({ ...a, label: '' }, { ...b, label: '' });
}
