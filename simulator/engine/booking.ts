import { comboFees, type Liquidity } from '../account/fees.ts';
import type { Fill } from '../account/account.ts';
import { toMoneyUnits } from '../account/position.ts';
import { fromUnits, MONEY_PLACES } from '../fixed.ts';
import { isCombo, type Instrument } from '../market/instrument.ts';
import type { Exchange } from './exchange.ts';
import type { Order } from './orders/order.ts';
import { tradeRecord } from './trade.ts';
import type { Print } from './venue.ts';

/** One side of a trade that an account took part in. */
export interface FillEvent {
  readonly order: Order;
  readonly priceUnits: number;
  readonly amountUnits: number;
  readonly liquidity: Liquidity;
  readonly print: Print;
  readonly atMs: number;
}

type TradeRecord = Readonly<Record<string, unknown>>;

/** A leg's part of a combo's fill, in the leg's units; `signedUnits` above zero when the leg is bought. */
export interface LegFill {
  readonly instrument: Instrument;
  readonly signedUnits: number;
  readonly priceUnits: number;
}

/** Books a fill with its account and the other side, keeps the account's trade and gives its record. */
export function bookFill(exchange: Exchange, event: FillEvent): TradeRecord {
  const { order, priceUnits, atMs } = event;
  const { instrument, account } = order;
  if (isCombo(instrument)) return bookComboFill(exchange, event);
  const fill = fillOf(exchange, event, { instrument, signedUnits: signedUnits(event), priceUnits });
  const fee = account.feeOf(fill);
  const profit = exchange.clearing.book(account, fill, fee);
  const record = tradeRecord(event, booked(fee, profit), exchange.mark(instrument), exchange.takeTradeNumber());
  account.addTrade({ timestampMs: atMs, instrument, record });
  return record;
}

function signedUnits(event: FillEvent): number {
  return event.order.side === 'buy' ? event.amountUnits : -event.amountUnits;
}

function fillOf(exchange: Exchange, event: FillEvent, leg: LegFill): Fill {
  return {
    ...leg,
    liquidity: event.liquidity,
    isBlockTrade: false,
    indexPrice: exchange.mark(leg.instrument).indexPrice,
    fundingAt: exchange.funding.standsAt(leg.instrument),
  };
}

function booked(fee: number, profit: bigint | null) {
  return {
    fee: fromUnits(fee, MONEY_PLACES),
    profit: profit === null ? null : fromUnits(toMoneyUnits(profit), MONEY_PLACES),
  };
}

/**
 * A combo fill's legs, each at its mark; the dearest takes the difference, so the sum is exact. Negative prices pass to
 * the next.
 */
export function splitFill(exchange: Exchange, combo: Instrument, signed: number, priceUnits: number): LegFill[] {
  const prices = combo.legs.map((leg) => exchange.markUnits(leg.instrument));
  let difference = combo.legs.reduce((left, leg, at) => left - leg.ratio * (prices[at] ?? 0), priceUnits);
  const dearestFirst = [...prices.keys()].toSorted((a, b) => (prices[b] ?? 0) - (prices[a] ?? 0));
  for (const at of dearestFirst) {
    const leg = combo.legs[at];
    if (leg === undefined || difference % leg.ratio !== 0) continue;
    const before = prices[at] ?? 0;
    const lowest = leg.instrument.kind === 'option' ? 0 : 1;
    const after = Math.max(lowest, before + difference / leg.ratio);
    prices[at] = after;
    difference -= (after - before) * leg.ratio;
  }
  if (difference !== 0) throw new Error(`${combo.name} at ${priceUnits} does not split into its legs`);
  return combo.legs.map((leg, at) => ({
    instrument: leg.instrument,
    signedUnits: signed * leg.ratio,
    priceUnits: prices[at] ?? 0,
  }));
}

/**
 * Books a combo's fill: positions and fees are its legs', which are trades too (facts, section 9). Gives the record of
 * all.
 */
function bookComboFill(exchange: Exchange, event: FillEvent): TradeRecord {
  const { order, priceUnits, liquidity, atMs } = event;
  const { instrument: combo, account } = order;
  const own = tradeRecord(event, booked(0, 0n), exchange.mark(combo), exchange.takeTradeNumber());
  const fills = splitFill(exchange, combo, signedUnits(event), priceUnits).map((leg) => fillOf(exchange, event, leg));
  const fees = comboFees(
    fills.map((fill) => ({
      instrument: fill.instrument,
      isBought: fill.signedUnits > 0,
      fee: account.feeOf(fill),
    })),
    liquidity,
  );
  let totalFee = 0;
  let totalProfit = 0n;
  const legs = fills.map((fill, at) => {
    const { instrument } = fill;
    const fee = fees[at] ?? 0;
    const profit = exchange.clearing.book(account, fill, fee);
    totalFee += fee;
    totalProfit += profit ?? 0n;
    const legEvent: FillEvent = {
      ...event,
      order: { ...order, instrument, side: fill.signedUnits > 0 ? 'buy' : 'sell' },
      amountUnits: Math.abs(fill.signedUnits),
      priceUnits: fill.priceUnits,
    };
    const mark = exchange.mark(instrument);
    return {
      instrument,
      record: {
        ...tradeRecord(legEvent, booked(fee, profit), mark, exchange.takeTradeNumber()),
        combo_id: combo.name,
        combo_trade_id: own['trade_id'],
      },
    };
  });
  const total = booked(totalFee, totalProfit);
  const record = {
    ...own,
    fee: total.fee,
    profit_loss: total.profit,
    combo_id: combo.name,
    legs: legs.map((leg) => leg.record),
  };
  account.addTrade({ timestampMs: atMs, instrument: combo, record });
  for (const leg of legs) account.addTrade({ timestampMs: atMs, ...leg });
  return record;
}
