import { divideRounded, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';

/** Option fees never exceed this part of the option's price (facts, "Fees"): one eighth. */
const OPTION_CAP_DIVISOR = 8n;

/** Whether the account made the price or took it. */
export type Liquidity = 'M' | 'T';

/**
 * Fee of a fill in 1e-8 coin: value times rate for inverse futures; for inverse options the rate per
 * coin, at most 12.5 % of the price. Facts, section 10, "Fees".
 */
export function feeUnits(
  instrument: Instrument,
  amountUnits: number,
  priceUnits: number,
  liquidity: Liquidity,
): number {
  const rate = BigInt(liquidity === 'M' ? instrument.makerFee : instrument.takerFee);
  const amount = BigInt(amountUnits);
  const price = BigInt(priceUnits);
  const priceScale = BigInt(power(instrument.pricePlaces));
  const amountScale = BigInt(power(instrument.amountPlaces));
  if (instrument.kind === 'future') return Number(divideRounded(amount * rate * priceScale, amountScale * price));
  const plain = rate * amount * priceScale * OPTION_CAP_DIVISOR;
  const capped = amount * price * 100_000_000n;
  return Number(divideRounded(plain < capped ? plain : capped, amountScale * priceScale * OPTION_CAP_DIVISOR));
}
