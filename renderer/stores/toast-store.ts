import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

export interface Toast {
  readonly id: number;
  /** What it is about: newer news of the same subject replaces it. */
  readonly subject: string;
  readonly tone: 'good' | 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
  /** Whether it stays until it is dismissed. */
  readonly isSticky: boolean;
}

/** More than this and the oldest goes. */
const MOST_TOASTS = 3;

/** Short news that passes: what became of an order. */
export const toastStore = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const others = toastStore.getState().toasts.filter(({ subject }) => subject !== toast.subject);
  toastStore.setState({ toasts: [...others, { ...toast, id: lastId }].slice(-MOST_TOASTS) });
}

export function dismissToast(id: number): void {
  toastStore.setState({ toasts: toastStore.getState().toasts.filter((toast) => toast.id !== id) });
}

export function useToasts(): readonly Toast[] {
  return useStore(toastStore, (state) => state.toasts);
}
