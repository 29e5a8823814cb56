import { divideRounded, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';

/** Costs are kept in coins, counted in 1e-18, so that no fill's part is lost. */
const COST_PER_COIN = 10n ** 18n;
const COST_PER_MONEY_UNIT = 10n ** 10n;

/** An account's position; size in amount units, above zero when long. */
export interface Position {
  readonly instrument: Instrument;
  sizeUnits: number;
  /** Value at entry, and at entry or the last settlement, whichever came later; signed as the size. */
  entryCost: bigint;
  sessionCost: bigint;
}

/** A position of nothing. */
export function emptyPosition(instrument: Instrument): Position {
  return { instrument, sizeUnits: 0, entryCost: 0n, sessionCost: 0n };
}

/**
 * Coin value of an amount at a price, in 1e-18: amount / price for inverse futures, amount * price for
 * inverse options (facts, section 10). Prices in price units.
 */
export function coinValue(instrument: Instrument, amountUnits: number, priceUnits: number): bigint {
  const amount = BigInt(amountUnits);
  const priceScale = BigInt(power(instrument.pricePlaces));
  const amountScale = BigInt(power(instrument.amountPlaces));
  if (!instrument.linear && instrument.kind === 'future') {
    return divideRounded(amount * priceScale * COST_PER_COIN, amountScale * BigInt(priceUnits));
  }
  return (amount * BigInt(priceUnits) * COST_PER_COIN) / (amountScale * priceScale);
}

/** Coins in 1e-18 as money units of 1e-8. */
export function toMoneyUnits(cost: bigint): number {
  return Number(divideRounded(cost, COST_PER_MONEY_UNIT));
}

/** What closing gains over a reference cost: inverse futures gain when the price rises and their coin value falls. */
function gain(instrument: Instrument, exitValue: bigint, reference: bigint): bigint {
  return !instrument.linear && instrument.kind === 'future' ? reference - exitValue : exitValue - reference;
}

/**
 * Applies a trade of `signedUnits` (above zero: bought) and gives what was realised in this session and
 * since entry, in 1e-8 coin. A trade through zero closes first, then opens at its own price.
 */
export function applyTrade(
  position: Position,
  signedUnits: number,
  priceUnits: number,
): { sessionProfit: number; entryProfit: number } {
  const { instrument } = position;
  const closing =
    Math.sign(position.sizeUnits) === -Math.sign(signedUnits)
      ? Math.min(Math.abs(position.sizeUnits), Math.abs(signedUnits)) * Math.sign(position.sizeUnits)
      : 0;
  let sessionProfit = 0;
  let entryProfit = 0;
  if (closing !== 0) {
    const exit = coinValue(instrument, closing, priceUnits);
    const entryPart = (position.entryCost * BigInt(closing)) / BigInt(position.sizeUnits);
    const sessionPart = (position.sessionCost * BigInt(closing)) / BigInt(position.sizeUnits);
    sessionProfit = toMoneyUnits(gain(instrument, exit, sessionPart));
    entryProfit = toMoneyUnits(gain(instrument, exit, entryPart));
    position.entryCost -= entryPart;
    position.sessionCost -= sessionPart;
    position.sizeUnits -= closing;
  }
  const opening = signedUnits + closing;
  if (opening !== 0) {
    const value = coinValue(instrument, opening, priceUnits);
    position.entryCost += value;
    position.sessionCost += value;
    position.sizeUnits += opening;
  }
  return { sessionProfit, entryProfit };
}

/** Unrealised profit at a price since entry and since the session's start, and the value; 1e-8 coin. */
export function valuePosition(
  position: Position,
  priceUnits: number,
): { value: number; entryProfit: number; sessionProfit: number } {
  if (position.sizeUnits === 0) return { value: 0, entryProfit: 0, sessionProfit: 0 };
  const { instrument } = position;
  const worth = coinValue(instrument, position.sizeUnits, priceUnits);
  return {
    value: toMoneyUnits(worth),
    entryProfit: toMoneyUnits(gain(instrument, worth, position.entryCost)),
    sessionProfit: toMoneyUnits(gain(instrument, worth, position.sessionCost)),
  };
}

/** Begins a new session: profit counts from the price of the settlement. */
export function restartSession(position: Position, priceUnits: number): void {
  if (position.sizeUnits !== 0) position.sessionCost = coinValue(position.instrument, position.sizeUnits, priceUnits);
}
