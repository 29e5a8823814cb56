import { decimal, type DecimalString, multiply, roundToStep } from '../../../../shared/decimal.ts';
import { amountStep, hasSizes, isInverse } from '../../../../shared/orders/facts.ts';
import type { TemplateLeg } from '../../../../shared/rfq/templates.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';

/** Pairs that structures are found in. */
export const PAIRS = ['BTC', 'ETH', 'BTC_USDC', 'ETH_USDC', 'SOL_USDC', 'XRP_USDC'];

/** Least amount of every option leg; of futures alone, the first's. */
export function leastAmount(
  legs: readonly TemplateLeg[],
  instruments: ReadonlyMap<string, Instrument | null>,
): DecimalString | null {
  const known = legs.flatMap(({ instrumentName }) => instruments.get(instrumentName) ?? []);
  const options = known.filter(({ kind }) => kind === 'option');
  const [first] = options.length > 0 ? options : known;
  return first?.block_trade_min_trade_amount ?? first?.min_trade_amount ?? null;
}

/**
 * A leg's amount in its own unit. Beside options the amount counts coins, which become USD for an inverse future at its
 * mark; futures alone count in their own unit. Null while what that needs is not known.
 */
export function legAmount(
  leg: TemplateLeg,
  wanted: DecimalString,
  isBesideOptions: boolean,
  instrument: Instrument | null,
  mark: DecimalString | null,
): string | null {
  if (instrument === null) return null;
  const amount = multiply(wanted, decimal(leg.ratio));
  if (!isBesideOptions || instrument.kind !== 'future' || !isInverse(instrument)) return amount;
  return mark === null || !hasSizes(instrument)
    ? null
    : roundToStep(multiply(amount, mark), amountStep(instrument), 'nearest');
}
