import { type DecimalString, parseDecimal } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { ChildDraft } from './draft.ts';
import { touchOf } from './facts.ts';
import { mostNotionalUsd, notionalUsd } from './notional.ts';
import { ORDER_TYPE_TRAITS } from './order-types.ts';
import { readTriggerLevel } from './rules/trigger.ts';

/** What decides for how much an order may trade. */
export type WorthTerms = Pick<ChildDraft, 'direction' | 'type' | 'price' | 'trigger' | 'trigger_price'>;

/**
 * What an order is worth in USD, never too little: a limit below the market sells at the mark or at what is bid, one with a
 * trigger at what fires it, and a buy at market at what is asked; the highest of them counts. Null where the market tells none.
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
  if (terms.direction === 'buy' && limit !== null) return notionalUsd(instrument, amount, limit, ticker);
  const touch = touchOf(terms.direction, ticker)?.price ?? null;
  return mostNotionalUsd(instrument, amount, [limit, touch, readTriggerLevel(terms, instrument)], ticker);
}
