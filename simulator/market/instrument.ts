import { fromUnits } from '../fixed.ts';
import type { OptionType } from '../../shared/options/black76.ts';
import type { IndexName } from './model.ts';

/** Coins that have inverse instruments of their own. */
export type BaseCurrency = 'BTC' | 'ETH';
export const BASE_CURRENCIES: readonly BaseCurrency[] = ['BTC', 'ETH'];

/** What an instrument is about. */
export type Coin = BaseCurrency | 'SOL' | 'XRP';
export const COINS: readonly Coin[] = ['BTC', 'ETH', 'SOL', 'XRP'];

/** What an instrument's profits, premiums and fees are paid in. */
export type SettlementCurrency = BaseCurrency | 'USDC';

export type InstrumentKind = 'future' | 'option' | 'spot' | 'future_combo' | 'option_combo';

/** A part of a combo: `ratio` of it for one of the combo, above zero when buying the combo buys it. */
export interface ComboLeg {
  readonly instrument: Instrument;
  readonly ratio: number;
}

/**
 * An instrument. Prices and amounts are counts of 10^-places; amounts in USD for inverse futures, else coins. `fields`
 * omits the state.
 */
export interface Instrument {
  readonly name: string;
  /** How many were listed before it: the seed of what is random about it. */
  readonly order: number;
  readonly kind: InstrumentKind;
  readonly base: Coin;
  /** The currency of the price, but for inverse futures, whose price is in USD. For spot, what is paid. */
  readonly settlement: SettlementCurrency;
  /** Profits are size times price difference; otherwise (futures) they go by the reciprocal. Spot is linear. */
  readonly linear: boolean;
  readonly indexName: IndexName;
  readonly perpetual: boolean;
  readonly expiryMs: number;
  /** `underlying` is the future of the same expiry, or a synthetic one where none is listed. */
  readonly option: { readonly type: OptionType; readonly strike: number; readonly underlying: string } | null;
  /** Empty but for combos. */
  readonly legs: readonly ComboLeg[];
  readonly pricePlaces: number;
  readonly amountPlaces: number;
  /** Amounts are multiples of this. */
  readonly stepUnits: number;
  /** One contract, in amount units of the wire: USD or coins. */
  readonly contractSize: number;
  readonly minAmountUnits: number;
  /** Least amount of a block trade; 0 for combos, which have none of their own. */
  readonly blockMinUnits: number;
  readonly blockTick: number;
  readonly tickUnits: number;
  readonly tickSteps: readonly { readonly aboveUnits: number; readonly tickUnits: number }[];
  /** Fees in 1e-8: a fraction of the value, or for inverse options coins a coin. Combos: 0, their legs pay. */
  readonly makerFee: number;
  readonly takerFee: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Whether the instrument's prices may be zero or below: those of combos are differences. */
export function isCombo(instrument: Instrument): boolean {
  return instrument.legs.length > 0;
}

/** Whether there are positions in it: spot changes cash, a combo's are those in its legs. */
export function hasPositions(instrument: Instrument): boolean {
  return instrument.kind !== 'spot' && !isCombo(instrument);
}

/**
 * Currencies that find an instrument: its settlement currency, as recorded (no linear option under SOL); both
 * currencies of a spot pair.
 */
export function belongsTo(instrument: Instrument, currency: string): boolean {
  return instrument.settlement === currency || (instrument.kind === 'spot' && instrument.base === currency);
}

/** The tick in force at a price: the last step whose `above_price` is below it (facts, section 8). */
export function tickAt(instrument: Instrument, priceUnits: number): number {
  let tick = instrument.tickUnits;
  for (const step of instrument.tickSteps) if (priceUnits > step.aboveUnits) tick = step.tickUnits;
  return tick;
}

/** The largest price on the grid that is not above `priceUnits` (any real number). */
export function gridDown(instrument: Instrument, priceUnits: number): number {
  const tick = tickAt(instrument, priceUnits);
  return Math.floor(priceUnits / tick) * tick;
}

/** The smallest price on the grid that is not below `priceUnits` (any real number). */
export function gridUp(instrument: Instrument, priceUnits: number): number {
  const tick = tickAt(instrument, priceUnits);
  return Math.ceil(priceUnits / tick) * tick;
}

/** The next price of the grid above a price that is on it. */
export function nextTickUp(instrument: Instrument, priceUnits: number): number {
  return priceUnits + tickAt(instrument, priceUnits + instrument.tickUnits);
}

/** A price as the wire's number. */
export function priceNumber(instrument: Instrument, priceUnits: number): number {
  return fromUnits(priceUnits, instrument.pricePlaces);
}

/** An amount as the wire's number. */
export function amountNumber(instrument: Instrument, amountUnits: number): number {
  return fromUnits(amountUnits, instrument.amountPlaces);
}
