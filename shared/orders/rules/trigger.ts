import {
  add,
  compare,
  type DecimalString,
  isMultipleOf,
  isPositive,
  multiply,
  parseDecimal,
  roundToStep,
} from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { TriggerPriceType } from '../../service/order.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { ChildDraft, OrderDraft } from '../draft.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { firesBelow, type Side, signed } from '../side.ts';
import { isDifference, isOnTick, nearestPrices, tickAt, triggerGrid, watchesForeignPrice } from '../tick.ts';
import { refuseNumber } from '../typed/typed-number.ts';
import { checkPrecision } from './precision.ts';

type TriggerTerms = Pick<OrderDraft, 'type' | 'trigger' | 'trigger_price' | 'trigger_offset'>;

/** Whether what is watched may be at or below zero: a combo's own price may, an index not. */
export function mayBeBelowZero({ trigger }: Pick<TriggerTerms, 'trigger'>, instrument: Instrument): boolean {
  return isDifference(instrument) && trigger !== 'index_price';
}

/** Trigger, trigger price and offset, by what the type needs (contract, `trigger_price`, `trigger_offset`, `trigger`). */
export function checkTrigger(terms: TriggerTerms, instrument: Instrument): Issue[] {
  const { type, trigger } = terms;
  const { triggeredBy } = ORDER_TYPE_TRAITS[type];
  const issues: Issue[] = [];
  if (triggeredBy === null && trigger !== null) issues.push(issue('error', 'trigger', 'trigger_not_used', { type }));
  if (triggeredBy !== null && trigger === null) issues.push(issue('error', 'trigger', 'trigger_missing', { type }));
  return [...issues, ...checkTriggerPrice(terms, instrument), ...checkTriggerOffset(terms, instrument)];
}

function checkTriggerPrice(terms: TriggerTerms, instrument: Instrument): Issue[] {
  const { type, trigger_price: text } = terms;
  const isGiven = text.trim() !== '';
  if (ORDER_TYPE_TRAITS[type].triggeredBy !== 'price') {
    return isGiven ? [issue('error', 'trigger_price', 'trigger_price_not_used', { type })] : [];
  }
  if (!isGiven) return [issue('error', 'trigger_price', 'trigger_price_missing', { type })];
  const price = parseDecimal(text);
  const judge = (plain: string): Issue[] => checkTriggerPrice({ ...terms, trigger_price: plain }, instrument);
  if (price === null) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'trigger_price', 'trigger_price_not_decimal', {}, fixes);
    return [refuseNumber(text, 'trigger_price', refuse, judge)];
  }
  const tooPrecise = checkPrecision('trigger_price', price, judge);
  if (tooPrecise.length > 0) return tooPrecise;
  if (!isPositive(price) && !mayBeBelowZero(terms, instrument)) {
    return [issue('error', 'trigger_price', 'trigger_price_not_positive', {})];
  }
  const grid = triggerGrid(instrument, terms.trigger);
  if (isOnTick(grid, price)) return [];
  const { below, above } = nearestPrices(grid, price);
  const fixes = (below === null ? [above] : [below, above]).map((value) => ({
    field: 'trigger_price' as const,
    value,
  }));
  return [issue('error', 'trigger_price', 'trigger_price_off_tick', { tick: tickAt(grid, price) }, fixes)];
}

