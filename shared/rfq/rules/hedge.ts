import {
  absolute,
  compare,
  type DecimalString,
  divide,
  isMultipleOf,
  isPositive,
  multiply,
  parseDecimal,
  roundToPlaces,
  subtract,
} from '../../decimal.ts';
import { amountStep, amountUnit, hasSizes, whereSized } from '../../orders/facts.ts';
import { gradeOfAge } from '../../orders/rules/grade.ts';
import { seconds } from '../../orders/rules/seconds.ts';
import { type Instrument, settlementCurrency } from '../../service/instrument.ts';
import { findUnknownTerm } from '../../service/unknown-terms.ts';
import type { HedgeDraft } from '../draft.ts';
import { FAR_HEDGE_PRICE, isExpired, type RfqFacts, type RfqInstrumentFacts, stateOf } from '../facts.ts';
import { type RfqIssue, rfqIssue, rfqPlace, type RfqPlace } from '../issue.ts';
import type { RfqLeg } from '../structure.ts';
import type { ReadHedge } from './guards.ts';
import { aroundStep, readAmount, refuseNumber } from './numbers.ts';

/** At most one hedge, a future of the same currency with all of its fields (contract, `hedge`; facts, section 8). */
export function checkHedges(
  hedges: readonly HedgeDraft[],
  legs: readonly (RfqLeg | null)[],
  facts: RfqFacts,
): RfqIssue[] {
  const issues: RfqIssue[] = [];
  if (hedges.length > 1) {
    const fixes = hedges
      .slice(1)
      .map((_, at) => ({ action: 'remove' as const, place: rfqPlace('hedge', at + 1, 'value'), value: '' }));
    const count = String(hedges.length);
    issues.push(rfqIssue('error', rfqPlace('hedge', 1, 'value'), 'hedge_more_than_one', { count }, fixes));
  }
  for (const [index, hedge] of hedges.entries()) issues.push(...checkHedge(hedge, index, legs, facts));
  return issues;
}

function checkHedge(hedge: HedgeDraft, index: number, legs: readonly (RfqLeg | null)[], facts: RfqFacts): RfqIssue[] {
  const at = (field: RfqPlace['field']) => rfqPlace('hedge', index, field);
  const issues: RfqIssue[] = [];
  if (hedge.direction === '') issues.push(rfqIssue('error', at('direction'), 'hedge_direction_missing', {}));
  const { instrument_name } = hedge;
  const known = facts.of(instrument_name);
  const { instrument } = known;
  if (instrument_name.trim() === '') {
    issues.push(rfqIssue('error', at('instrument_name'), 'hedge_instrument_missing', {}));
  } else if (instrument === null) {
    issues.push(rfqIssue('error', at('instrument_name'), 'hedge_unknown', { instrument_name }));
  } else if (!hasSizes(instrument)) {
    issues.push(rfqIssue('error', at('instrument_name'), 'hedge_without_sizes', { instrument_name }));
  } else if (isExpired(instrument, facts.serviceNowMs)) {
    issues.push(rfqIssue('error', at('instrument_name'), 'hedge_expired', { instrument_name }));
  } else {
    issues.push(...checkHedgeInstrument(known, instrument, legs, at('instrument_name')));
  }
  const sized = whereSized(instrument);
  issues.push(...checkHedgeAmount(hedge.amount, sized, at('amount')));
  issues.push(...checkHedgePrice(hedge.price, { ...known, instrument: sized }, at('price')));
  return issues;
}

/** The hedge as far as it can be counted with: its instrument known, side, amount and price there; null otherwise. */
export function readHedge({ instrument_name, direction, ...typed }: HedgeDraft, facts: RfqFacts): ReadHedge | null {
  const instrument = whereSized(facts.of(instrument_name).instrument);
  const [amount, price] = [parseDecimal(typed.amount), parseDecimal(typed.price)];
  if (instrument === null || direction === '' || amount === null || price === null) return null;
  return isPositive(amount) && isPositive(price) ? { instrument, direction, amount, price } : null;
}

