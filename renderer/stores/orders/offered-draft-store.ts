import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { OrderDraft } from '../../../shared/orders/draft.ts';

/** A draft that a panel wants in a ticket; the window says in which. Null when there is none. */
const offeredDraftStore = createStore<{ readonly draft: OrderDraft | null }>(() => ({ draft: null }));

/** Offers a draft to the ticket of the workspace in front. Nothing is sent. */
export function offerDraft(draft: OrderDraft): void {
  offeredDraftStore.setState({ draft });
}

/** Says that it is on its way to a ticket. */
export function takeOfferedDraft(): void {
  offeredDraftStore.setState({ draft: null });
}

export function useOfferedDraft(): OrderDraft | null {
  return useStore(offeredDraftStore, ({ draft }) => draft);
}
