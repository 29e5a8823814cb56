import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { isPostOnlyPossible } from '../../../../shared/orders/order-types.ts';
import type { ChildTicket } from '../linked/child-ticket.ts';
import { choosePostOnly, POST_ONLY_AT_FIRST } from './post-only.ts';
import { splitType } from './ticket-draft.ts';
import { EMPTY_TICKET, NOTHING_TYPED, type TicketState, type TypedNumbers } from './ticket-state.ts';

/** A draft from elsewhere takes the place of what was typed and chosen. Its sizes and prices are plain numbers. */
export interface FillAction {
  readonly type: 'fill';
  readonly draft: OrderDraft;
}

function fillChild(child: ChildDraft | undefined, empty: ChildTicket): ChildTicket {
  if (child === undefined) return empty;
  const { kind, restStays } = splitType(child.type);
  return {
    ...empty,
    direction: child.direction,
    kind,
    restStays,
    amount: child.amount,
    price: child.price,
    trigger: child.trigger ?? empty.trigger,
    triggerPrice: child.trigger_price,
    triggerOffset: child.trigger_offset,
    timeInForce: child.time_in_force,
    ...(isPostOnlyPossible({ ...child, advanced: null }) ? choosePostOnly(kind, child.post_only) : {}),
    rejectPostOnly: child.reject_post_only,
    reduceOnly: child.reduce_only,
    label: child.label,
  };
}

/** The ticket with the draft in it: `buildDraft` gives it back. Pure. */
export function fillTicket(state: TicketState, draft: OrderDraft): TicketState {
  const { instrument_name: instrumentName, amount, contracts, advanced } = draft;
  const { trigger_price, trigger_offset, display_amount } = draft;
  const chosen = splitType(draft.type);
  const price = { [advanced ?? 'price']: draft.price };
  const numbers: TypedNumbers = {
    ...NOTHING_TYPED.numbers,
    amount,
    contracts,
    trigger_price,
    trigger_offset,
    display_amount,
    ...price,
  };
  const [first, second] = NOTHING_TYPED.children;
  const children = [fillChild(draft.children[0], first), fillChild(draft.children[1], second)] as const;
  return {
    ...state,
    ...chosen,
    side: draft.direction,
    instrumentName,
    filledFor: instrumentName,
    typed: { ...state.typed, [instrumentName]: { ...NOTHING_TYPED, numbers, children } },
    sizeUnit: contracts === '' ? 'amount' : 'contracts',
    priceForm: advanced,
    timeInForce: draft.time_in_force,
    ...POST_ONLY_AT_FIRST,
    // That one which can't be post only is not says nothing of what it becomes on other terms.
    ...(isPostOnlyPossible(draft) ? choosePostOnly(chosen.kind, draft.post_only) : {}),
    rejectPostOnly: draft.reject_post_only,
    reduceOnly: draft.reduce_only,
    mmp: draft.mmp,
    trigger: draft.trigger ?? EMPTY_TICKET.trigger,
    validForMs: draft.valid_for_ms,
    linkedType: draft.linked_order_type,
    fillCondition: draft.trigger_fill_condition ?? EMPTY_TICKET.fillCondition,
    childCount: draft.children.length > 1 ? 2 : 1,
    label: draft.label,
    pickedPrice: null,
    preset: null,
    acknowledged: [],
  };
}
