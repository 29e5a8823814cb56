import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Order } from '../../../shared/service/order.ts';
import type { CommandState } from '../../../shared/ipc/schemas/amend-schema.ts';

interface AmendsState {
  /** By command id, in the order in which they were asked for. */
  readonly commands: ReadonlyMap<string, CommandState>;
  /** The newest of each order, by its id. */
  readonly newest: ReadonlyMap<string, CommandState>;
  /** The order whose amend is being typed, as it was when that began; null: none. */
  readonly opened: Order | null;
}

/** Amends as the back end knows them. */
export const amendsStore = createStore<AmendsState>(() => ({ commands: new Map(), newest: new Map(), opened: null }));

/** Amends that are new or known better. */
export function receiveAmends(changed: readonly CommandState[]): void {
  const { commands: known } = amendsStore.getState();
  const commands = new Map(known);
  for (const state of changed) commands.set(state.command.command_id, state);
  const newest = new Map([...commands.values()].map((state) => [state.command.target.order_id, state]));
  amendsStore.setState({ commands, newest });
}

/** Opens the amend of an order. */
export function beginAmend(order: Order): void {
  amendsStore.setState({ opened: order });
}

export function endAmend(): void {
  amendsStore.setState({ opened: null });
}

export function useAmends<T>(select: (state: AmendsState) => T): T {
  return useStore(amendsStore, select);
}
