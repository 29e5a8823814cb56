import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { IpcError } from '../../../shared/ipc/error.ts';
import { noteSent, readMoment } from '../../ui/words/elapsed.ts';
import { readServiceNow } from '../session-store.ts';

interface Entry {
  readonly row: OrderRow;
  /** Count of batches when this row came; tells what is newer than a list that was asked for earlier. */
  readonly revision: number;
}

export interface OrdersState {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly revision: number;
  readonly isListed: boolean;
  /** Why the list could not be read; null otherwise. */
  readonly failure: IpcError | null;
}

/** Orders placed by this terminal, by intent. The back end owns them; this is its last word. */
export const ordersStore = createStore<OrdersState>(() => ({
  entries: new Map(),
  revision: 0,
  isListed: false,
  failure: null,
}));

/** A clock that is set while an outcome is not known must not change for how long it has been so. */
function noteAll(rows: readonly OrderRow[], { entries }: OrdersState): void {
  const now = readMoment(readServiceNow());
  for (const row of rows) if (isUndecided(row)) noteSent(row, entries.get(row.intent_id)?.row, now);
}

/** Rows that are new or changed. */
export function receiveOrders(rows: readonly OrderRow[]): void {
  const state = ordersStore.getState();
  const revision = state.revision + 1;
  const entries = new Map(state.entries);
  noteAll(rows, state);
  for (const row of rows) entries.set(row.intent_id, { row, revision });
  ordersStore.setState({ entries, revision });
}

/** The whole list, asked for at `askedAtRevision`. Rows that an event has brought since are newer and stay. */
export function receiveOrderList(rows: readonly OrderRow[], askedAtRevision: number): void {
  const state = ordersStore.getState();
  noteAll(rows, state);
  const newer = [...state.entries].filter(([, entry]) => entry.revision > askedAtRevision);
  const listed = rows.map((row): [string, Entry] => [row.intent_id, { row, revision: askedAtRevision }]);
  ordersStore.setState({ entries: new Map([...listed, ...newer]), isListed: true, failure: null });
}

export function useOrderRow(intentId: string | null): OrderRow | null {
  return useStore(ordersStore, (state) => (intentId === null ? null : (state.entries.get(intentId)?.row ?? null)));
}

export function useOrders<T>(select: (state: OrdersState) => T): T {
  return useStore(ordersStore, select);
}

/** Whether the trader can't know yet what became of it. */
export function isUndecided(row: OrderRow): boolean {
  return row.outcome === 'unknown' || row.outcome === 'sending';
}
