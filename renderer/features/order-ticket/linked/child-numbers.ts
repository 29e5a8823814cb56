import type { DecimalString } from '../../../../shared/decimal.ts';
import { bestAsk, bestBid } from '../../../../shared/orders/facts.ts';
import { watchedPrice } from '../../../../shared/orders/rules/trigger.ts';
import { isOnTick, nearestPrices, triggerGrid } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import type { ChildTicket } from './child-ticket.ts';
import { nudgeText } from '../form/ticket-numbers.ts';

/** Numbers of a linked order that are typed, each with the field of the order that it is. */
export const CHILD_FIELDS = {
  amount: 'amount',
  price: 'price',
  triggerPrice: 'trigger_price',
  triggerOffset: 'trigger_offset',
} as const;
export type ChildNumber = keyof typeof CHILD_FIELDS;

/**
 * The number so many steps up or down. An empty field begins with the sell's amount, its side's best price, the watched
 * price, or a step of that. Null: it stays as it is.
 */
export function nudgeChild(
  child: ChildTicket,
  key: ChildNumber,
  steps: number,
  instrument: Instrument,
  ticker: Ticker | null,
  sellAmount: DecimalString | null,
): DecimalString | null {
  // What is typed is never taken away for what it might have begun with.
  const from = child[key].trim() === '' ? readBegin(child, key, instrument, ticker, sellAmount) : null;
  return nudgeText({ field: CHILD_FIELDS[key], text: child[key], steps, instrument, trigger: child.trigger, from });
}

function readBegin(
  child: ChildTicket,
  key: ChildNumber,
  instrument: Instrument,
  ticker: Ticker | null,
  sellAmount: DecimalString | null,
): DecimalString | null {
  if (key === 'amount') return sellAmount ?? instrument.min_trade_amount;
  if (key === 'triggerOffset') return triggerGrid(instrument, child.trigger).tick_size;
  if (key === 'triggerPrice') return ticker && watchedPrice(ticker, child.trigger);
  const price = ownSide(child, ticker);
  // A buy never pays more than was meant.
  const isBetween = price !== null && child.direction === 'buy' && !isOnTick(instrument, price);
  return isBetween ? nearestPrices(instrument, price).below : price;
}

function ownSide({ direction }: ChildTicket, ticker: Ticker | null): DecimalString | null {
  if (ticker === null) return null;
  return (direction === 'buy' ? bestBid(ticker) : bestAsk(ticker))?.price ?? ticker.mark_price ?? null;
}
