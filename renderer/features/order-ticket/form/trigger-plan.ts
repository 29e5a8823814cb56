import { add, compare, type DecimalString, isPositive, parseDecimal, subtract } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { firstPeak, mayBeBelowZero, watchedPrice } from '../../../../shared/orders/rules/trigger.ts';
import { firesBelow, traitsOf } from '../../../../shared/orders/side.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { tickAt, triggerGrid } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { nameTrigger } from '../../../ui/order-words/order-text.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** A point of the timeline: when, and what then. */
export interface TimelinePoint {
  readonly when: string;
  readonly what: string;
}

/** The step of a trigger's price, at the price typed or watched; of a distance, the smallest: of what is watched, not of the order. */
export function stepOfTrigger(draft: OrderDraft, instrument: Instrument, ticker: Ticker | null): DecimalString {
  const { trigger } = draft;
  const grid = triggerGrid(instrument, trigger);
  if (ORDER_TYPE_TRAITS[draft.type].triggeredBy === 'offset') return grid.tick_size;
  const watched = ticker === null || trigger === null ? null : watchedPrice(ticker, trigger);
  const at = parseDecimal(draft.trigger_price) ?? watched;
  return at === null ? grid.tick_size : tickAt(grid, at);
}

/** An index is told to the cent, whatever the instrument is quoted in. */
const INDEX_PLACES = 2;

/** Digits after the point of what a trigger watches, and of its level. */
export function placesOfTrigger(trigger: string | null | undefined, places: number): number {
  return trigger === 'index_price' ? INDEX_PLACES : places;
}

/**
 * The life of a trigger order in three points: armed, fired, then. Empty for orders without a trigger, and where it would
 * fire at no price that there is.
 */
export function planTrigger(
  draft: OrderDraft,
  instrument: Instrument | null,
  ticker: Ticker | null,
  places: number,
): TimelinePoint[] {
  const { trigger } = draft;
  if (trigger === null) return [];
  const show = (text: string): string | null => {
    const value = parseDecimal(text);
    return value === null ? null : formatDecimal(value, { min: places });
  };
  const peak = ticker === null ? null : firstPeak(ticker, trigger);
  const offset = parseDecimal(draft.trigger_offset);
  const isAnyPrice = instrument !== null && mayBeBelowZero(draft, instrument);
  const isBeyondPrice = offset !== null && peak !== null && compare(offset, peak) >= 0;
  if ((offset !== null && !isPositive(offset)) || (isBeyondPrice && !isAnyPrice)) return [];
  const watched = ticker === null ? null : watchedPrice(ticker, trigger);
  const ofTrigger = placesOfTrigger(trigger, places);
  const now = watched === null ? 'not known' : formatDecimal(watched, { min: ofTrigger });
  const limit = show(draft.price);
  return [
    { when: 'Armed', what: `with ${nameTrigger(trigger)} at ${now}` },
    { when: 'Fires', what: describeFiring(draft, peak, ofTrigger) },
    { when: 'Then', what: describeThen(draft, limit) },
  ];
}

function describeThen({ direction, type, post_only, reject_post_only }: OrderDraft, limit: string | null): string {
  const verb = sideWords(direction).does;
  if (!ORDER_TYPE_TRAITS[type].hasPrice) return `${verb} at market`;
  if (limit === null) return `${verb} at its price, once that is entered`;
  if (!post_only) return `${verb} at ${limit}`;
  const { away, touch } = traitsOf(direction);
  return `rests at ${limit}, ${reject_post_only ? 'or is rejected' : `or just ${away} the ${touch}`}`;
}

function describeFiring(draft: OrderDraft, peak: DecimalString | null, places: number): string {
  const offset = parseDecimal(draft.trigger_offset);
  if (ORDER_TYPE_TRAITS[draft.type].triggeredBy === 'offset') {
    const isFalling = firesBelow(draft.direction, 'loss');
    const from = isFalling ? 'under the peak' : 'above the low';
    if (offset === null) return `so far ${from}`;
    const fires = peak === null ? null : isFalling ? subtract(peak, offset) : add(peak, offset);
    const level = fires === null ? '' : ` (now ${formatDecimal(fires, { min: places })})`;
    return `${formatDecimal(offset)} ${from}${level}`;
  }
  const price = parseDecimal(draft.trigger_price);
  const sign = firesBelow(draft.direction, ORDER_TYPE_TRAITS[draft.type].fires) ? '≤' : '≥';
  return price === null ? `${sign} the trigger price` : `${sign} ${formatDecimal(price, { min: places })}`;
}
