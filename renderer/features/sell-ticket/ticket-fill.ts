import type { SellDraft } from '../../../shared/orders/draft.ts';
import { splitType } from './ticket-draft.ts';
import { EMPTY_TICKET, NOTHING_TYPED, type TicketState, type TypedNumbers } from './ticket-state.ts';

/** A draft from elsewhere takes the place of what was typed and chosen. Its sizes and prices are plain numbers. */
export interface FillAction {
  readonly type: 'fill';
  readonly draft: SellDraft;
}

/** The ticket with the draft in it; linked orders aside, `buildDraft` gives it back. Pure. */
export function fillTicket(state: TicketState, draft: SellDraft): TicketState {
  const { instrument_name: instrumentName, amount, contracts, advanced } = draft;
  const { trigger_price, trigger_offset, display_amount } = draft;
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
  return {
    ...state,
    ...splitType(draft.type),
    instrumentName,
    filledFor: instrumentName,
    typed: { ...state.typed, [instrumentName]: { ...NOTHING_TYPED, numbers } },
    sizeUnit: contracts === '' ? 'amount' : 'contracts',
    priceForm: advanced,
    timeInForce: draft.time_in_force,
    postOnly: draft.post_only,
    rejectPostOnly: draft.reject_post_only,
    reduceOnly: draft.reduce_only,
    mmp: draft.mmp,
    trigger: draft.trigger ?? EMPTY_TICKET.trigger,
    validForMs: draft.valid_for_ms,
    linkedType: null,
    label: draft.label,
    pickedPrice: null,
    preset: null,
    acknowledged: [],
  };
}
