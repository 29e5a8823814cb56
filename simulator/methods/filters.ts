import type { Order, OrderType } from '../engine/orders/order.ts';
import { isCombo, type Instrument } from '../market/instrument.ts';

/** What trades and orders may be asked for by kind: `combo` is any combo, `any` is anything. */
export const KINDS = ['future', 'option', 'spot', 'future_combo', 'option_combo', 'combo', 'any'] as const;

/** Whether an instrument is of a kind of `KINDS`. */
export function isOfKind(instrument: Instrument, kind: string): boolean {
  if (kind === 'combo') return isCombo(instrument);
  return kind === 'any' || instrument.kind === kind;
}

/** Types that name several; `trigger_all` takes every order that waits for a price. */
const GROUPS: Readonly<Record<string, readonly OrderType[]>> = {
  limit: ['limit', 'market', 'market_limit'],
  trigger_all: ['stop_limit', 'stop_market', 'take_limit', 'take_market', 'trailing_stop'],
  stop_all: ['stop_limit', 'stop_market'],
  take_all: ['take_limit', 'take_market'],
  trailing_all: ['trailing_stop'],
  // Cancels spell two of them otherwise.
  stop: ['stop_limit', 'stop_market'],
  take: ['take_limit', 'take_market'],
};

/** Whether an order is of a type of `OPEN_ORDER_TYPES` or `CANCEL_TYPES`. */
export function isOfType(order: Order, type: string): boolean {
  return type === 'all' || (GROUPS[type]?.includes(order.type) ?? order.type === type);
}