/** A distance counts in the smallest tick of its price. */
function checkTriggerOffset(terms: TriggerTerms, instrument: Instrument): Issue[] {
  const { type, trigger_offset: text } = terms;
  const isGiven = text.trim() !== '';
  if (ORDER_TYPE_TRAITS[type].triggeredBy !== 'offset') {
    return isGiven ? [issue('error', 'trigger_offset', 'trigger_offset_not_used', { type })] : [];
  }
  if (!isGiven) return [issue('error', 'trigger_offset', 'trigger_offset_missing', {})];
  const offset = parseDecimal(text);
  const judge = (plain: string): Issue[] => checkTriggerOffset({ ...terms, trigger_offset: plain }, instrument);
  if (offset === null) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'trigger_offset', 'trigger_offset_not_decimal', {}, fixes);
    return [refuseNumber(text, 'trigger_offset', refuse, judge)];
  }
  const tooPrecise = checkPrecision('trigger_offset', offset, judge);
  if (tooPrecise.length > 0) return tooPrecise;
  if (!isPositive(offset)) return [issue('error', 'trigger_offset', 'trigger_offset_not_positive', {})];
  const tick = triggerGrid(instrument, terms.trigger).tick_size;
  if (isMultipleOf(offset, tick)) return [];
  const fixes = [roundToStep(offset, tick, 'down'), roundToStep(offset, tick, 'up')]
    .filter(isPositive)
    .map((value) => ({ field: 'trigger_offset' as const, value }));
  return [issue('error', 'trigger_offset', 'trigger_offset_off_tick', { tick }, fixes)];
}

/** The price that a trigger watches, or null where the ticker lacks it. */
export function watchedPrice(ticker: Ticker, trigger: TriggerPriceType): DecimalString | null {
  const prices = { index_price: ticker.index_price, mark_price: ticker.mark_price, last_price: ticker.last_price };
  return prices[trigger] ?? null;
}

/** The instrument's price at which a stop or take fires; null without one, or for a foreign trigger. */
export function readTriggerLevel(
  { type, trigger, trigger_price }: Omit<TriggerTerms, 'trigger_offset'>,
  instrument: Instrument,
): DecimalString | null {
  const isForeign = trigger === null || watchesForeignPrice(instrument, trigger);
  return isForeign || ORDER_TYPE_TRAITS[type].triggeredBy !== 'price' ? null : parseDecimal(trigger_price);
}

/** A trailing peak starts at the watched price, else the mark. */
export function firstPeak(ticker: Ticker, trigger: TriggerPriceType): DecimalString | null {
  return watchedPrice(ticker, trigger) ?? ticker.mark_price ?? null;
}

type ReachTerms = TriggerTerms & Pick<ChildDraft, 'direction'>;

/** The trigger of an order that starts with the press: only its fault is reported. */
export function checkTriggerAtWork(terms: ReachTerms, instrument: Instrument, ticker: Ticker | null): Issue[] {
  const reached = checkTriggerReach(terms, instrument, ticker);
  return reached.length > 0 ? reached : checkTriggerFar(terms, instrument, ticker);
}

/**
 * Triggers the market has reached, and trailing distances above the price: the service rejects both (facts, section 3
 * and 8).
 */
function checkTriggerReach(terms: ReachTerms, instrument: Instrument, ticker: Ticker | null): Issue[] {
  const { triggeredBy } = ORDER_TYPE_TRAITS[terms.type];
  if (ticker === null || terms.trigger === null || triggeredBy === null) return [];
  return triggeredBy === 'price'
    ? checkReached(terms, terms.trigger, ticker)
    : checkDistance(terms, terms.trigger, instrument, ticker);
}

/** An option's own price may move by this factor before it fires. */
const FAR_OF_OPTION = '10' as DecimalString;
const FAR = '2' as DecimalString;

/** A level so far from what is watched that it may be a slip, or meant for another price; or a distance that fires there. */
function checkTriggerFar(terms: ReachTerms, instrument: Instrument, ticker: Ticker | null): Issue[] {
  const { type, trigger } = terms;
  const { triggeredBy } = ORDER_TYPE_TRAITS[type];
  if (ticker === null || trigger === null || triggeredBy === null) return [];
  const watched = triggeredBy === 'price' ? watchedPrice(ticker, trigger) : firstPeak(ticker, trigger);
  const level = triggeredBy === 'price' ? parseDecimal(terms.trigger_price) : readTrailedLevel(terms, watched);
  if (level === null || watched === null || !isPositive(watched)) return [];
  if (!isPositive(level)) return tellBeyondPrice(terms, watched, instrument);
  const times = instrument.kind === 'option' && trigger !== 'index_price' ? FAR_OF_OPTION : FAR;
  const isFar = compare(level, multiply(watched, times)) > 0 || compare(multiply(level, times), watched) < 0;
  if (!isFar) return [];
  return triggeredBy === 'price'
    ? [issue('warning', 'trigger_price', 'trigger_far', { trigger, watched_price: watched })]
    : [issue('warning', 'trigger_offset', 'trigger_offset_far', { trigger, watched_price: watched })];
}

