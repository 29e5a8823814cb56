import type { DecimalString } from '../../../shared/decimal.ts';
import { bestAsk, bestBid } from '../../../shared/orders/facts.ts';
import { watchedPrice } from '../../../shared/orders/rules/trigger.ts';
import { isOnTick, nearestPrices, triggerGrid } from '../../../shared/orders/tick.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import type { ChildTicket } from './child-ticket.ts';
import { isNudgeable, nudgeNumber, putOnGrid, readNumber } from './ticket-numbers.ts';

/** Numbers of a linked order that are typed, each with the field of the order that it is. */
export const CHILD_FIELDS = {
  amount: 'amount',
  price: 'price',
  triggerPrice: 'trigger_price',
  triggerOffset: 'trigger_offset',
} as const;
export type ChildNumber = keyof typeof CHILD_FIELDS;

/**
 * The number so many steps up or down. Where nothing is typed it begins as the sell's own would: with the sell's amount, the
 * price of its side of the book, what its trigger watches now, or a step of that. Null: it stays as it is.
 */
export function nudgeChild(
  child: ChildTicket,
  key: ChildNumber,
  steps: number,
  instrument: Instrument,
  ticker: Ticker | null,
  sellAmount: DecimalString | null,
): DecimalString | null {
  const field = CHILD_FIELDS[key];
  const isOfTrigger = key === 'triggerPrice' || key === 'triggerOffset';
  const grid = isOfTrigger ? triggerGrid(instrument, child.trigger) : instrument;
  const typed = readNumber(child[key]);
  if (typed !== null) {
    return isNudgeable(field, typed, instrument, child.trigger) ? nudgeNumber(field, typed, steps, grid) : null;
  }
  if (child[key].trim() !== '') return null;
  if (key === 'amount') return sellAmount ?? instrument.min_trade_amount;
  if (key === 'triggerOffset') return grid.tick_size;
  const from = key === 'price' ? ownSide(child, ticker) : ticker && watchedPrice(ticker, child.trigger);
  if (from === null) return null;
  // A buy never pays more than was meant.
  const isBuy = key === 'price' && child.direction === 'buy';
  return isBuy && !isOnTick(grid, from) ? nearestPrices(grid, from).below : putOnGrid(grid, from);
}

function ownSide({ direction }: ChildTicket, ticker: Ticker | null): DecimalString | null {
  if (ticker === null) return null;
  return (direction === 'buy' ? bestBid(ticker) : bestAsk(ticker))?.price ?? ticker.mark_price ?? null;
}
