import type { Instrument } from '../market/instrument.ts';
import type { Order, OrderType, TriggerSource } from './orders/order.ts';

/** What ids bear in front: nothing for BTC, the pair for spot, else what the instrument settles in (facts, section 4). */
export function idPrefix(instrument: Instrument): string {
  if (instrument.kind === 'spot') return `${instrument.name}-`;
  return instrument.settlement === 'BTC' ? '' : `${instrument.settlement}-`;
}

/** `SL` is recorded of stops; the letters of the others are this simulator's. */
const KIND_LETTERS: Partial<Record<OrderType, string>> = {
  stop_limit: 'SL',
  stop_market: 'SL',
  take_limit: 'TP',
  take_market: 'TP',
  trailing_stop: 'TS',
};
const SOURCE_LETTER: Record<TriggerSource, string> = { index_price: 'I', mark_price: 'M', last_price: 'T' };

/** The id of an order with that number: digits, `OTO-…` for a secondary one, `SLMB-…` and the like for triggers. */
export function orderId(order: Order, number: number): string {
  if (order.waitsFor !== null) return `OTO-${number}`;
  const prefix = idPrefix(order.instrument);
  if (order.trigger === null) return `${prefix}${number}`;
  const kind = KIND_LETTERS[order.type] ?? 'SL';
  return `${prefix}${kind}${SOURCE_LETTER[order.trigger.source]}${order.side === 'buy' ? 'B' : 'S'}-${number}`;
}
