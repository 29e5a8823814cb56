import { Random } from '../random.ts';
import { roundPlaces } from '../fixed.ts';
import { greeksOf, priceUsd, yearsUntil, type OptionGreeks } from '../../shared/options/black76.ts';
import { CoinPath } from './coin-path.ts';
import { DeliveryAverage } from './delivery.ts';
import { COINS, type Coin, type Instrument } from './instrument.ts';
import { PerpetualPath, type Funding } from './perpetual.ts';
import { HOUR_MS, revert, type Reversion } from './process.ts';
import { volatilityAt } from './volatility.ts';

/** What moves slowly is moved once in so long: it saves most of the draws. */
const SHAPE_MS = 10_000;
/** USD for one USDC. */
const PEG: Reversion = { mean: 1, spread: 0.0002, halfLifeMs: 12 * HOUR_MS };

/** Price indices, each with the coin it prices and in what. */
const INDICES = {
  btc_usd: ['BTC', 'USD'],
  eth_usd: ['ETH', 'USD'],
  btc_usdc: ['BTC', 'USDC'],
  eth_usdc: ['ETH', 'USDC'],
  sol_usdc: ['SOL', 'USDC'],
  xrp_usdc: ['XRP', 'USDC'],
  eth_btc: ['ETH', 'BTC'],
} as const satisfies Record<string, readonly [Coin, 'USD' | 'USDC' | 'BTC']>;
export type IndexName = keyof typeof INDICES;
export const INDEX_NAMES = Object.keys(INDICES) as readonly IndexName[];

/** The model's view of one instrument: `price` as the wire's mark price. */
export interface Mark {
  readonly price: number;
  readonly indexPrice: number;
  readonly option: {
    readonly underlyingPrice: number;
    readonly ivPercent: number;
    readonly years: number;
    readonly greeks: OptionGreeks;
  } | null;
}

/** A mark, and for options its price before that is rounded to the instrument's own places. */
export interface ExactMark extends Mark {
  readonly exactPrice: number;
}

/** Decimal places of a settlement price, whatever those of the mark price. */
const SETTLEMENT_PLACES = 8;

/** What an instrument settles at under that mark, as the wire's settlement price. */
export function settlementPrice(mark: ExactMark): number {
  return roundPlaces(mark.exactPrice, SETTLEMENT_PLACES);
}

/** Where instruments are marked: a market at some time. */
export interface MarkSource {
  mark(instrument: Instrument): ExactMark;
}

/** Seeded paths of indices, futures and volatilities, and the marks that follow from them. */
export class MarketModel {
  readonly #random: Random;
  readonly #coins: Record<Coin, CoinPath>;
  readonly #perpetuals = new Map<IndexName, PerpetualPath>();
  readonly #averages: Record<IndexName, DeliveryAverage>;
  #peg = PEG.mean;
  #shapeDueMs = 0;

  /** A seed opens both ways of it in the same state: the way that the market goes, and one that it may have come. */
  constructor(seed: number, way: 'on' | 'back' = 'on') {
    const [market, perpetuals] = way === 'on' ? [1, 5] : [7, 8];
    this.#random = new Random(seed, market);
    const path = (coin: Coin) => {
      const opening = new Random(seed, 1, COINS.indexOf(coin));
      return new CoinPath(coin, opening, way === 'on' ? opening : new Random(seed, market, COINS.indexOf(coin)));
    };
    this.#coins = { BTC: path('BTC'), ETH: path('ETH'), SOL: path('SOL'), XRP: path('XRP') };
    for (const [at, name] of INDEX_NAMES.entries()) {
      if (name !== 'eth_btc') this.#perpetuals.set(name, new PerpetualPath(new Random(seed, perpetuals, at)));
    }
    this.#averages = Object.fromEntries(INDEX_NAMES.map((name) => [name, new DeliveryAverage()])) as Record<
      IndexName,
      DeliveryAverage
    >;
  }

  /** Moves every path forward by `dtMs`, to `nowMs`; any step size is allowed. */
  advance(dtMs: number, nowMs: number): void {
    this.#move(dtMs, nowMs);
    for (const name of INDEX_NAMES) this.#averages[name].add(this.indexPrice(name), dtMs, nowMs);
  }

  /**
   * Moves every path back by `dtMs`, to `nowMs`, by the forward law, which is reversible. Averages no delivery price.
   */
  goBack(dtMs: number, nowMs: number): void {
    this.#move(dtMs, nowMs);
  }

