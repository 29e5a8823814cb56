import { compare, type DecimalString, ZERO } from '../../../shared/decimal.ts';
import type { Position } from '../../../shared/service/position.ts';
import { formatDecimal } from '../words/shown.ts';

/** A position in a few words: `long 1,000 USD at 97,410.0`; `flat` where there is none. */
export function describePosition({ size, average_price: average }: Position, unit: string, places: number): string {
  const by = compare(size, ZERO);
  if (by === 0) return 'flat';
  const amount = formatDecimal(size.startsWith('-') ? (size.slice(1) as DecimalString) : size);
  return `${by > 0 ? 'long' : 'short'} ${amount} ${unit} at ${formatDecimal(average, { min: places, max: places + 2 })}`;
}
