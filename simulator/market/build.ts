import { NO_EXPIRY_MS } from '../../shared/service/instrument.ts';
import { toUnits } from '../fixed.ts';
import type { OptionType } from '../../shared/options/black76.ts';
import { expiryText, type Expiry } from './calendar.ts';
import type { BaseCurrency, Coin, Instrument, InstrumentKind, SettlementCurrency } from './instrument.ts';
import type { IndexName } from './model.ts';
import {
  CURRENCY_UUIDS,
  FIRST_INSTRUMENT_ID,
  FUTURE_FEES,
  INDEX_IDS,
  INVERSE_FUTURES,
  INVERSE_OPTIONS,
  LINEAR_OPTIONS,
  LINEAR_PERPETUALS,
  OPTION_FEES,
  SPOT_PAIRS,
  type Terms,
} from './specification.ts';

const PERPETUAL_LISTED_MS = 1_534_242_287_000;
const DAY_MS = 86_400_000;
const LISTED_DAYS: Record<Expiry['period'], number> = { day: 3, week: 21, month: 90 };

/** Where in the list an instrument comes, and when it was listed. */
export interface Listing {
  readonly order: number;
  readonly nowMs: number;
  /** Whether the market only begins: what it lists has then been there for a while. */
  readonly opens: boolean;
}

function exactUnits(value: number, places: number): number {
  const units = toUnits(value, places);
  if (units === null) throw new Error(`${value} has more than ${places} places`);
  return units;
}

/** When an instrument of that expiry came to be listed: now, or as the market opens some time before it ends. */
export function listedAt({ nowMs, opens }: Listing, expiry: Expiry): number {
  if (!opens) return nowMs;
  const days = expiry.endsQuarter ? 364 : LISTED_DAYS[expiry.period];
  return Math.min(nowMs, expiry.ms - days * DAY_MS + 15_000);
}

/** The numbers of an instrument's terms in its own units. */
export function unitsOf(terms: Terms) {
  return {
    pricePlaces: terms.pricePlaces,
    amountPlaces: terms.amountPlaces,
    stepUnits: exactUnits(Math.min(terms.contractSize, terms.minimum), terms.amountPlaces),
    contractSize: terms.contractSize,
    minAmountUnits: exactUnits(terms.minimum, terms.amountPlaces),
    blockMinUnits: exactUnits(terms.blockMinimum, terms.amountPlaces),
    blockTick: terms.blockTick,
    tickUnits: exactUnits(terms.tick, terms.pricePlaces),
    tickSteps: terms.tickSteps.map((step) => ({
      aboveUnits: exactUnits(step.above_price, terms.pricePlaces),
      tickUnits: exactUnits(step.tick_size, terms.pricePlaces),
    })),
  };
}

/** Fields that every kind has. */
export function commonFields(
  listing: Listing,
  of: { name: string; kind: InstrumentKind; base: Coin; quote: string; counter: string; indexName: string },
  terms: Terms,
) {
  return {
    instrument_name: of.name,
    instrument_id: FIRST_INSTRUMENT_ID + listing.order,
    kind: of.kind,
    base_currency: of.base,
    quote_currency: of.quote,
    counter_currency: of.counter,
    price_index: of.indexName,
    contract_size: terms.contractSize,
    min_trade_amount: terms.minimum,
    tick_size: terms.tick,
    tick_size_steps: terms.tickSteps,
  };
}

/** Fields that records of 2026 carry for everything but combos. */
function recentFields(base: Coin, quote: string, indexName: string) {
  return {
    underlying_type: 'crypto',
    product_group: base === 'BTC' || base === 'ETH' ? base : 'TIER_2',
    lot_size: 1,
    index_id: INDEX_IDS[indexName] ?? 0,
    base_currency_uuid: CURRENCY_UUIDS[base] ?? '',
    quote_currency_uuid: CURRENCY_UUIDS[quote] ?? '',
  };
}

function feeFields(fees: { maker: number; taker: number; block: number }, terms: Terms) {
  return {
    maker_commission: fees.maker,
    taker_commission: fees.taker,
    block_trade_commission: fees.block,
    block_trade_tick_size: terms.blockTick,
    block_trade_min_trade_amount: terms.blockMinimum,
  };
}