  #move(dtMs: number, nowMs: number): void {
    const shared = this.#random.normal();
    this.#shapeDueMs += dtMs;
    const shapeMs = this.#shapeDueMs >= SHAPE_MS ? this.#shapeDueMs : 0;
    if (shapeMs > 0) this.#peg = revert(this.#peg, PEG, shapeMs, this.#random);
    this.#shapeDueMs -= shapeMs;
    for (const coin of COINS) {
      const path = this.#coins[coin];
      path.moveIndex(dtMs, shared);
      if (shapeMs > 0) path.moveShape(shapeMs);
    }
    for (const perpetual of this.#perpetuals.values()) perpetual.move(dtMs, nowMs);
  }

  /** A coin's index in USD. */
  index(coin: Coin): number {
    return roundPlaces(this.#coins[coin].index, placesOf(coin));
  }

  /** A price index, rounded as it is published. */
  indexPrice(name: IndexName): number {
    const [coin, quote] = INDICES[name];
    const usd = this.#coins[coin].index;
    if (quote === 'BTC') return roundPlaces(usd / this.#coins.BTC.index, 6);
    return roundPlaces(quote === 'USDC' ? usd / this.#peg : usd, placesOf(coin));
  }

  /** What a delivery at the next 08:00 UTC would be at: the average so far, or before it begins the index. */
  estimatedDeliveryPrice(name: IndexName, nowMs: number): number {
    const running = this.#averages[name].running(nowMs);
    return running === null ? this.indexPrice(name) : roundPlaces(running, placesOf(INDICES[name][0]));
  }

  /** What expiries of the latest 08:00 UTC are delivered at; the index when the market began after it. */
  deliveryPrice(name: IndexName): number {
    const latest = this.#averages[name].latest();
    return latest === null ? this.indexPrice(name) : roundPlaces(latest, placesOf(INDICES[name][0]));
  }

  /**
   * Forward price for an expiry. In the averaging period the elapsed part is averaged, so it ends at the delivery
   * price.
   */
  forward(name: IndexName, expiryMs: number, nowMs: number): number {
    if (nowMs >= expiryMs) return this.deliveryPrice(name);
    const [coin] = INDICES[name];
    const years = yearsUntil(expiryMs, nowMs);
    const ahead = this.indexPrice(name) * this.#coins[coin].forwardFactor(years);
    const average = this.#averages[name];
    const running = years < 1 / 365 ? average.running(nowMs) : null;
    const share = running === null ? 0 : average.share(nowMs);
    return roundPlaces(running === null ? ahead : running * share + ahead * (1 - share), placesOf(coin));
  }

  /** Funding of a perpetual. Throws for anything else. */
  funding(instrument: Instrument): Funding {
    return this.#perpetual(instrument).funding();
  }

  #perpetual(instrument: Instrument): PerpetualPath {
    const path = this.#perpetuals.get(instrument.indexName);
    if (path === undefined || !instrument.perpetual) throw new Error(`${instrument.name} has no funding`);
    return path;
  }

  /** Mark price and, for options, the Black-76 terms and greeks it comes from (facts, section 10). */
  mark(instrument: Instrument, nowMs: number): ExactMark {
    const { indexName, pricePlaces } = instrument;
    const indexPrice = this.indexPrice(indexName);
    const plain = (exact: number): ExactMark => {
      const price = roundPlaces(exact, pricePlaces);
      return { price, exactPrice: price, indexPrice, option: null };
    };
    if (instrument.legs.length > 0) {
      const marks = instrument.legs.map((leg) => ({ ratio: leg.ratio, mark: this.mark(leg.instrument, nowMs) }));
      const exactPrice = marks.reduce((sum, { ratio, mark }) => sum + ratio * mark.exactPrice, 0);
      return { ...plain(marks.reduce((sum, { ratio, mark }) => sum + ratio * mark.price, 0)), exactPrice };
    }
    if (instrument.kind === 'spot') return plain(indexPrice);
    if (instrument.perpetual) return plain(indexPrice * (1 + this.#perpetual(instrument).premium));
    const forward = this.forward(indexName, instrument.expiryMs, nowMs);
    if (instrument.option === null) return plain(forward);
    const years = yearsUntil(instrument.expiryMs, nowMs);
    const { surface } = this.#coins[instrument.base];
    const ivPercent = roundPlaces(volatilityAt(surface, years, instrument.option.strike / forward) * 100, 2);
    const terms = { ...instrument.option, forward, years, volatility: ivPercent / 100 };
    const perUnit = instrument.linear ? 1 : forward;
    const exactPrice = priceUsd(terms) / perUnit;
    const price = roundPlaces(exactPrice, pricePlaces);
    return {
      price,
      exactPrice,
      indexPrice,
      option: { underlyingPrice: forward, ivPercent, years, greeks: greeksOf(terms, price * perUnit) },
    };
  }
}

/** Decimal places of a coin's index and forwards. */
function placesOf(coin: Coin): number {
  return coin === 'BTC' || coin === 'ETH' ? 2 : coin === 'SOL' ? 4 : 6;
}
