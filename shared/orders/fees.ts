import { type DecimalString, divide, multiply, smallest } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import { isInverse } from './facts.ts';

/** An option's fee is at most this part of its premium (facts, section 10). */
const OPTION_FEE_CAP = '0.125' as DecimalString;

export interface FeeEstimate {
  /** Negative for a rebate. */
  readonly fee: DecimalString;
  readonly currency: string;
}

/**
 * The fee of filling `amount` at `price` by a commission rate of the instrument (facts, section 10).
 * Options pay the rate per coin, capped at 12.5 % of the premium; null where the record lacks the rate
 * or the index that a linear option's fee needs.
 */
export function estimateFee(
  instrument: Instrument,
  rate: DecimalString | undefined,
  amount: DecimalString,
  price: DecimalString,
  indexPrice: DecimalString | null,
): FeeEstimate | null {
  if (rate === undefined) return null;
  const inverse = isInverse(instrument);
  const currency = instrument.settlement_currency ?? (inverse ? instrument.base_currency : instrument.quote_currency);
  if (instrument.kind === 'option') {
    if (!inverse && indexPrice === null) return null;
    const perCoin = inverse || indexPrice === null ? rate : multiply(rate, indexPrice);
    return { fee: multiply(smallest(perCoin, multiply(price, OPTION_FEE_CAP)), amount), currency };
  }
  if (inverse) return { fee: multiply(divide(amount, price), rate), currency };
  return { fee: multiply(multiply(amount, price), rate), currency };
}