/** A perpetual (`expiry` null) or dated future. Linear ones are perpetual here. */
export function buildFuture(listing: Listing, base: Coin, linear: boolean, expiry: Expiry | null): Instrument {
  const inverse = INVERSE_FUTURES[base as BaseCurrency];
  const plain = linear ? LINEAR_PERPETUALS[base] : inverse;
  const terms = expiry === null ? plain : { ...plain, tick: plain.tick * 5 };
  const settlement: SettlementCurrency = linear ? 'USDC' : (base as BaseCurrency);
  const quote = linear ? 'USDC' : 'USD';
  const name = `${base}${linear ? '_USDC' : ''}-${expiry === null ? 'PERPETUAL' : expiryText(expiry.ms)}`;
  const indexName = `${base.toLowerCase()}_${quote.toLowerCase()}` as IndexName;
  const expiryMs = expiry?.ms ?? NO_EXPIRY_MS;
  return {
    name,
    order: listing.order,
    kind: 'future',
    base,
    settlement,
    linear,
    indexName,
    perpetual: expiry === null,
    expiryMs,
    option: null,
    legs: [],
    ...unitsOf(terms),
    makerFee: exactUnits(FUTURE_FEES.maker, 8),
    takerFee: exactUnits(FUTURE_FEES.taker, 8),
    fields: {
      ...commonFields(listing, { name, kind: 'future', base, quote, counter: quote, indexName }, terms),
      settlement_currency: settlement,
      settlement_period: expiry?.period ?? 'perpetual',
      creation_timestamp: expiry === null ? PERPETUAL_LISTED_MS : listedAt(listing, expiry),
      expiration_timestamp: expiryMs,
      ...feeFields(FUTURE_FEES, terms),
      max_liquidation_commission: 0.01,
      max_leverage: expiry === null && (base === 'BTC' || base === 'ETH') ? 50 : 25,
      max_non_default_leverage: 5,
      future_type: linear ? 'linear' : 'reversed',
      instrument_type: linear ? 'linear' : 'reversed',
      ...recentFields(base, quote, indexName),
    },
  };
}

/** A strike as names carry it: `d` for the decimal point (facts, "Trading day"). */
export function strikeText(strike: number): string {
  return String(strike).replace('.', 'd');
}

/** An option in the coin itself, or in USDC when linear. */
export function buildOption(
  listing: Listing,
  base: 'BTC' | 'ETH' | 'XRP',
  linear: boolean,
  expiry: Expiry,
  strike: number,
  type: OptionType,
): Instrument {
  const terms = linear ? LINEAR_OPTIONS[base as 'BTC' | 'XRP'] : INVERSE_OPTIONS[base as BaseCurrency];
  const settlement: SettlementCurrency = linear ? 'USDC' : (base as BaseCurrency);
  const underlying = `${base}${linear ? '_USDC' : ''}-${expiryText(expiry.ms)}`;
  const name = `${underlying}-${strikeText(strike)}-${type === 'call' ? 'C' : 'P'}`;
  const counter = linear ? 'USDC' : 'USD';
  const indexName = `${base.toLowerCase()}_${counter.toLowerCase()}` as IndexName;
  return {
    name,
    order: listing.order,
    kind: 'option',
    base,
    settlement,
    linear,
    indexName,
    perpetual: false,
    expiryMs: expiry.ms,
    option: { type, strike, underlying },
    legs: [],
    ...unitsOf(terms),
    makerFee: exactUnits(OPTION_FEES.maker, 8),
    takerFee: exactUnits(OPTION_FEES.taker, 8),
    fields: {
      ...commonFields(listing, { name, kind: 'option', base, quote: settlement, counter, indexName }, terms),
      settlement_currency: settlement,
      settlement_period: expiry.period,
      creation_timestamp: listedAt(listing, expiry),
      expiration_timestamp: expiry.ms,
      strike,
      option_type: type,
      ...feeFields(OPTION_FEES, terms),
      instrument_type: linear ? 'linear' : 'reversed',
      ...recentFields(base, settlement, indexName),
    },
  };
}

/** A spot pair: no settlement fields, no fees, as recorded. */
export function buildSpot(listing: Listing, name: keyof typeof SPOT_PAIRS): Instrument {
  const terms = SPOT_PAIRS[name];
  const [base, quote] = name.split('_') as ['BTC' | 'ETH', 'USDC' | 'BTC'];
  const indexName = name.toLowerCase() as IndexName;
  return {
    name,
    order: listing.order,
    kind: 'spot',
    base,
    settlement: quote,
    linear: true,
    indexName,
    perpetual: false,
    expiryMs: NO_EXPIRY_MS,
    option: null,
    legs: [],
    ...unitsOf(terms),
    makerFee: 0,
    takerFee: 0,
    fields: {
      ...commonFields(listing, { name, kind: 'spot', base, quote, counter: quote, indexName }, terms),
      creation_timestamp: 1_702_374_650_000,
      expiration_timestamp: NO_EXPIRY_MS,
      ...feeFields({ maker: 0, taker: 0, block: 0 }, terms),
      instrument_type: 'linear',
      ...recentFields(base, quote, indexName),
    },
  };
}
