import type {
  ClockShown,
  Density,
  NumbersShown,
  SoundName,
  Theme,
  Preferences,
} from '../../../shared/ipc/schemas/preferences-schema.ts';

interface Words {
  readonly name: string;
  readonly explanation: string;
}

export const THEME_WORDS: Readonly<Record<Theme, Words>> = {
  dark: { name: 'Dark', explanation: 'Slate surfaces; bid green, ask red.' },
  light: { name: 'Light', explanation: 'White surfaces, for bright rooms.' },
  contrast: {
    name: 'High contrast',
    explanation: 'Black surfaces, strong lines, text contrast at least 7\u00a0:\u00a01.',
  },
  colour_safe: {
    name: 'Colour-blind safe',
    explanation: 'Dark, with blue bids and orange asks for every kind of eye.',
  },
};

export const DENSITY_WORDS: Readonly<Record<Density, Words>> = {
  compact: { name: 'Compact', explanation: 'As many rows as fit.' },
  cosy: { name: 'Cosy', explanation: 'Larger texts and more room around them.' },
};

export const CLOCK_WORDS: Readonly<Record<ClockShown, Words>> = {
  utc: { name: 'UTC', explanation: 'As the service tells times.' },
  local: {
    name: 'Local time',
    explanation: 'By this machine’s zone, which is named. Windows of trades are typed in UTC.',
  },
};

export const SOUND_WORDS: Readonly<Record<SoundName, Words>> = {
  fill: { name: 'Fills', explanation: 'low, then high' },
  accepted: { name: 'Accepted', explanation: 'one high' },
  refused: { name: 'Rejected, not sent, cancelled', explanation: 'falling' },
  unknown: { name: 'No answer yet', explanation: 'three deep' },
  rfq: { name: 'Block RFQs', explanation: 'high, low, high' },
  alert: { name: 'Alerts', explanation: 'rising, longer each time' },
};

export const NUMBERS_WORDS: Readonly<Record<NumbersShown, Words>> = {
  comma: { name: '1,234,567.89', explanation: 'Commas between groups.' },
  space: { name: '1\u202f234\u202f567.89', explanation: 'Thin spaces between groups.' },
  plain: { name: '1234567.89', explanation: 'No groups.' },
};

export const DECIMALS_WORDS: Readonly<Record<Preferences['decimals'], Words>> = {
  point: { name: '97867.5', explanation: 'A point.' },
  comma: { name: '97867,5', explanation: 'A comma, as a German spreadsheet reads it.' },
};

export const SEPARATOR_WORDS: Readonly<Record<Preferences['csv_separator'], Words>> = {
  comma: { name: 'Comma', explanation: '' },
  semicolon: { name: 'Semicolon', explanation: '' },
  tab: { name: 'Tab', explanation: '' },
};
