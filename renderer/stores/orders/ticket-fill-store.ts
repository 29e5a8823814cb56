import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { OrderDraft } from '../../../shared/orders/draft.ts';

/** A draft on its way to a ticket, never sent. */
export interface TicketFill {
  /** The panel that it is for. */
  readonly panelKey: string;
  readonly draft: OrderDraft;
}

export const ticketFillStore = createStore<{ readonly fill: TicketFill | null }>(() => ({ fill: null }));

export function fillTicket(fill: TicketFill): void {
  ticketFillStore.setState({ fill });
}

/** The draft that waits for this panel; null: none. */
export function useTicketFill(panelKey: string | null): OrderDraft | null {
  return useStore(ticketFillStore, ({ fill }) => (fill !== null && fill.panelKey === panelKey ? fill.draft : null));
}

/** Says that the ticket has it. */
export function takeTicketFill(): void {
  ticketFillStore.setState({ fill: null });
}
