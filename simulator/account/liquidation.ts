import type { Exchange } from '../engine/exchange.ts';
import { roundPlaces } from '../fixed.ts';
import { priceUsd } from '../../shared/options/black76.ts';
import { amountNumber, type Coin, type Instrument } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';
import { CURRENCIES, type Account, type Currency } from './account.ts';
import { isCross, isPortfolioMargin, usdPrice } from './collateral.ts';
import { marginBalanceUnits } from './margin.ts';
import { isReciprocal } from './position.ts';
import { marginOfHolding } from './standard-margin.ts';

/** How far prices are searched, as factors of what they are, and in what strides. */
const REACH = 1000;
const STRIDE = 1.5;
/** Ratios are sent with eight places. */
const PRECISION = 1e-9;
const MAX_TURNS = 60;

/** The ratios of a currency's summary. */
export interface LiquidationRatios {
  /** All indices move together. */
  readonly all: number;
  /** One index moves alone. */
  readonly byIndex: Readonly<Record<string, number>>;
}

interface Held {
  readonly instrument: Instrument;
  readonly amount: number;
  readonly mark: Mark;
}

/** Margin balance less maintenance margin of one currency, when prices are `scale` times what they are. */
type Surplus = (scale: (coin: Coin) => number) => number;

/** The mark of an instrument if all prices of its coin were `scale` times what they are; volatility stays. */
function scaledMark(instrument: Instrument, mark: Mark, scale: number): Mark {
  const indexPrice = mark.indexPrice * scale;
  if (instrument.option === null || mark.option === null)
    return { price: mark.price * scale, indexPrice, option: null };
  const { years, ivPercent } = mark.option;
  const forward = mark.option.underlyingPrice * scale;
  const usd = priceUsd({ ...instrument.option, forward, years, volatility: ivPercent / 100 });
  const price = instrument.linear ? usd : usd / forward;
  return { price, indexPrice, option: { ...mark.option, underlyingPrice: forward } };
}

/** What a future gains when its price is `scale` times the mark. */
function gainOf({ instrument, amount, mark }: Held, scale: number): number {
  return isReciprocal(instrument)
    ? amount / mark.price - amount / (mark.price * scale)
    : amount * mark.price * (scale - 1);
}

function surplusOf(exchange: Exchange, account: Account, currency: Currency): Surplus {
  const futures: Held[] = [];
  const margined: Held[] = [];
  for (const { instrument, sizeUnits } of account.positions.values()) {
    if (instrument.settlement !== currency || sizeUnits === 0) continue;
    const held = { instrument, amount: amountNumber(instrument, sizeUnits), mark: exchange.mark(instrument) };
    if (instrument.kind === 'future') futures.push(held);
    if (instrument.kind === 'future' || sizeUnits < 0) margined.push(held);
  }
  const balance = marginBalanceUnits(exchange, account, currency) / 1e8;
  return (scale) => {
    let surplus = balance;
    for (const held of futures) surplus += gainOf(held, scale(held.instrument.base));
    for (const { instrument, amount, mark } of margined) {
      const scaled = scaledMark(instrument, mark, scale(instrument.base));
      surplus -= marginOfHolding(instrument, amount, scaled).maintenance;
    }
    return surplus;
  };
}

/** The factor nearest to 1 at which nothing is left; 1 when nothing is left now, 0 when prices can't do it. */
function rootOf(surplus: (scale: number) => number): number {
  const now = surplus(1);
  if (now <= 0) return 1;
  let [nearDown, nearUp] = [now, now];
  for (let near = 1, far = STRIDE; near < REACH; near = far, far *= STRIDE) {
    const down = surplus(1 / far);
    if (down <= 0) return roundPlaces(between(surplus, 1 / near, nearDown, 1 / far, down), 8);
    const up = surplus(far);
    if (up <= 0) return roundPlaces(between(surplus, near, nearUp, far, up), 8);
    [nearDown, nearUp] = [down, up];
  }
  return 0;
}

/** Where a function that is above zero at `a` and not at `b` is zero: false position, the stale end halved (Illinois). */
function between(of: (scale: number) => number, a: number, atA: number, b: number, atB: number): number {
  let [low, lowValue, high, highValue] = [a, atA, b, atB];
  for (let turn = 0; turn < MAX_TURNS && highValue !== 0 && Math.abs(high - low) > PRECISION; turn += 1) {
    const next = (low * highValue - high * lowValue) / (highValue - lowValue);
    const value = of(next);
    if (value > 0 === highValue > 0) lowValue /= 2;
    else [low, lowValue] = [high, highValue];
    const moved = Math.abs(next - high);
    [high, highValue] = [next, value];
    if (moved < PRECISION) break;
  }
  return high;
}

interface Known {
  readonly timeMs: number;
  readonly version: number;
  readonly marginModel: string;
  readonly ratios: LiquidationRatios;
}
const known = new WeakMap<Account, Map<Currency, Known>>();

/**
 * Factors on a coin's prices at which margin balance meets maintenance (contract, "estimated_liquidation_ratio"). 0
 * without futures or solution. Once a step.
 */
export function liquidationRatios(exchange: Exchange, account: Account, currency: Currency): LiquidationRatios {
  let own = known.get(account);
  if (own === undefined) known.set(account, (own = new Map<Currency, Known>()));
  const last = own.get(currency);
  const { timeMs } = exchange;
  const { version, marginModel } = account;
  if (last?.timeMs === timeMs && last.version === version && last.marginModel === marginModel) return last.ratios;
  const ratios = workOut(exchange, account, currency);
  own.set(currency, { timeMs, version, marginModel, ratios });
  return ratios;
}

function workOut(exchange: Exchange, account: Account, currency: Currency): LiquidationRatios {
  const indices = new Map<string, Coin>();
  for (const { instrument, sizeUnits } of account.positions.values()) {
    if (sizeUnits === 0 || instrument.settlement !== currency || instrument.kind !== 'future') continue;
    indices.set(instrument.indexName, instrument.base);
  }
  // Under portfolio margin the service tells none.
  if (indices.size === 0 || isPortfolioMargin(account)) return { all: 0, byIndex: {} };
  const surplus = accountSurplus(exchange, account, currency);
  const byIndex: Record<string, number> = {};
  for (const [index, coin] of indices) byIndex[index] = rootOf((scale) => surplus((own) => (own === coin ? scale : 1)));
  // What one currency's own index does alone and with all the others differs only where there are others.
  const alone = indices.size === 1 && !isCross(account);
  const [only] = Object.values(byIndex);
  return { all: alone && only !== undefined ? only : rootOf((scale) => surplus(() => scale)), byIndex };
}

/** The surplus of a currency alone, or with cross collateral of all of them in USD: a coin's own worth moves too. */
function accountSurplus(exchange: Exchange, account: Account, currency: Currency): Surplus {
  if (!isCross(account)) return surplusOf(exchange, account, currency);
  const parts = CURRENCIES.map((own) => ({
    own,
    usd: usdPrice(exchange, own),
    surplus: surplusOf(exchange, account, own),
  }));
  return (scale) =>
    parts.reduce((sum, { own, usd, surplus }) => sum + usd * (own === 'USDC' ? 1 : scale(own)) * surplus(scale), 0);
}
