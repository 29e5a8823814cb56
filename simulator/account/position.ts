import { divideRounded, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';

/** Values are kept in 1e-18 of a coin, so that gains and losses cancel exactly. The wire has money units, 1e-8. */
const PER_COIN = 10n ** 18n;
const PER_MONEY_UNIT = 10n ** 10n;
/** Funding is counted in 1e-24 for one of the wire's amount unit. */
const FUNDING_TO_VALUE = 10n ** 6n;

/** An account's position; size in amount units, above zero when long; values in 1e-18, signed as the size. */
export interface Position {
  readonly instrument: Instrument;
  sizeUnits: number;
  /** Value at entry, and at entry or the last settlement, whichever came later. */
  entryCost: bigint;
  sessionCost: bigint;
  /** Realised since the last settlement: by trades, and by funding. */
  realised: bigint;
  realisedFunding: bigint;
  /** Where the perpetual's funding stood when it was last paid. */
  fundingPaid: bigint;
  /** What it was last valued at, while nothing has been traded since. */
  valuation: Valuation | null;
}

/** A position at a price: its value, and what is unrealised since entry and since the session's start; money units. */
export interface Valuation {
  readonly priceUnits: number;
  readonly value: number;
  readonly entryProfit: number;
  readonly sessionProfit: number;
}
const NOTHING: Valuation = { priceUnits: 0, value: 0, entryProfit: 0, sessionProfit: 0 };

/** What a trade of a position realised since entry and since the last settlement, in 1e-18. */
export interface Realised {
  readonly entryProfit: bigint;
  readonly sessionProfit: bigint;
}

/** A position of nothing. */
export function emptyPosition(instrument: Instrument): Position {
  return {
    instrument,
    sizeUnits: 0,
    entryCost: 0n,
    sessionCost: 0n,
    realised: 0n,
    realisedFunding: 0n,
    fundingPaid: 0n,
    valuation: null,
  };
}

/** Whether the value of an amount is the amount over the price: inverse futures. Elsewhere it is the product. */
export function isReciprocal(instrument: Instrument): boolean {
  return !instrument.linear && instrument.kind === 'future';
}

/** Value of an amount at a price in 1e-18 of what the instrument settles in (facts, section 10). Prices in units. */
export function valueAt(instrument: Instrument, amountUnits: number, priceUnits: number): bigint {
  const amount = BigInt(amountUnits);
  const priceScale = BigInt(power(instrument.pricePlaces));
  const amountScale = BigInt(power(instrument.amountPlaces));
  if (isReciprocal(instrument)) {
    return divideRounded(amount * priceScale * PER_COIN, amountScale * BigInt(priceUnits));
  }
  return (amount * BigInt(priceUnits) * PER_COIN) / (amountScale * priceScale);
}

/** A value in 1e-18 as money units of 1e-8. */
export function toMoneyUnits(value: bigint): number {
  return Number(divideRounded(value, PER_MONEY_UNIT)) + 0;
}

/** Money units as a value in 1e-18. */
export function fromMoneyUnits(units: number): bigint {
  return BigInt(units) * PER_MONEY_UNIT;
}

/** What closing gains over a reference cost: inverse futures gain when the price rises and their coin value falls. */
function gain(instrument: Instrument, exitValue: bigint, reference: bigint): bigint {
  return isReciprocal(instrument) ? reference - exitValue : exitValue - reference;
}

/**
 * Applies a trade of `signedUnits` (above zero: bought) and gives what it realised. A trade through zero
 * closes first, then opens at its own price.
 */
export function applyTrade(position: Position, signedUnits: number, priceUnits: number): Realised {
  const { instrument } = position;
  const closing =
    Math.sign(position.sizeUnits) === -Math.sign(signedUnits)
      ? Math.min(Math.abs(position.sizeUnits), Math.abs(signedUnits)) * Math.sign(position.sizeUnits)
      : 0;
  position.valuation = null;
  let sessionProfit = 0n;
  let entryProfit = 0n;
  if (closing !== 0) {
    const exit = valueAt(instrument, closing, priceUnits);
    const entryPart = (position.entryCost * BigInt(closing)) / BigInt(position.sizeUnits);
    const sessionPart = (position.sessionCost * BigInt(closing)) / BigInt(position.sizeUnits);
    sessionProfit = gain(instrument, exit, sessionPart);
    entryProfit = gain(instrument, exit, entryPart);
    position.entryCost -= entryPart;
    position.sessionCost -= sessionPart;
    position.sizeUnits -= closing;
    position.realised += sessionProfit;
  }
  const opening = signedUnits + closing;
  if (opening !== 0) {
    const value = valueAt(instrument, opening, priceUnits);
    position.entryCost += value;
    position.sessionCost += value;
    position.sizeUnits += opening;
  }
  return { sessionProfit, entryProfit };
}

/** Funding that has run up since it was last paid, in 1e-18: longs pay when it is above zero. */
export function fundingDue(position: Position, standsAt: bigint): bigint {
  if (position.sizeUnits === 0 || standsAt === position.fundingPaid) return 0n;
  const scale = BigInt(power(position.instrument.amountPlaces)) * FUNDING_TO_VALUE;
  return (-BigInt(position.sizeUnits) * (standsAt - position.fundingPaid)) / scale;
}

/** Pays the funding that is due and gives it. */
export function payFunding(position: Position, standsAt: bigint): bigint {
  const due = fundingDue(position, standsAt);
  position.fundingPaid = standsAt;
  position.realisedFunding += due;
  return due;
}

/** Unrealised profit at a price since the session's start, exact. */
export function sessionGain(position: Position, priceUnits: number): bigint {
  const { instrument, sizeUnits, sessionCost } = position;
  return sizeUnits === 0 ? 0n : gain(instrument, valueAt(instrument, sizeUnits, priceUnits), sessionCost);
}

/** The position at a price. */
export function valuePosition(position: Position, priceUnits: number): Valuation {
  if (position.sizeUnits === 0) return NOTHING;
  const { instrument, valuation } = position;
  if (valuation?.priceUnits === priceUnits) return valuation;
  const worth = valueAt(instrument, position.sizeUnits, priceUnits);
  position.valuation = {
    priceUnits,
    value: toMoneyUnits(worth),
    entryProfit: toMoneyUnits(gain(instrument, worth, position.entryCost)),
    sessionProfit: toMoneyUnits(gain(instrument, worth, position.sessionCost)),
  };
  return position.valuation;
}

/** Begins a new session: profit counts from the price of the settlement. */
export function restartSession(position: Position, priceUnits: number): void {
  position.valuation = null;
  position.realised = 0n;
  position.realisedFunding = 0n;
  if (position.sizeUnits !== 0) position.sessionCost = valueAt(position.instrument, position.sizeUnits, priceUnits);
}

/** Mean entry price as a number; 0 for a position of nothing. */
export function entryPrice(position: Position): number {
  if (position.sizeUnits === 0 || position.entryCost === 0n) return 0;
  const amount = position.sizeUnits / power(position.instrument.amountPlaces);
  const cost = Number(position.entryCost) / 1e18;
  return isReciprocal(position.instrument) ? amount / cost : cost / amount;
}