/**
 * A trailing order whose distance exceeds the price. Rejected when it starts at once; asked about when a fill places it.
 */
function tellBeyondPrice(terms: ReachTerms, watched: DecimalString, instrument: Instrument): Issue[] {
  const { type, trigger } = terms;
  if (trigger === null || ORDER_TYPE_TRAITS[type].triggeredBy !== 'offset') return [];
  if (mayBeBelowZero(terms, instrument)) return [];
  return [issue('warning', 'trigger_offset', 'trigger_offset_far', { trigger, watched_price: watched })];
}

/** Where a trailing stop fires if what it watches turns from here: a sell's below, a buy's above. Null when unknown. */
export function readTrailedLevel(
  { direction, trigger_offset }: Pick<ReachTerms, 'direction' | 'trigger_offset'>,
  peak: DecimalString | null,
): DecimalString | null {
  const offset = parseDecimal(trigger_offset);
  if (offset === null || peak === null) return null;
  return add(peak, signed(direction, offset));
}

/**
 * A trigger placed by a fill that would fire at once. `placedAt`: the watched price then; null when unknown.
 */
export function checkTriggerPlaced(
  terms: ReachTerms,
  parent_side: Side,
  placedAt: DecimalString | null,
  instrument: Instrument,
  ticker: Ticker | null,
): Issue[] {
  return [...checkFiresAtOnce(terms, parent_side, placedAt), ...checkTriggerFar(terms, instrument, ticker)];
}

function checkFiresAtOnce(terms: ReachTerms, parent_side: Side, placedAt: DecimalString | null): Issue[] {
  const { trigger, type } = terms;
  if (trigger === null || placedAt === null || ORDER_TYPE_TRAITS[type].triggeredBy !== 'price') return [];
  const side = findReachedSide(terms, placedAt);
  if (side === null) return [];
  const params = { parent_side, trigger, watched_price: placedAt, side };
  return [issue('warning', 'trigger_price', 'linked_fires_at_once', params)];
}

function checkReached(terms: ReachTerms, trigger: TriggerPriceType, ticker: Ticker) {
  const watched = watchedPrice(ticker, trigger);
  const side = watched === null ? null : findReachedSide(terms, watched);
  if (watched === null || side === null) return [];
  return [issue('error', 'trigger_price', 'trigger_fires_at_once', { trigger, watched_price: watched, side })];
}

/** A sell's stop fires as the price falls to it, its take as it rises; a buy's the other way. Null: not reached. */
function findReachedSide({ type, direction, trigger_price }: ReachTerms, watched: DecimalString): string | null {
  const price = parseDecimal(trigger_price);
  if (price === null) return null;
  const isBelow = firesBelow(direction, ORDER_TYPE_TRAITS[type].fires);
  const order = compare(watched, price);
  if (isBelow ? order > 0 : order < 0) return null;
  return isBelow ? 'below' : 'above';
}

function checkDistance(terms: ReachTerms, trigger: TriggerPriceType, instrument: Instrument, ticker: Ticker) {
  const peak = firstPeak(ticker, trigger);
  const level = readTrailedLevel(terms, peak);
  if (peak === null || level === null || mayBeBelowZero(terms, instrument) || isPositive(level)) return [];
  return [issue('error', 'trigger_offset', 'trigger_offset_beyond_price', { trigger, watched_price: peak })];
}
