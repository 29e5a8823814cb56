import { type DecimalString, divide, multiply, smallest } from '../decimal.ts';
import type { Fees } from '../service/account.ts';
import type { Instrument } from '../service/instrument.ts';
import { isInverse } from './facts.ts';
import { isDifference } from './tick.ts';

/** An option's fee is at most this part of its premium (facts, section 10). */
const OPTION_FEE_CAP = '0.125' as DecimalString;

export interface FeeEstimate {
  /** Negative for a rebate. */
  readonly fee: DecimalString;
  readonly currency: string;
}

/**
 * The fee of filling `amount` at `price` as maker or taker (facts, section 10). The account's discount is a
 * factor on the instrument's own rate (`relative`) or a rate of its own (`fixed`). Options pay the rate per
 * coin, capped at 12.5 % of the premium. Null where the record lacks the rate or the index that a linear
 * option's fee needs, and for combos: their own rate is 0, since their legs pay.
 */
export function estimateFee(
  instrument: Instrument,
  side: 'maker' | 'taker',
  amount: DecimalString,
  price: DecimalString,
  indexPrice: DecimalString | null,
  fees: Fees | null,
): FeeEstimate | null {
  if (isDifference(instrument)) return null;
  const rate = feeRate(instrument, side, fees);
  if (rate === null) return null;
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

function feeRate(instrument: Instrument, side: 'maker' | 'taker', fees: Fees | null): DecimalString | null {
  const own = instrument[side === 'maker' ? 'maker_commission' : 'taker_commission'] ?? null;
  const discount = findDiscount(instrument, fees);
  if (discount === null) return own;
  if (discount.type === 'fixed') return discount[side];
  return discount.type === 'relative' && own !== null ? multiply(own, discount[side]) : own;
}

/** The discount of the instrument's index and kind, in whichever shape the service sends it. */
function findDiscount(instrument: Instrument, fees: Fees | null) {
  const index = instrument.price_index;
  if (fees === null || index === undefined) return null;
  const kind = instrument.settlement_period === 'perpetual' ? 'perpetual' : instrument.kind;
  const rate = Array.isArray(fees)
    ? fees.find((item) => item.index_name === index && item.kind === kind)?.value
    : fees[index]?.[kind];
  return rate?.default ?? null;
}
