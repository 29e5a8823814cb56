import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** What stands over the window and belongs to no panel. */
export type OpenDialog = 'palette' | 'cheat_sheet' | 'keys' | 'settings' | 'resting';

export const dialogStore = createStore<{ readonly open: OpenDialog | null; readonly isNewsOpen: boolean }>(() => ({
  open: null,
  isNewsOpen: false,
}));

export function openDialog(open: OpenDialog): void {
  dialogStore.setState({ open, isNewsOpen: false });
}

export function closeDialog(): void {
  dialogStore.setState({ open: null });
}

export function showNews(isNewsOpen: boolean): void {
  dialogStore.setState({ isNewsOpen });
}

export function useDialogs<T>(select: (state: ReturnType<typeof dialogStore.getState>) => T): T {
  return useStore(dialogStore, select);
}
