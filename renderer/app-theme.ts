import { readPreferences, workspaceStore } from './stores/workspace-store.ts';
import { setShown } from './ui/shown.ts';

/**
 * Keeps the page in the colours, the density, and the writing of times and numbers that were chosen; the host has written
 * the first colours into it. Begun
 * before anything is drawn, so that what reads colours at its drawing finds the new ones.
 */
export function followTheme({ dataset }: HTMLElement): void {
  workspaceStore.subscribe((state) => {
    if (state.workspaces === null) return;
    const { theme, density, clock, numbers } = readPreferences(state);
    setShown({ clock, numbers });
    if (dataset['theme'] !== theme) dataset['theme'] = theme;
    if (dataset['density'] !== density) dataset['density'] = density;
  });
}
