import { divideRounded, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';

/** Option fees never exceed this part of the option's price (facts, "Fees"): one eighth. */
const OPTION_CAP_DIVISOR = 8n;
/** Rates are counted in 1e-12. */
const RATE_SCALE = 10n ** 12n;
const MONEY_SCALE = 10n ** 8n;
/** Index prices have six places at most. */
const INDEX_PLACES = 6;

/** Whether the account made the price or took it. */
export type Liquidity = 'M' | 'T';

/** What the fees object tells apart. */
export type FeeKind = 'option' | 'perpetual' | 'future';

/**
 * An account's fees (contract, "Fees object"): `relative` is a factor on the commission, `fixed` a rate. `block_trade`
 * is always a factor.
 */
export interface FeeRate {
  readonly default: { readonly type: 'relative' | 'fixed'; readonly taker: number; readonly maker: number };
  readonly block_trade: number;
}

/** Discounts of an account: index name, then kind. What is not named pays the instrument's own commission. */
export type FeeSchedule = Readonly<Record<string, Readonly<Partial<Record<FeeKind, FeeRate>>>>>;

/** Under which name of the fees object an instrument falls; null for those that pay none: spot and combos. */
function feeKind(instrument: Instrument): FeeKind | null {
  if (instrument.kind === 'option') return 'option';
  if (instrument.kind !== 'future') return null;
  return instrument.perpetual ? 'perpetual' : 'future';
}

/** The rate in 1e-12 that an account pays. A block trade has one for both sides. */
export function feeRate(
  schedule: FeeSchedule,
  instrument: Instrument,
  liquidity: Liquidity,
  isBlockTrade: boolean,
): bigint {
  const kind = feeKind(instrument);
  const own = kind === null ? undefined : schedule[instrument.indexName]?.[kind];
  const commission = isBlockTrade
    ? Number(instrument.fields['block_trade_commission'] ?? 0)
    : (liquidity === 'M' ? instrument.makerFee : instrument.takerFee) / 1e8;
  if (own === undefined) return rateUnits(commission);
  if (isBlockTrade) return rateUnits(commission * own.block_trade);
  const rate = liquidity === 'M' ? own.default.maker : own.default.taker;
  return rateUnits(own.default.type === 'fixed' ? rate : commission * rate);
}

function rateUnits(rate: number): bigint {
  return BigInt(Math.round(rate * 1e12));
}

/** A trade as its fee sees it: size without sign, price in units. The index matters to linear options alone. */
export interface FeeBasis {
  readonly instrument: Instrument;
  readonly amountUnits: number;
  readonly priceUnits: number;
  readonly indexPrice: number;
}

/**
 * Fee in money units of the settlement currency; negative is a rebate. Options pay at most 12.5 % of their price
 * (facts, section 10, "Fees").
 */
export function feeUnits(basis: FeeBasis, rate: bigint): number {
  const { instrument } = basis;
  const amount = BigInt(basis.amountUnits);
  const price = BigInt(basis.priceUnits);
  const priceScale = BigInt(power(instrument.pricePlaces));
  const scale = BigInt(power(instrument.amountPlaces)) * (RATE_SCALE / MONEY_SCALE);
  if (instrument.kind !== 'option') {
    const [above, below] = instrument.linear ? [price, priceScale] : [priceScale, price];
    return Number(divideRounded(amount * rate * above, scale * below)) + 0;
  }
  const [each, eachScale] = instrument.linear
    ? [BigInt(Math.round(basis.indexPrice * power(INDEX_PLACES))), BigInt(power(INDEX_PLACES))]
    : [1n, 1n];
  const plain = divideRounded(amount * rate * each, scale * eachScale);
  return Number(minimum(plain, optionCap(basis))) + 0;
}

/** The most that an option's trade may cost, money units. */
function optionCap({ instrument, amountUnits, priceUnits }: FeeBasis): bigint {
  const scale = BigInt(power(instrument.pricePlaces)) * BigInt(power(instrument.amountPlaces)) * OPTION_CAP_DIVISOR;
  return divideRounded(BigInt(amountUnits) * BigInt(priceUnits) * MONEY_SCALE, scale);
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** What a fee is paid in: of spot the currency that is received, of everything else what it settles in. */
export function feeCurrency({ kind, base, settlement }: Instrument, side: 'buy' | 'sell'): string {
  return kind === 'spot' && side === 'buy' ? base : settlement;
}

/** Legs of a combo's trade, with the fee that each would pay alone. */
export interface LegFee {
  readonly instrument: Instrument;
  readonly isBought: boolean;
  readonly fee: number;
}

/**
 * Fees of a combo's legs (facts, "Combo"): the cheaper option side is free, the cheaper future leg of a taker pays
 * half. Rebates stay.
 */
export function comboFees(legs: readonly LegFee[], liquidity: Liquidity): number[] {
  const fees = legs.map((leg) => leg.fee);
  if (fees.some((fee) => fee <= 0)) return fees;
  if (legs.every((leg) => leg.instrument.kind === 'option')) {
    const side = (isBought: boolean) => legs.filter((leg) => leg.isBought === isBought);
    const [bought, sold] = [side(true), side(false)];
    if (bought.length === 0 || sold.length === 0) return fees;
    const sum = (part: readonly LegFee[]) => part.reduce((total, leg) => total + leg.fee, 0);
    const waived = sum(bought) < sum(sold);
    return legs.map((leg) => (leg.isBought === waived ? 0 : leg.fee));
  }
  if (liquidity !== 'T' || legs.length !== 2) return fees;
  const cheaper = fees.indexOf(Math.min(...fees));
  return fees.map((fee, at) => (at === cheaper ? Math.floor(fee / 2) : fee));
}
