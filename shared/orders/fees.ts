import { type DecimalString, divide, multiply, smallest } from '../decimal.ts';
import type { Fees } from '../service/account.ts';
import type { Instrument } from '../service/instrument.ts';
import { isInverse } from './facts.ts';
import { givenCurrency, oppositeOf, type Side } from './side.ts';
import { isDifference } from './tick.ts';

/** An option's fee is at most this part of its premium (facts, section 10). */
const OPTION_FEE_CAP = '0.125' as DecimalString;

/** As what a fill is charged: against a resting order, resting itself, or as a block trade, which has one rate for both sides. */
export type FeeSide = 'maker' | 'taker' | 'block';

export interface FeeEstimate {
  /** Negative for a rebate. */
  readonly fee: DecimalString;
  readonly currency: string;
}

/**
 * The fee of filling `amount` at `price` (docs/design/ticket.md, "Fees"; facts, section 10). Null without rate or
 * index, and for combos: their legs pay.
 */
export function estimateFee(
  instrument: Instrument,
  side: FeeSide,
  amount: DecimalString,
  price: DecimalString,
  indexPrice: DecimalString | null,
  fees: Fees | null,
  direction: Side,
): FeeEstimate | null {
  if (isDifference(instrument)) return null;
  const rate = feeRate(instrument, side, fees);
  if (rate === null) return null;
  // On a spot pair it is taken of what comes in.
  const received = instrument.kind === 'spot' ? givenCurrency(oppositeOf(direction), instrument) : null;
  if (received === instrument.base_currency) return { fee: multiply(amount, rate), currency: received };
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

const COMMISSIONS = {
  maker: 'maker_commission',
  taker: 'taker_commission',
  block: 'block_trade_commission',
} as const satisfies Record<FeeSide, keyof Instrument>;

function feeRate(instrument: Instrument, side: FeeSide, fees: Fees | null): DecimalString | null {
  const own = instrument[COMMISSIONS[side]] ?? null;
  const discount = findDiscount(instrument, fees);
  if (discount === null) return own;
  const { type, ...rates } = discount.default;
  if (side === 'block') {
    const factor = discount.block_trade ?? null;
    return own === null || factor === null ? own : multiply(own, factor);
  }
  if (type === 'fixed') return rates[side];
  return type === 'relative' && own !== null ? multiply(own, rates[side]) : own;
}

/** The discount for index and kind, in any shape the service sends. */
function findDiscount(instrument: Instrument, fees: Fees | null) {
  const index = instrument.price_index;
  if (fees === null || index === undefined) return null;
  const kind = instrument.settlement_period === 'perpetual' ? 'perpetual' : instrument.kind;
  return Array.isArray(fees)
    ? (fees.find((item) => item.index_name === index && item.kind === kind)?.value ?? null)
    : (fees[index]?.[kind] ?? null);
}
