import type { CancelState, OrderRow } from '../../ipc/schemas/order-schema.ts';

/** What an order's cancel left open that has ended as far as is shown: it is placed piece by piece, and look-ups may lag. */
export const MAY_GO_ON = 'may_go_on';

/** Whether its end is not the last word: a piece that was placed before its cancel may come into view yet. */
export function mayGoOn({ cancel }: Pick<OrderRow, 'cancel'>): boolean {
  return cancel?.state === 'unknown' && cancel.reason === MAY_GO_ON;
}

/** The cancel of an order that still rests: what appeared later was left. */
export function readCancelOfResting({ cancel }: Pick<OrderRow, 'cancel'>): CancelState {
  return cancel === null || cancel.state === 'cancelled' ? 'still_open' : cancel.state;
}
