import type { ChildDraft } from '../../../../shared/orders/draft.ts';
import type { TriggerPriceType } from '../../../../shared/service/order.ts';
import type { PostOnlyChoices } from '../form/post-only.ts';
import type { TicketKind } from '../form/ticket-state.ts';

/** An order that a linked order places or cancels, as typed. A stop or take with a price is a limit order then. */
export interface ChildTicket extends PostOnlyChoices {
  readonly direction: ChildDraft['direction'];
  readonly kind: TicketKind;
  /** Of one at market: what finds nothing to trade with rests at the last price it traded at. */
  readonly restStays: boolean;
  readonly amount: string;
  readonly price: string;
  readonly trigger: TriggerPriceType;
  readonly triggerPrice: string;
  /** Of one that trails: distance from the peak, or from the lowest price for a buy. */
  readonly triggerOffset: string;
  readonly timeInForce: ChildDraft['time_in_force'];
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  /** Empty: made of the sell's. */
  readonly label: string;
}

/** What changes of it; a function where that goes by what stands there then: two strokes may come before one is shown. */
export type ChildChange = Partial<ChildTicket> | ((child: ChildTicket) => Partial<ChildTicket>);

/** A linked order that nothing was typed for. A sell is mostly hedged by buying back. */
export const NO_CHILD: ChildTicket = {
  direction: 'buy',
  kind: 'limit',
  restStays: false,
  amount: '',
  price: '',
  trigger: 'mark_price',
  triggerPrice: '',
  triggerOffset: '',
  timeInForce: 'good_til_cancelled',
  postOnly: false,
  stopPostOnly: false,
  takePostOnly: false,
  rejectPostOnly: false,
  reduceOnly: false,
  label: '',
};
