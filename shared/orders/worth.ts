import { type DecimalString, parseDecimal } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { ChildDraft } from './draft.ts';
import { mostNotionalUsd, notionalUsd } from './notional.ts';
import { ORDER_TYPE_TRAITS } from './order-types.ts';
import { firstPeak, readTrailedLevel, readTriggerLevel } from './rules/trigger.ts';
import { firesBelow, touchOf, traitsOf } from './side.ts';
import { watchesForeignPrice } from './tick.ts';

/** What decides for how much an order may trade. */
export type WorthTerms = Pick<
  ChildDraft,
  'direction' | 'type' | 'price' | 'trigger' | 'trigger_price' | 'trigger_offset'
>;

/**
 * What an order is worth in USD, never too little: the highest of limit, mark, touch and firing price that may apply.
 * Null when unknown.
 */
export function mostWorthUsd(
  terms: WorthTerms,
  amount: DecimalString,
  instrument: Instrument,
  ticker: Ticker,
): DecimalString | null {
  const { hasPrice } = ORDER_TYPE_TRAITS[terms.type];
  const limit = hasPrice ? parseDecimal(terms.price) : null;
  // A buy pays no more than its limit.
  if (traitsOf(terms.direction).isBoundByLimit && limit !== null) return notionalUsd(instrument, amount, limit, ticker);
  const touch = touchOf(terms.direction, ticker)?.price ?? null;
  const prices = [limit, touch, readTriggerLevel(terms, instrument), readTrailedWorth(terms, instrument, ticker)];
  return mostNotionalUsd(instrument, amount, prices, ticker);
}

/** Where an order that trails the instrument's own price upwards fires, should that rise from here; null for any other. */
function readTrailedWorth(terms: WorthTerms, instrument: Instrument, ticker: Ticker): DecimalString | null {
  const { direction, type, trigger } = terms;
  // A fall makes it worth no more.
  if (firesBelow(direction, 'loss')) return null;
  if (trigger === null || ORDER_TYPE_TRAITS[type].triggeredBy !== 'offset') return null;
  return watchesForeignPrice(instrument, trigger) ? null : readTrailedLevel(terms, firstPeak(ticker, trigger));
}
