import { absolute, compare, ZERO } from '../../../shared/decimal.ts';
import type { Position } from '../../../shared/service/position.ts';
import { formatDecimal } from '../words/shown.ts';

/** A position in a few words: `long 1,000 USD`; `flat` where there is none. */
export function describePosition({ size }: Pick<Position, 'size'>, unit: string): string {
  const by = compare(size, ZERO);
  if (by === 0) return 'flat';
  return `${by > 0 ? 'long' : 'short'} ${formatDecimal(absolute(size))} ${unit}`;
}
