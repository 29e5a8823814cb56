import { type DecimalString, isPositive, toNumber } from '../../decimal.ts';
import { isInverse } from '../../orders/facts.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { Direction } from '../../service/fields.ts';
import { isPerpetual } from '../recognise.ts';

/** A leg as numbers: what its value at any price and time depends on. */
export interface PositionLeg {
  readonly kind: 'call' | 'put' | 'future' | 'spot';
  /** Above zero when bought; USD for inverse futures, coins otherwise. */
  readonly quantity: number;
  readonly isInverse: boolean;
  /** What was paid a unit, in the instrument's quote. */
  readonly entry: number;
  readonly strike: number;
  /** Infinite for perpetuals and spot. */
  readonly expiryMs: number;
  /** A fraction; 0 for what has none. */
  readonly volatility: number;
  /** Its own forward over the reference price: the basis is kept as the price moves. */
  readonly forwardRatio: number;
}

/** The position, or the instruments whose tickers are incomplete, or its coins where one price can't value several. */
export type PositionResult =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly missing: readonly string[]; readonly coins?: readonly string[] };

export interface Position {
  readonly legs: readonly PositionLeg[];
  /** The price axis: first expiry's forward, or the mark without one. */
  readonly reference: number;
  /** When the first leg expires; null where none does. */
  readonly firstExpiryMs: number | null;
}

export interface PricedLeg {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly amount: DecimalString;
  readonly ticker: Ticker | null;
  /** What it is entered at, in the instrument's quote; its mark unless given. */
  readonly entry?: DecimalString;
}

/** The coins that the legs are of, each once. */
export function coinsOf(legs: readonly Pick<PricedLeg, 'instrument'>[]): string[] {
  return [...new Set(legs.map(({ instrument }) => instrument.base_currency))];
}

interface Marks {
  readonly mark: number;
  readonly forward: number;
  readonly volatility: number;
}

function readMarks({ instrument, ticker }: PricedLeg): Marks | null {
  const mark = ticker?.mark_price ?? null;
  if (ticker === null || mark === null) return null;
  if (instrument.kind !== 'option')
    return isPositive(mark) ? { mark: toNumber(mark), forward: toNumber(mark), volatility: 0 } : null;
  const { underlying_price, mark_iv } = ticker;
  if (underlying_price == null || mark_iv == null || !isPositive(underlying_price)) return null;
  return { mark: toNumber(mark), forward: toNumber(underlying_price), volatility: toNumber(mark_iv) / 100 };
}

function expiryOf(instrument: Instrument): number {
  if (instrument.kind === 'spot' || isPerpetual(instrument)) return Number.POSITIVE_INFINITY;
  return instrument.expiration_timestamp ?? Number.POSITIVE_INFINITY;
}

/** The legs entered at their own prices or their marks. `amount` is each leg's own, in the instrument's unit. */
export function buildPosition(legs: readonly PricedLeg[]): PositionResult {
  const coins = coinsOf(legs);
  if (coins.length > 1) return { ok: false, missing: [], coins };
  const marked = legs.map((leg) => ({ leg, marks: readMarks(leg), expiryMs: expiryOf(leg.instrument) }));
  const missing = marked.filter(({ marks }) => marks === null).map(({ leg }) => leg.instrument.instrument_name);
  const first = marked.toSorted((a, b) => a.expiryMs - b.expiryMs)[0];
  if (missing.length > 0 || first?.marks == null) return { ok: false, missing };
  const reference = first.marks.forward;
  return {
    ok: true,
    position: {
      reference,
      firstExpiryMs: Number.isFinite(first.expiryMs) ? first.expiryMs : null,
      legs: marked.flatMap(({ leg, marks, expiryMs }) =>
        marks === null ? [] : [toLeg(leg, marks, expiryMs, reference)],
      ),
    },
  };
}

function toLeg(leg: PricedLeg, marks: Marks, expiryMs: number, reference: number): PositionLeg {
  const { instrument, direction, amount } = leg;
  const { kind, option_type, strike } = instrument;
  return {
    kind: kind === 'option' ? (option_type === 'put' ? 'put' : 'call') : kind === 'spot' ? 'spot' : 'future',
    quantity: toNumber(amount) * (direction === 'buy' ? 1 : -1),
    isInverse: isInverse(instrument),
    entry: leg.entry === undefined ? marks.mark : toNumber(leg.entry),
    strike: strike === undefined ? 0 : toNumber(strike),
    expiryMs,
    volatility: marks.volatility,
    forwardRatio: marks.forward / reference,
  };
}
