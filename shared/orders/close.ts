import { absolute, type DecimalString, decimal, divide, isPositive, multiply, roundToStep } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Position } from '../service/position.ts';
import { EMPTY_DRAFT, type OrderDraft } from './draft.ts';
import { amountStep } from './facts.ts';
import { oppositeOf, SIDES } from './side.ts';

const WHOLE = 100;

/**
 * The order that closes a part of a position as it is known now: the other side, reduce only, at market. `percent` above 0,
 * at most 100; a part is rounded down to the amount's step. Null where nothing is left to close.
 */
export function draftClose(
  { instrument_name, direction, size }: Pick<Position, 'instrument_name' | 'direction' | 'size'>,
  percent: number,
  instrument: Instrument,
): OrderDraft | null {
  const side = SIDES.find((known) => known === direction);
  if (side === undefined) return null;
  const amount = partOf(absolute(size), percent, instrument);
  if (!isPositive(amount)) return null;
  return {
    ...EMPTY_DRAFT,
    instrument_name,
    direction: oppositeOf(side),
    type: 'market',
    amount,
    post_only: false,
    reduce_only: true,
  };
}

function partOf(size: DecimalString, percent: number, instrument: Instrument): DecimalString {
  if (percent >= WHOLE) return size;
  return roundToStep(divide(multiply(size, decimal(percent)), decimal(WHOLE)), amountStep(instrument), 'down');
}
