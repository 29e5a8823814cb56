import type { DecimalString } from '../../../shared/decimal.ts';
import { bestAsk, bestBid } from '../../../shared/orders/facts.ts';
import { touchVolatility } from '../../../shared/options/touch-volatility.ts';
import type { Direction } from '../../../shared/service/fields.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';

/** One figure of an option that the chain can show, on both sides. */
export interface ChainField {
  readonly id: string;
  readonly name: string;
  readonly explanation: string;
  readonly read: (ticker: Ticker) => DecimalString | null;
  /** Why there is none, where that can be said. */
  readonly whyNone?: (ticker: Ticker) => string | null;
  /** Places after the point; `price`: those of the expiry's ticks. `all`: as it comes. */
  readonly places: number | 'price' | 'all';
  readonly width: number;
  /** Whether a click offers it to the ticket. */
  readonly isPrice?: boolean;
  readonly tone?: 'bid' | 'ask';
}

/** From the outside towards the strike, mirrored on its other side. */
const OUTER: readonly ChainField[] = [
  {
    id: 'open_interest',
    name: 'OI',
    explanation: 'Open interest: contracts outstanding, in coins',
    read: ({ open_interest }) => open_interest ?? null,
    places: 1,
    width: 58,
  },
  {
    id: 'volume',
    name: 'Volume',
    explanation: 'Traded in the last 24 hours, in coins',
    read: ({ stats }) => stats.volume ?? null,
    places: 1,
    width: 58,
  },
  greek('rho', 'Rho', 'Dollars for one percent of interest', 1),
  greek('theta', 'Theta', 'Dollars a day: the smaller of one day’s theta and that of the remaining time', 1),
  greek('vega', 'Vega', 'Dollars for one point of volatility', 1),
  greek('gamma', 'Gamma', 'Change of delta per dollar of the underlying', 5),
  greek('delta', 'Delta', 'Black-Scholes delta of one option, not net of its price', 3),
  {
    id: 'mark_iv',
    name: 'IV',
    explanation: 'Implied volatility of the mark price, percent a year',
    read: ({ mark_iv }) => mark_iv ?? null,
    places: 1,
    width: 46,
  },
];

/** In the same order on both sides: a bid stands left of its ask. */
const INNER: readonly ChainField[] = [
  {
    id: 'bid_iv',
    name: 'Bid IV',
    explanation: 'Implied volatility of the best bid, percent a year',
    ...volatilityOf('bid'),
    places: 1,
    width: 50,
  },
  {
    id: 'bid_amount',
    name: 'Bid size',
    explanation: 'Amount at the best bid, in coins',
    read: (ticker) => bestBid(ticker)?.amount ?? null,
    places: 'all',
    width: 56,
  },
  {
    id: 'bid',
    name: 'Bid',
    explanation: 'Best bid',
    read: (ticker) => bestBid(ticker)?.price ?? null,
    places: 'price',
    width: 56,
    isPrice: true,
    tone: 'bid',
  },
  {
    id: 'mark',
    name: 'Mark',
    explanation: 'Mark price',
    read: ({ mark_price }) => mark_price ?? null,
    places: 'price',
    width: 56,
    isPrice: true,
  },
  {
    id: 'ask',
    name: 'Ask',
    explanation: 'Best ask',
    read: (ticker) => bestAsk(ticker)?.price ?? null,
    places: 'price',
    width: 56,
    isPrice: true,
    tone: 'ask',
  },
  {
    id: 'ask_amount',
    name: 'Ask size',
    explanation: 'Amount at the best ask, in coins',
    read: (ticker) => bestAsk(ticker)?.amount ?? null,
    places: 'all',
    width: 56,
  },
  {
    id: 'ask_iv',
    name: 'Ask IV',
    explanation: 'Implied volatility of the best ask, percent a year',
    ...volatilityOf('ask'),
    places: 1,
    width: 50,
  },
  {
    id: 'last',
    name: 'Last',
    explanation: 'Price of the last trade',
    read: ({ last_price }) => last_price ?? null,
    places: 'price',
    width: 56,
    isPrice: true,
  },
];

function volatilityOf(side: 'bid' | 'ask'): Pick<ChainField, 'read' | 'whyNone'> {
  const isBelow = (ticker: Ticker): boolean => touchVolatility(ticker, side) === 'below_intrinsic';
  return {
    read: (ticker) => {
      const volatility = touchVolatility(ticker, side);
      return volatility === 'below_intrinsic' ? null : volatility;
    },
    whyNone: (ticker) => (isBelow(ticker) ? `The ${side} is below intrinsic` : null),
  };
}

function greek(
  id: 'delta' | 'gamma' | 'vega' | 'theta' | 'rho',
  name: string,
  explanation: string,
  places: number,
): ChainField {
  const read = ({ greeks }: Ticker): DecimalString | null => greeks?.[id] ?? null;
  return { id, name, explanation, read, places, width: 52 };
}

/** Every figure, in the order of a side of calls. */
export const CHAIN_FIELDS: readonly ChainField[] = [...OUTER, ...INNER];

/** What is shown until the trader chooses, where the panel is narrow, and where it is wide. */
export const NARROW_FIELDS = ['bid', 'mark', 'ask'];
export const WIDE_FIELDS = ['open_interest', 'delta', 'mark_iv', ...NARROW_FIELDS];

/** The chosen figures of a side, from left to right. */
export function fieldsOfSide(side: 'call' | 'put', chosen: readonly string[]): ChainField[] {
  const order = side === 'call' ? CHAIN_FIELDS : [...INNER, ...OUTER.toReversed()];
  return order.filter(({ id }) => chosen.includes(id));
}

/** The direction of a leg that is picked on a figure: who picks an ask means to buy, who picks a bid to sell. */
export function legDirection(fieldId: string): Direction {
  return fieldId.startsWith('bid') ? 'sell' : 'buy';
}
