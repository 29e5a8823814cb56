import { preferencesStore } from './stores/preferences-store.ts';
import { setShown } from './ui/words/shown.ts';

/**
 * Keeps the page in the colours, the density, and the writing of times and numbers that were chosen; the host has written
 * the first colours into it. Begun before anything is drawn, so that what reads colours at its drawing finds the new ones.
 */
export function followTheme({ dataset }: HTMLElement): void {
  preferencesStore.subscribe(({ preferences }) => {
    if (preferences === null) return;
    const { theme, density, clock, numbers } = preferences;
    setShown({ clock, numbers });
    if (dataset['theme'] !== theme) dataset['theme'] = theme;
    if (dataset['density'] !== density) dataset['density'] = density;
  });
}
