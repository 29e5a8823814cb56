import fc from 'fast-check';
import type { Exchange } from '../../../simulator/engine/exchange.ts';
import type { OrderRequest } from '../../../simulator/engine/orders/placement.ts';
import {
  amountNumber,
  gridDown,
  isCombo,
  priceNumber,
  tickAt,
  type Instrument,
} from '../../../simulator/market/instrument.ts';

const side = fc.constantFrom('buy' as const, 'sell' as const);
const away = fc.integer({ min: -8, max: 8 });

/** An order of any kind, near the market: to be spread into the record of a step. */
export const DRAWN_ORDER = {
  what: fc.constantFrom(
    'limit',
    'limit',
    'market',
    'market_limit',
    'iceberg',
    'trigger',
    'trailing',
    'linked',
    'advanced',
  ),
  side,
  childSide: side,
  /** Ticks from the touch. */
  away,
  childAway: away,
  lots: fc.integer({ min: 1, max: 400 }),
  source: fc.constantFrom('index_price' as const, 'mark_price' as const, 'last_price' as const),
  type: fc.constantFrom('stop_limit' as const, 'stop_market' as const, 'take_limit' as const, 'take_market' as const),
  timeInForce: fc.constantFrom(
    'good_til_cancelled' as const,
    'good_til_cancelled' as const,
    'good_til_day' as const,
    'fill_or_kill' as const,
    'immediate_or_cancel' as const,
  ),
  linkedOrderType: fc.constantFrom(
    'one_triggers_other' as const,
    'one_cancels_other' as const,
    'one_triggers_one_cancels_other' as const,
  ),
  triggerFillCondition: fc.constantFrom('first_hit' as const, 'complete_fill' as const, 'incremental' as const),
  advanced: fc.constantFrom('implv' as const, 'usd' as const),
  postOnly: fc.constantFrom(false, false, true),
  reduceOnly: fc.boolean(),
};
const drawnOrder = fc.record(DRAWN_ORDER);
export type DrawnOrder = typeof drawnOrder extends fc.Arbitrary<infer Value> ? Value : never;

/** Prices of an instrument so many ticks from what a taker of that side meets; from the mark where nothing is. */
function pricesNear(exchange: Exchange, instrument: Instrument, taker: 'buy' | 'sell') {
  const best = exchange.venue(instrument.name)?.book.best(taker === 'buy' ? 'sell' : 'buy');
  const base = best?.priceUnits ?? exchange.markUnits(instrument);
  return (ticks: number): number => {
    const units = gridDown(instrument, base + ticks * tickAt(instrument, base));
    return priceNumber(instrument, isCombo(instrument) ? units : Math.max(instrument.tickUnits, units));
  };
}

/** The request that was drawn, at prices around the market's; whether it is accepted is the exchange's matter. */
export function requestOf(exchange: Exchange, instrument: Instrument, drawn: DrawnOrder): OrderRequest {
  const near = pricesNear(exchange, instrument, drawn.side);
  const amountUnits = Math.max(drawn.lots * instrument.stepUnits, instrument.minAmountUnits);
  const amount = amountNumber(instrument, amountUnits);
  const index = exchange.mark(instrument).indexPrice;
  const watched = drawn.source === 'index_price' && !instrument.linear ? Math.round(index) : near(drawn.childAway);
  const trigger = { trigger: drawn.source, triggerPrice: watched };
  const common = {
    side: drawn.side,
    instrumentName: instrument.name,
    type: 'limit' as const,
    timeInForce: drawn.timeInForce,
    amount,
    price: near(drawn.away),
    label: '',
    postOnly: false,
    rejectPostOnly: false,
    reduceOnly: drawn.reduceOnly && instrument.kind !== 'spot',
    validUntilMs: undefined,
  };
  const unpriced = { ...common, price: undefined, postOnly: undefined };
  switch (drawn.what) {
    case 'market':
    case 'market_limit':
      return { ...unpriced, type: drawn.what };
    case 'iceberg': {
      const shown = 100 * instrument.minAmountUnits;
      return {
        ...common,
        reduceOnly: false,
        amount: amountNumber(instrument, amountUnits + shown + 50 * instrument.minAmountUnits),
        displayAmount: amountNumber(instrument, shown),
      };
    }
    case 'trigger': {
      const price = drawn.type === 'stop_limit' || drawn.type === 'take_limit' ? common.price : undefined;
      return { ...unpriced, ...trigger, type: drawn.type, price };
    }
    case 'trailing': {
      const triggerOffset = priceNumber(instrument, instrument.tickUnits * (1 + Math.abs(drawn.away)));
      return { ...unpriced, type: 'trailing_stop', trigger: drawn.source, triggerOffset };
    }
    case 'advanced': {
      if (instrument.option === null) return common;
      const usd = Math.max(1, Math.round(exchange.mark(instrument).price * index) + drawn.away);
      const price = drawn.advanced === 'usd' ? usd : 50 + drawn.away;
      return { ...common, price, advanced: instrument.linear ? 'implv' : drawn.advanced };
    }
    case 'linked': {
      const child = {
        side: drawn.childSide,
        amount,
        type: 'limit' as const,
        price: near(drawn.childAway),
        timeInForce: 'good_til_cancelled' as const,
        label: '',
        postOnly: false,
        rejectPostOnly: false,
        reduceOnly: false,
      };
      const stop = { ...child, ...trigger, type: 'stop_market' as const, price: undefined };
      return {
        ...common,
        linkedOrderType: drawn.linkedOrderType,
        triggerFillCondition: drawn.triggerFillCondition,
        otocoConfig: drawn.linkedOrderType === 'one_triggers_one_cancels_other' ? [child, stop] : [child],
      };
    }
    default:
      return { ...common, postOnly: drawn.postOnly && drawn.timeInForce === 'good_til_cancelled' };
  }
}
