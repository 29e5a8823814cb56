import { DENSITIES, THEMES } from '../../shared/ipc/schemas/preferences-schema.ts';
import type { Action } from '../actions/action.ts';
import { openDialog, showNews } from '../stores/workspace/dialog-store.ts';
import { keepPreferences } from '../stores/preferences-store.ts';
import { clearNews, toastStore } from '../stores/toast-store.ts';
import { DENSITY_WORDS, THEME_WORDS } from '../ui/words/theme-words.ts';

/** The way to everything else. */
export const OPEN_PALETTE: Action = {
  id: 'window.palette',
  title: 'Commands',
  group: 'Window',
  explanation: 'Every action and instrument, and orders typed as one line.',
  key: 'Ctrl+K',
  isKeyOnly: true,
  isTypedAfter: true,
  run: () => openDialog('palette'),
};

/** What a window has besides panels. */
export const WINDOW_ACTIONS: readonly Action[] = [
  OPEN_PALETTE,
  {
    id: 'window.cheat_sheet',
    title: 'Keys',
    group: 'Window',
    explanation: 'Every key and what it does.',
    words: 'shortcuts hotkeys cheat sheet help ?',
    key: '?',
    run: () => openDialog('cheat_sheet'),
  },
  {
    id: 'window.keys',
    title: 'Change keys…',
    group: 'Window',
    explanation: 'Gives actions other keys.',
    words: 'shortcuts hotkeys rebind',
    key: null,
    run: () => openDialog('keys'),
  },
  {
    id: 'window.settings',
    title: 'Settings…',
    group: 'Window',
    explanation: 'Theme, density, times, numbers and sounds of every window.',
    words: 'preferences options',
    key: 'Ctrl+,',
    run: () => openDialog('settings'),
  },
  {
    id: 'window.news',
    title: 'Latest news',
    group: 'Window',
    explanation: 'Latest news: fills, rejections, unknown outcomes, alerts.',
    words: 'notifications history toasts',
    key: null,
    run: () => showNews(true),
  },
  {
    id: 'window.news_clear',
    title: 'Clear the latest news',
    group: 'Window',
    explanation: 'Empties the list of what was told. Journal and orders keep everything.',
    words: 'notifications history toasts',
    key: null,
    whyNot: () => (toastStore.getState().news.length === 0 ? 'No news yet.' : null),
    run: clearNews,
  },
  ...THEMES.map((theme): Action => ({
    id: `theme.${theme}`,
    title: `Theme: ${THEME_WORDS[theme].name}`,
    group: 'Window',
    explanation: THEME_WORDS[theme].explanation,
    words: 'colours dark light',
    key: null,
    run: () => keepPreferences({ theme }),
  })),
  ...DENSITIES.map((density): Action => ({
    id: `density.${density}`,
    title: `Density: ${DENSITY_WORDS[density].name}`,
    group: 'Window',
    explanation: DENSITY_WORDS[density].explanation,
    words: 'size rows',
    key: null,
    run: () => keepPreferences({ density }),
  })),
];