function checkHedgeInstrument(
  known: RfqInstrumentFacts,
  instrument: Instrument,
  legs: readonly (RfqLeg | null)[],
  place: RfqPlace,
): RfqIssue[] {
  const { instrument_name } = instrument;
  const unknown = findUnknownTerm(instrument);
  if (unknown !== null) return [rfqIssue('error', place, 'terms_not_known', { ...unknown })];
  if (instrument.kind !== 'future') return [rfqIssue('error', place, 'hedge_not_future', { instrument_name })];
  const state = stateOf(known);
  if (state !== 'open') return [rfqIssue('error', place, 'hedge_not_open', { state })];
  const stale = checkHedgeTicker(known, instrument_name, place);
  const read = legs.filter((leg) => leg !== null).map((leg) => leg.instrument);
  const [first] = read;
  const fits = read.some(
    (leg) =>
      leg.base_currency === instrument.base_currency &&
      (leg.kind === 'spot' || settlementCurrency(leg) === settlementCurrency(instrument)),
  );
  if (first === undefined || fits) return stale;
  const params = { currency: settlementCurrency(instrument), expected: settlementCurrency(first) };
  return [rfqIssue('error', place, 'hedge_other_currency', params), ...stale];
}

/** A hedge trades at the price that is typed: the one it is judged by must be of now, or be accepted. */
function checkHedgeTicker(known: RfqInstrumentFacts, instrument_name: string, place: RfqPlace): RfqIssue[] {
  if (known.ticker === null || !known.isTickerStale) return [];
  const params = { instrument_name, seconds: seconds(known.tickerAgeMs), grade: gradeOfAge(known.tickerAgeMs) };
  return [rfqIssue('warning', place, 'hedge_ticker_stale', params)];
}

/** On the amount step; the block minimum doesn't bind a hedge (facts, section 8, "Minimum size"). */
function checkHedgeAmount(text: string, instrument: Instrument | null, place: RfqPlace): RfqIssue[] {
  const { value, issues } = readAmount(text, place, instrument === null ? '' : amountUnit(instrument));
  if (value === null || instrument === null) return issues;
  const step = amountStep(instrument);
  if (isMultipleOf(value, step)) return issues;
  const fixes = aroundStep(value, step).map((near) => ({ action: 'set' as const, place, value: near }));
  return [...issues, rfqIssue('error', place, 'amount_off_step', { step, unit: amountUnit(instrument) }, fixes)];
}

function checkHedgePrice(text: string, known: RfqInstrumentFacts, place: RfqPlace): RfqIssue[] {
  if (text.trim() === '') return [rfqIssue('error', place, 'hedge_price_missing', {})];
  const price = parseDecimal(text);
  if (price === null) return [refuseNumber(text, place, 'hedge_price_not_decimal')];
  if (!isPositive(price)) return [rfqIssue('error', place, 'hedge_price_not_positive', {})];
  const tick = known.instrument === null ? null : blockTick(known.instrument);
  if (tick !== null && !isMultipleOf(price, tick)) {
    const fixes = aroundStep(price, tick).map((near) => ({ action: 'set' as const, place, value: near }));
    return [rfqIssue('error', place, 'hedge_price_off_tick', { tick }, fixes)];
  }
  const mark = known.ticker?.mark_price ?? null;
  if (mark === null || !isPositive(mark)) return [];
  const distance = divide(absolute(subtract(price, mark)), mark);
  if (compare(distance, FAR_HEDGE_PRICE) <= 0) return [];
  const percent = roundToPlaces(multiply(distance, '100' as DecimalString), 1);
  return [rfqIssue('warning', place, 'hedge_price_far', { percent, mark_price: mark })];
}

/** The grid of block prices: the instrument's own for blocks, else that of its book. */
export function blockTick(instrument: Instrument): DecimalString {
  const { block_trade_tick_size: ofBlocks, tick_size } = instrument;
  return ofBlocks !== undefined && isPositive(ofBlocks) ? ofBlocks : tick_size;
}
