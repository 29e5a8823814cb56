import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** What stands over the window and belongs to no panel. */
export type OpenDialog =
  | 'palette'
  | 'cheat_sheet'
  | 'keys'
  | 'settings'
  | 'resting'
  | 'profiles'
  | 'profile_add'
  | 'profile_key'
  | 'profile_test'
  | 'workspace_new'
  | 'workspace_rename';

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
