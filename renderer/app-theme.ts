import { readPreferences, workspaceStore } from './stores/workspace-store.ts';

/**
 * Keeps the page in the colours and the density that were chosen; the host has written the first ones into it. Begun
 * before anything is drawn, so that what reads colours at its drawing finds the new ones.
 */
export function followTheme({ dataset }: HTMLElement): void {
  workspaceStore.subscribe((state) => {
    if (state.workspaces === null) return;
    const { theme, density } = readPreferences(state);
    if (dataset['theme'] !== theme) dataset['theme'] = theme;
    if (dataset['density'] !== density) dataset['density'] = density;
  });
}
