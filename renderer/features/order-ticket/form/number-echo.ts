import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** What a typed number comes to, in groups of digits: `= 1,000,000` for `1m`. Empty where it reads as it was typed, or can't be read. */
export function echoNumber(text: string): string {
  const trimmed = text.trim();
  const value = readNumber(trimmed);
  const shown = value === null ? trimmed : formatDecimal(value);
  return shown === trimmed ? '' : `= ${shown}`;
}
