import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';

/** An order that the trader wants in the ticket again, as a new one; null when there is none. */
export const offeredOrderStore = createStore<{ readonly row: OrderRow | null }>(() => ({ row: null }));

/** Offers an order that is proven not to be at the service to the ticket. Nothing is sent. */
export function offerOrder(row: OrderRow): void {
  offeredOrderStore.setState({ row });
}

/** The ticket has it. */
export function takeOfferedOrder(): void {
  offeredOrderStore.setState({ row: null });
}

export function useOfferedOrder(): OrderRow | null {
  return useStore(offeredOrderStore, (state) => state.row);
}
