import { NO_EXPIRY_MS } from '../../shared/service/instrument.ts';
import type { OptionType } from './black76.ts';
import { expiriesFrom, expiryText } from './calendar.ts';
import { fromUnits, toUnits } from '../fixed.ts';

export type BaseCurrency = 'BTC' | 'ETH';
export const BASE_CURRENCIES: readonly BaseCurrency[] = ['BTC', 'ETH'];

/**
 * An inverse instrument. Prices and amounts are counts of 10^-places; `amountPlaces` counts USD for
 * futures and coins for options. `fields` is what `public/get_instrument` says, but for the state.
 */
export interface Instrument {
  readonly name: string;
  /** Position in the list: the seed of what is random about it. */
  readonly order: number;
  readonly kind: 'future' | 'option';
  readonly base: BaseCurrency;
  readonly indexName: string;
  readonly perpetual: boolean;
  readonly expiryMs: number;
  /** `underlying` is the future of the same expiry, or a synthetic one where none is listed. */
  readonly option: { readonly type: OptionType; readonly strike: number; readonly underlying: string } | null;
  readonly pricePlaces: number;
  readonly amountPlaces: number;
  /** Amounts are multiples of this. */
  readonly stepUnits: number;
  /** One contract, in amount units of the wire: USD or coins. */
  readonly contractSize: number;
  readonly minAmountUnits: number;
  readonly blockMinUnits: number;
  readonly blockTick: number;
  readonly tickUnits: number;
  readonly tickSteps: readonly { readonly aboveUnits: number; readonly tickUnits: number }[];
  /** Fees in 1e-8: a fraction of the value for futures, coins per coin for options. */
  readonly makerFee: number;
  readonly takerFee: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface BaseSpecification {
  readonly perpetualTick: number;
  readonly pricePlaces: number;
  readonly contractSize: number;
  readonly optionMinimum: number;
  readonly optionBlockMinimum: number;
  readonly futureBlockMinimum: number;
  readonly strikeStep: readonly [week: number, month: number, quarter: number];
  readonly firstId: number;
}

const SPECIFICATION: Record<BaseCurrency, BaseSpecification> = {
  BTC: {
    perpetualTick: 0.5,
    pricePlaces: 2,
    contractSize: 10,
    optionMinimum: 0.1,
    optionBlockMinimum: 25,
    futureBlockMinimum: 200_000,
    strikeStep: [2000, 5000, 10_000],
    firstId: 210_838,
  },
  ETH: {
    perpetualTick: 0.05,
    pricePlaces: 2,
    contractSize: 1,
    optionMinimum: 1,
    optionBlockMinimum: 250,
    futureBlockMinimum: 100_000,
    strikeStep: [100, 200, 400],
    firstId: 310_838,
  },
};

const OPTION_PLACES = 4;
const STRIKES_EACH_SIDE = 3;

function exactUnits(value: number, places: number): number {
  const units = toUnits(value, places);
  if (units === null) throw new Error(`${value} has more than ${places} places`);
  return units;
}

function shared(base: BaseCurrency, name: string, instrumentId: number, createdMs: number) {
  return {
    instrument_name: name,
    instrument_id: instrumentId,
    base_currency: base,
    counter_currency: 'USD',
    settlement_currency: base,
    price_index: `${base.toLowerCase()}_usd`,
    creation_timestamp: createdMs,
    instrument_type: 'reversed',
    underlying_type: 'crypto',
  };
}

function future(base: BaseCurrency, order: number, listedMs: number, expiry: { ms: number; period: string } | null) {
  const specification = SPECIFICATION[base];
  const name = expiry === null ? `${base}-PERPETUAL` : `${base}-${expiryText(expiry.ms)}`;
  const tick = expiry === null ? specification.perpetualTick : specification.perpetualTick * 5;
  const instrument: Instrument = {
    name,
    order,
    kind: 'future',
    base,
    indexName: `${base.toLowerCase()}_usd`,
    perpetual: expiry === null,
    expiryMs: expiry?.ms ?? NO_EXPIRY_MS,
    option: null,
    pricePlaces: specification.pricePlaces,
    amountPlaces: 0,
    stepUnits: specification.contractSize,
    contractSize: specification.contractSize,
    minAmountUnits: specification.contractSize,
    blockMinUnits: specification.futureBlockMinimum,
    blockTick: 0.01,
    tickUnits: exactUnits(tick, specification.pricePlaces),
    tickSteps: [],
    makerFee: exactUnits(expiry === null ? 0.00015 : 0.0001, 8),
    takerFee: exactUnits(expiry === null ? 0.00035 : 0.0005, 8),
    fields: {
      ...shared(base, name, specification.firstId + order, listedMs),
      kind: 'future',
      quote_currency: 'USD',
      settlement_period: expiry?.period ?? 'perpetual',
      expiration_timestamp: expiry?.ms ?? NO_EXPIRY_MS,
      contract_size: specification.contractSize,
      min_trade_amount: specification.contractSize,
      tick_size: tick,
      tick_size_steps: [],
      maker_commission: expiry === null ? 0.00015 : 0.0001,
      taker_commission: expiry === null ? 0.00035 : 0.0005,
      block_trade_commission: 0.00025,
      block_trade_tick_size: 0.01,
      block_trade_min_trade_amount: specification.futureBlockMinimum,
      future_type: 'reversed',
      max_leverage: 50,
      max_liquidation_commission: 0.01,
    },
  };
  return instrument;
}

function option(
  base: BaseCurrency,
  order: number,
  listedMs: number,
  expiry: { ms: number; period: string; hasFuture: boolean },
  strike: number,
  type: OptionType,
) {
  const specification = SPECIFICATION[base];
  const name = `${base}-${expiryText(expiry.ms)}-${strike}-${type === 'call' ? 'C' : 'P'}`;
  const instrument: Instrument = {
    name,
    order,
    kind: 'option',
    base,
    indexName: `${base.toLowerCase()}_usd`,
    perpetual: false,
    expiryMs: expiry.ms,
    option: { type, strike, underlying: `${expiry.hasFuture ? '' : 'SYN.'}${base}-${expiryText(expiry.ms)}` },
    pricePlaces: OPTION_PLACES,
    amountPlaces: 1,
    stepUnits: exactUnits(specification.optionMinimum, 1),
    contractSize: 1,
    minAmountUnits: exactUnits(specification.optionMinimum, 1),
    blockMinUnits: exactUnits(specification.optionBlockMinimum, 1),
    blockTick: 0.0001,
    tickUnits: 1,
    tickSteps: [{ aboveUnits: 50, tickUnits: 5 }],
    makerFee: exactUnits(0.0003, 8),
    takerFee: exactUnits(0.0003, 8),
    fields: {
      ...shared(base, name, specification.firstId + order, listedMs),
      kind: 'option',
      quote_currency: base,
      settlement_period: expiry.period,
      expiration_timestamp: expiry.ms,
      strike,
      option_type: type,
      contract_size: 1,
      min_trade_amount: specification.optionMinimum,
      tick_size: 0.0001,
      tick_size_steps: [{ above_price: 0.005, tick_size: 0.0005 }],
      maker_commission: 0.0003,
      taker_commission: 0.0003,
      block_trade_commission: 0.0003,
      block_trade_tick_size: 0.0001,
      block_trade_min_trade_amount: specification.optionBlockMinimum,
    },
  };
  return instrument;
}

/**
 * What is listed at that time: for each base a perpetual, futures a month and a quarter out, and for
 * each of three expiries seven strikes around the index, calls and puts.
 */
export function listInstruments(nowMs: number, indexOf: (base: BaseCurrency) => number): Instrument[] {
  const expiries = expiriesFrom(nowMs);
  const listedMs = nowMs - 30 * 86_400_000;
  const listed: Instrument[] = [];
  for (const base of BASE_CURRENCIES) {
    listed.push(future(base, listed.length, 1_534_242_287_000, null));
    listed.push(future(base, listed.length, listedMs, { ms: expiries.monthMs, period: 'month' }));
    listed.push(future(base, listed.length, listedMs, { ms: expiries.quarterMs, period: 'month' }));
    const chains = [
      { ms: expiries.weekMs, period: 'week', hasFuture: false, step: SPECIFICATION[base].strikeStep[0] },
      { ms: expiries.monthMs, period: 'month', hasFuture: true, step: SPECIFICATION[base].strikeStep[1] },
      { ms: expiries.quarterMs, period: 'month', hasFuture: true, step: SPECIFICATION[base].strikeStep[2] },
    ];
    for (const chain of chains) {
      const middle = Math.round(indexOf(base) / chain.step) * chain.step;
      for (let away = -STRIKES_EACH_SIDE; away <= STRIKES_EACH_SIDE; away += 1) {
        const strike = middle + away * chain.step;
        listed.push(option(base, listed.length, listedMs, chain, strike, 'call'));
        listed.push(option(base, listed.length, listedMs, chain, strike, 'put'));
      }
    }
  }
  return listed;
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
