import {
  decimal,
  type DecimalString,
  divide,
  isPositive,
  multiply,
  negate,
  subtract,
  sum,
  toNumber,
} from '../../decimal.ts';
import { impliedVolatility, greeksOf, yearsUntil } from '../../options/black76.ts';
import type { BlockRfqTrade } from '../../service/block-rfq.ts';
import type { Direction } from '../../service/fields.ts';
import { priceUnitOfName } from '../../service/instrument-name.ts';
import { familyOf, parseOptionName } from '../../service/option-name.ts';

/** A leg as a tape or a draft tells of it. */
export interface NamedLeg {
  readonly instrument_name: string;
  readonly direction: Direction;
  /** Above zero. */
  readonly ratio: number;
}

/** A structure whatever its side and the order of its legs. */
export interface StructureKey {
  readonly text: string;
  /** 1: the legs as given; −1: all of them the other way round. */
  readonly sign: 1 | -1;
}

/** The same for a structure and its flip, whose signs differ. */
export function structureKey(legs: readonly NamedLeg[]): StructureKey {
  const signed = legs
    .map((leg) => ({ name: leg.instrument_name, ratio: leg.direction === 'buy' ? leg.ratio : -leg.ratio }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sign = (signed[0]?.ratio ?? 0) < 0 ? -1 : 1;
  return { text: signed.map(({ name, ratio }) => `${ratio * sign}×${name}`).join(' '), sign };
}

export function namedLegs(print: Pick<BlockRfqTrade, 'legs'>): NamedLeg[] {
  return print.legs.map((leg) => ({ ...leg, ratio: toNumber(leg.ratio) }));
}

/** Base or pair of the first leg, such as `BTC` or `BTC_USDC`. */
export function printFamily(print: Pick<BlockRfqTrade, 'legs'>): string {
  return familyOf(print.legs[0]?.instrument_name ?? '');
}

/** The average over its trades, for one of the structure as its legs stand; null of a print without any. */
export function printPrice({ trades }: Pick<BlockRfqTrade, 'trades'>): DecimalString | null {
  const amount = sum(trades.map((trade) => trade.amount));
  if (!isPositive(amount)) return null;
  return divide(sum(trades.map((trade) => multiply(trade.price, trade.amount))), amount);
}

const ONE = decimal(1);

/** How far a print was above the mark: in the currency of its price, in USD, in points of volatility. */
export interface Premium {
  readonly quote: DecimalString;
  /** Null when unknown: mixed coin and USD legs, or a missing index. */
  readonly usd: DecimalString | null;
  /** An estimate, percent: USD over the structure's vega with the index as forward; null where that says nothing. */
  readonly volatility: number | null;
}

/** Null where the print has no price or no mark. */
export function premiumOf(print: BlockRfqTrade): Premium | null {
  const price = printPrice(print);
  if (price === null || print.mark_price == null) return null;
  const quote = subtract(price, print.mark_price);
  const index = indexOf(print);
  const rate = usdRate(print);
  const usd = rate === null ? null : multiply(quote, rate);
  const vega = usd === null || index === null ? null : vegaOf(print, toNumber(index));
  return { quote, usd, volatility: usd === null || vega === null ? null : toNumber(usd) / vega };
}

const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDC', 'USDT']);

/** USD for one price unit; null for mixed legs or missing data. */
function usdRate(print: BlockRfqTrade): DecimalString | null {
  const [unit, ...others] = new Set(print.legs.map((leg) => priceUnitOfName(leg.instrument_name)));
  if (unit === undefined || others.length > 0) return null;
  if (DOLLARS.has(unit)) return ONE;
  return print.index_prices?.[`${unit.toLowerCase()}_usd`] ?? null;
}

/** The index of the structure's pair as the print carries it; null where it carries none of it. */
function indexOf(print: BlockRfqTrade): DecimalString | null {
  const [base = '', quote = 'usd'] = printFamily(print).toLowerCase().split('_');
  return print.index_prices?.[`${base}_${quote}`] ?? null;
}

/** A structure whose vegas all but cancel has no volatility to speak of. */
const LEAST_NET_VEGA = 0.05;

/** USD a point of volatility for one of the structure; null where a leg is no option, is over, or they cancel out. */
function vegaOf(print: BlockRfqTrade, forward: number): number | null {
  let net = 0;
  let gross = 0;
  for (const leg of print.legs) {
    const option = parseOptionName(leg.instrument_name);
    if (option === null) return null;
    const years = yearsUntil(option.expiryMs, print.timestamp);
    const terms = { type: option.type, forward, strike: toNumber(option.strike), years };
    if (years === 0) return null;
    const isInCoin = !option.family.includes('_');
    const volatility = impliedVolatility(terms, toNumber(leg.price) * (isInCoin ? forward : 1));
    // A price that none gives does not move with it.
    const vega = volatility === null ? 0 : greeksOf({ ...terms, volatility }).vega * toNumber(leg.ratio);
    net += leg.direction === 'buy' ? vega : -vega;
    gross += vega;
  }
  return gross === 0 || Math.abs(net) < gross * LEAST_NET_VEGA ? null : net;
}

/** What printed of a structure: how often, and how far from the mark, as the asker's legs stand. */
export interface AlikePrints {
  readonly count: number;
  readonly prints: readonly BlockRfqTrade[];
  /** In the currency of the price; null where no print has a mark. */
  readonly lowest: DecimalString | null;
  readonly highest: DecimalString | null;
}

/** The prints of just these legs, on either side, at or after `sinceMs`. */
export function findAlike(legs: readonly NamedLeg[], prints: readonly BlockRfqTrade[], sinceMs: number): AlikePrints {
  const wanted = structureKey(legs);
  const found = prints.filter(
    (print) => print.timestamp >= sinceMs && structureKey(namedLegs(print)).text === wanted.text,
  );
  const premiums = found.flatMap((print) => {
    const premium = premiumOf(print);
    if (premium === null) return [];
    return [structureKey(namedLegs(print)).sign === wanted.sign ? premium.quote : negate(premium.quote)];
  });
  const sorted = premiums.toSorted((a, b) => toNumber(a) - toNumber(b));
  return { count: found.length, prints: found, lowest: sorted[0] ?? null, highest: sorted.at(-1) ?? null };
}

/** Kind and expiry of a service's name for a structure, such as `BTC-CS-28FEB25`; null of one without such a name. */
export function structureFamily(comboId: string | null | undefined): string | null {
  const [pair, kind, expiry] = (comboId ?? '').split('-');
  return pair === undefined || kind === undefined || expiry === undefined || !/^[A-Z]+$/.test(kind)
    ? null
    : `${pair}-${kind}-${expiry}`;
}

/** A leg as a draft takes it: the print's amount times its ratio. `direction` flips all of them when it is a sell. */
export function legsOfPrint(print: BlockRfqTrade, direction: Direction) {
  return print.legs.map((leg) => ({
    instrumentName: leg.instrument_name,
    direction: direction === 'buy' ? leg.direction : leg.direction === 'buy' ? ('sell' as const) : ('buy' as const),
    amount: multiply(print.amount, leg.ratio),
  }));
}
