import { lookUp } from './foreign-text.ts';
import { spell, spellNumber } from '../words/spell.ts';

/** What a forecast called the behaviour of an order. */
const BEHAVIOURS: Readonly<Record<string, string>> = {
  waits: 'wait for its trigger',
  rests: 'rest on the book',
  trades: 'trade at once',
  refused: 'be rejected',
  cancelled: 'be cancelled',
};

/** The field that differs, as the sentence names it. */
const FIELDS: Readonly<Record<string, string>> = {
  filled_amount: 'an amount filled of',
  average_price: 'an average price of',
  trade_price: 'no trade under',
  fee: 'a fee of',
  liquidity: 'a fill as',
  display_amount: 'a visible part of',
  advanced: 'a price by',
  advanced_price: 'a price of',
  children: 'linked orders:',
};

/** How an order differs from its forecast: forecast and fact, side by side. */
export function describeMiss(params: Readonly<Record<string, string>>): string {
  const { field = '', expected = '', actual = '' } = params;
  switch (field) {
    case 'price':
      return `The forecast was a price of ${spellNumber(expected)}. It was booked at ${spellNumber(actual)}.`;
    case '':
    case 'behaviour':
      return `The forecast was that it would ${lookUp(BEHAVIOURS, expected) ?? spell(expected)}. The service says: ${spell(actual)}.`;
    case 'state':
      return `The forecast was ${spell(expected)}. The service says: ${spell(actual)}.`;
    default: {
      const name = lookUp(FIELDS, field) ?? `${spell(field)}:`;
      return `The forecast was ${name} ${spellWords(expected)}. The service says ${spellWords(actual)}.`;
    }
  }
}

/** Each word by itself: a fee is a number and its currency. */
function spellWords(text: string): string {
  return text
    .split(' ')
    .map((word) => spell(spellNumber(word)))
    .join(' ');
}
