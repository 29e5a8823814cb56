import { decimal, type DecimalString, isPositive, roundToPlaces, roundToStep, toNumber } from '../decimal.ts';
import { readHeldDelta } from '../account/held-delta.ts';
import { amountStep, bestAsk, bestBid, isInverse } from '../orders/facts.ts';
import { fail, ok, type Result } from '../result.ts';
import type { CurrencySummary } from '../service/account.ts';
import type { Direction } from '../service/fields.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import { coinSize, type PositionGreeks } from './analysis/totals.ts';
import { blockTick } from './rules/hedge.ts';

/** A hedge that flattens a delta as far as amounts can be traded. */
export interface HedgeProposal {
  readonly direction: Direction;
  /** In the instrument's amount unit, on its step. */
  readonly amount: DecimalString;
  /** On the grid of block prices: the touch it would trade at, else the mark. */
  readonly price: DecimalString;
  /** In coins: less than half of what one step is worth. */
  readonly leftoverDelta: number;
  /** The delta of one step, in coins. */
  readonly stepDelta: number;
}

/** `flat`: less than half a step is to be hedged. `no_price`: no ticker says what a step is worth. */
export type HedgeProblem = 'flat' | 'no_price';

/** Side, amount and price in a future that take `delta` (in coins) away. */
export function proposeHedge(
  delta: number,
  instrument: Instrument,
  ticker: Ticker | null,
): Result<HedgeProposal, HedgeProblem> {
  const mark = ticker?.mark_price ?? null;
  if (ticker === null || mark === null || !isPositive(mark)) return fail('no_price');
  const direction: Direction = delta > 0 ? 'sell' : 'buy';
  const wanted = Math.abs(delta) * (isInverse(instrument) ? toNumber(mark) : 1);
  const step = amountStep(instrument);
  const amount = roundToStep(roundToPlaces(decimal(wanted), 12), step, 'nearest');
  const stepDelta = coinSize(instrument, step, ticker);
  const hedged = coinSize(instrument, amount, ticker);
  if (stepDelta === null || hedged === null) return fail('no_price');
  if (!isPositive(amount)) return fail('flat');
  const touch = (direction === 'sell' ? bestBid(ticker) : bestAsk(ticker))?.price ?? mark;
  const price = roundToStep(touch, blockTick(instrument), direction === 'sell' ? 'down' : 'up');
  return ok({ direction, amount, price, leftoverDelta: delta - Math.sign(delta) * hedged, stepDelta });
}

/** The two conventions of delta: Black-Scholes, and less the premium in coin (facts, section 10). */
export type DeltaKind = keyof Pick<PositionGreeks, 'delta' | 'netDelta'>;

/**
 * What the account holds of an instrument's index, coins, in the same convention. Null where the service does not say.
 */
export function accountDelta(
  summaries: readonly CurrencySummary[],
  instrument: Instrument,
  kind: DeltaKind,
): number | null {
  const held = readHeldDelta(summaries, instrument);
  // A linear premium is paid in dollars: it takes nothing off, and its currency's total is in dollars.
  const known = kind === 'netDelta' && isInverse(instrument) ? held.total : held.delta;
  return known === null ? null : toNumber(known);
}
