import type { Density, Theme } from '../../shared/ipc/preferences-schema.ts';

interface Words {
  readonly name: string;
  readonly explanation: string;
}

export const THEME_WORDS: Readonly<Record<Theme, Words>> = {
  dark: { name: 'Dark', explanation: 'Slate surfaces; bid green, ask red.' },
  light: { name: 'Light', explanation: 'White surfaces, for bright rooms.' },
  contrast: { name: 'High contrast', explanation: 'Black surfaces, strong lines, and texts at 7 : 1 and more.' },
  colour_safe: {
    name: 'Colour-blind safe',
    explanation: 'Dark; bid blue and ask orange, told apart by every kind of eye.',
  },
};

export const DENSITY_WORDS: Readonly<Record<Density, Words>> = {
  compact: { name: 'Compact', explanation: 'As many rows as fit.' },
  cosy: { name: 'Cosy', explanation: 'Larger texts and more room around them.' },
};
