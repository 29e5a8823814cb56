import { compare, type DecimalString, isPositive, parseDecimal } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { TriggerPriceType } from '../../service/order.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { SellDraft } from '../draft.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { isOnTick, nearestPrices, tickAt } from '../tick.ts';

type TriggerTerms = Pick<SellDraft, 'type' | 'trigger' | 'trigger_price' | 'trigger_offset'>;

/** Trigger, trigger price and offset, by what the type needs (contract, `trigger_price`, `trigger_offset`, `trigger`). */
export function checkTrigger(terms: TriggerTerms, instrument: Instrument): Issue[] {
  const { type, trigger } = terms;
  const { triggeredBy } = ORDER_TYPE_TRAITS[type];
  const issues: Issue[] = [];
  if (triggeredBy === null && trigger !== null) issues.push(issue('error', 'trigger', 'trigger_not_used', { type }));
  if (triggeredBy !== null && trigger === null) issues.push(issue('error', 'trigger', 'trigger_missing', { type }));
  return [...issues, ...checkTriggerPrice(terms, instrument), ...checkTriggerOffset(terms)];
}

function checkTriggerPrice({ type, trigger_price: text }: TriggerTerms, instrument: Instrument): Issue[] {
  const isGiven = text.trim() !== '';
  if (ORDER_TYPE_TRAITS[type].triggeredBy !== 'price') {
    return isGiven ? [issue('error', 'trigger_price', 'trigger_price_not_used', { type })] : [];
  }
  if (!isGiven) return [issue('error', 'trigger_price', 'trigger_price_missing', { type })];
  const price = parseDecimal(text);
  if (price === null) return [issue('error', 'trigger_price', 'trigger_price_not_decimal', {})];
  if (!isPositive(price)) return [issue('error', 'trigger_price', 'trigger_price_not_positive', {})];
  if (isOnTick(instrument, price)) return [];
  const { below, above } = nearestPrices(instrument, price);
  const fixes = (below === null ? [above] : [below, above]).map((value) => ({
    field: 'trigger_price' as const,
    value,
  }));
  return [issue('error', 'trigger_price', 'trigger_price_off_tick', { tick: tickAt(instrument, price) }, fixes)];
}

function checkTriggerOffset({ type, trigger_offset: text }: TriggerTerms): Issue[] {
  const isGiven = text.trim() !== '';
  if (ORDER_TYPE_TRAITS[type].triggeredBy !== 'offset') {
    return isGiven ? [issue('error', 'trigger_offset', 'trigger_offset_not_used', { type })] : [];
  }
  if (!isGiven) return [issue('error', 'trigger_offset', 'trigger_offset_missing', {})];
  const offset = parseDecimal(text);
  if (offset === null) return [issue('error', 'trigger_offset', 'trigger_offset_not_decimal', {})];
  return isPositive(offset) ? [] : [issue('error', 'trigger_offset', 'trigger_offset_not_positive', {})];
}

/** The price that a trigger watches, or null where the ticker lacks it. */
export function watchedPrice(ticker: Ticker, trigger: TriggerPriceType): DecimalString | null {
  const prices = { index_price: ticker.index_price, mark_price: ticker.mark_price, last_price: ticker.last_price };
  return prices[trigger] ?? null;
}

/** A stop of a sell fires when the price falls to it, a take when it rises to it: warns of one that is there already. */
export function checkTriggerSide(draft: SellDraft, ticker: Ticker | null): Issue[] {
  const { fires, triggeredBy } = ORDER_TYPE_TRAITS[draft.type];
  const price = parseDecimal(draft.trigger_price);
  if (ticker === null || draft.trigger === null || triggeredBy !== 'price' || price === null) return [];
  const watched = watchedPrice(ticker, draft.trigger);
  if (watched === null) return [];
  const order = compare(watched, price);
  const firesNow = fires === 'loss' ? order <= 0 : order >= 0;
  if (!firesNow) return [];
  const params = { trigger: draft.trigger, watched_price: watched, side: fires === 'loss' ? 'below' : 'above' };
  return [issue('warning', 'trigger_price', 'trigger_fires_at_once', params)];
}
