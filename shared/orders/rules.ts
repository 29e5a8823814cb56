import {
  absolute,
  compare,
  type DecimalString,
  divide,
  formatDecimal,
  isMultipleOf,
  isPositive,
  isZero,
  MAX_SIGNIFICANT_DIGITS,
  multiply,
  parseDecimal,
  roundToStep,
  significantDigits,
  subtract,
} from '../decimal.ts';
import { LABEL_MAX_CHARACTERS, labelLength } from '../service/fields.ts';
import type { Instrument } from '../service/instrument.ts';
import { ORDER_CURRENCIES } from '../service/methods.ts';
import type { SellDraft } from './draft.ts';
import { amountUnit, type SellFacts } from './facts.ts';
import { type Issue, issue } from './issue.ts';
import { isOnTick, nearestPrices, tickAt } from './tick.ts';

const HUNDRED = '100' as DecimalString;

/** An option or future this close to its expiry is sold only on acknowledgement. */
const EXPIRES_SOON_MS = 60_000;

/**
 * Everything wrong with a draft, by the contract's rules for `private/sell` and the profile's guards.
 * No errors among the issues means that `buildSellParams` will give a request the rules allow.
 */
export function checkSell(draft: SellDraft, facts: SellFacts): Issue[] {
  const issues: Issue[] = [];
  if (facts.sellingBlocked !== null) issues.push(facts.sellingBlocked);
  issues.push(...checkLabel(draft, facts), ...checkFlags(draft, facts.instrument));
  if (draft.instrument_name === '') return [...issues, issue('error', 'instrument_name', 'instrument_missing', {})];
  if (facts.instrument === null) {
    const params = { instrument_name: draft.instrument_name };
    return [...issues, issue('error', 'instrument_name', 'instrument_unknown', params)];
  }
  if (!isReadable(facts.instrument)) {
    return [...issues, issue('error', 'instrument_name', 'instrument_unreadable', {})];
  }
  issues.push(
    ...checkInstrument(facts.instrument, facts),
    ...checkTicker(facts),
    ...checkAmount(draft, facts.instrument),
    ...checkPrice(draft, facts.instrument, facts),
  );
  if (facts.orderCredits !== null && facts.orderCredits < 1) {
    issues.push(issue('error', 'order', 'no_order_credits', {}));
  }
  const undecided = facts.undecidedEqualLabel(draft);
  if (undecided !== null) return [...issues, issue('error', 'order', 'equal_sell_undecided', { label: undecided })];
  const equalAgeMs = facts.lastEqualSellAgeMs(draft);
  if (equalAgeMs !== null && equalAgeMs < facts.guards.duplicateWindowMs) {
    issues.push(issue('warning', 'order', 'duplicate_sell', { seconds: seconds(equalAgeMs) }));
  }
  return issues;
}

/** Sizes and ticks that can't be computed with would make every check of them meaningless. */
function isReadable({ contract_size, min_trade_amount, tick_size, tick_size_steps = [] }: Instrument): boolean {
  return [contract_size, min_trade_amount, tick_size, ...tick_size_steps.map((step) => step.tick_size)].every(
    isPositive,
  );
}

function checkInstrument(instrument: Instrument, facts: SellFacts): Issue[] {
  const issues: Issue[] = [];
  const state = facts.ticker?.state ?? instrument.state ?? 'open';
  if (state !== 'open') issues.push(issue('error', 'instrument_name', 'instrument_not_open', { state }));
  if (!instrument.is_active) issues.push(issue('error', 'instrument_name', 'instrument_inactive', {}));
  const { lookUpCurrency } = facts;
  if (!ORDER_CURRENCIES.some((currency) => currency === lookUpCurrency)) {
    // An order whose label can't be looked up could stay unknown for ever.
    issues.push(issue('error', 'instrument_name', 'instrument_not_looked_up', { currency: lookUpCurrency }));
  }
  const leftMs = (instrument.expiration_timestamp ?? Number.POSITIVE_INFINITY) - facts.serviceNowMs;
  if (leftMs <= 0) {
    const params = { expired_at: new Date(instrument.expiration_timestamp ?? 0).toISOString() };
    issues.push(issue('error', 'instrument_name', 'instrument_expired', params));
  } else if (leftMs < EXPIRES_SOON_MS) {
    issues.push(issue('warning', 'instrument_name', 'instrument_expires_soon', { seconds: seconds(leftMs) }));
  }
  if (facts.instrumentAgeMs > facts.guards.maxInstrumentAgeMs) {
    issues.push(issue('error', 'instrument_name', 'instrument_stale', { seconds: seconds(facts.instrumentAgeMs) }));
  }
  return issues;
}

function checkTicker(facts: SellFacts): Issue[] {
  if (facts.ticker === null) return [issue('error', 'order', 'ticker_missing', {})];
  if (!facts.isTickerStale) return [];
  return [issue('warning', 'order', 'ticker_stale', { seconds: seconds(facts.tickerAgeMs) })];
}

function checkAmount(draft: SellDraft, instrument: Instrument): Issue[] {
  const unit = amountUnit(instrument);
  if (draft.amount.trim() === '') return [issue('error', 'amount', 'amount_missing', { unit })];
  const amount = parseDecimal(draft.amount);
  if (amount === null) return [issue('error', 'amount', 'amount_not_decimal', {})];
  if (!isPositive(amount)) return [issue('error', 'amount', 'amount_not_positive', {})];
  if (significantDigits(amount) > MAX_SIGNIFICANT_DIGITS) {
    return [issue('error', 'amount', 'amount_too_precise', { digits: String(MAX_SIGNIFICANT_DIGITS) })];
  }
  const issues: Issue[] = [];
  const minimum = instrument.min_trade_amount;
  const step = amountStep(instrument);
  if (compare(amount, minimum) < 0) {
    const fix = { field: 'amount', value: roundToStep(minimum, step, 'up') } as const;
    issues.push(issue('error', 'amount', 'amount_below_minimum', { minimum, unit }, [fix]));
  } else if (!isMultipleOf(amount, step)) {
    const fixes = [roundToStep(amount, step, 'down'), roundToStep(amount, step, 'up')]
      .filter((value) => compare(value, minimum) >= 0)
      .map((value) => ({ field: 'amount' as const, value }));
    issues.push(issue('error', 'amount', 'amount_off_step', { step, unit }, fixes));
  }
  return issues;
}

/**
 * The step of amounts: the contract size, or the minimum amount where that is finer. Real records give
 * options a contract of 1 coin and a minimum of 0.1, traded in tenths (facts, section 8).
 */
export function amountStep(instrument: Pick<Instrument, 'contract_size' | 'min_trade_amount'>): DecimalString {
  return compare(instrument.min_trade_amount, instrument.contract_size) < 0
    ? instrument.min_trade_amount
    : instrument.contract_size;
}

function checkPrice(draft: SellDraft, instrument: Instrument, facts: SellFacts): Issue[] {
  const isGiven = draft.price.trim() !== '';
  if (draft.type === 'market') {
    return isGiven ? [issue('error', 'price', 'price_not_used', { type: draft.type })] : [];
  }
  if (!isGiven) return [issue('error', 'price', 'price_missing', {})];
  const price = parseDecimal(draft.price);
  if (price === null) return [issue('error', 'price', 'price_not_decimal', {})];
  if (!isPositive(price)) return [issue('error', 'price', 'price_not_positive', {})];
  if (significantDigits(price) > MAX_SIGNIFICANT_DIGITS) {
    return [issue('error', 'price', 'price_too_precise', { digits: String(MAX_SIGNIFICANT_DIGITS) })];
  }
  if (!isOnTick(instrument, price)) {
    const { below, above } = nearestPrices(instrument, price);
    const values = below === null ? [above] : [below, above];
    const fixes = values.map((value) => ({ field: 'price' as const, value }));
    return [issue('error', 'price', 'price_off_tick', { tick: tickAt(instrument, price) }, fixes)];
  }
  return checkPriceAgainstMarket(price, instrument, facts);
}

function checkPriceAgainstMarket(price: DecimalString, instrument: Instrument, facts: SellFacts): Issue[] {
  const issues: Issue[] = [];
  const { min_price, max_price, mark_price } = facts.ticker ?? {};
  if (min_price !== null && min_price !== undefined && compare(price, min_price) < 0) {
    issues.push(
      issue('warning', 'price', 'price_below_band', { min_price }, [
        { field: 'price', value: nearestPrices(instrument, min_price).above },
      ]),
    );
  }
  if (max_price !== null && max_price !== undefined && compare(price, max_price) > 0) {
    issues.push(
      issue('warning', 'price', 'price_above_band', { max_price }, [
        { field: 'price', value: nearestPrices(instrument, max_price).below ?? max_price },
      ]),
    );
  }
  if (mark_price !== null && mark_price !== undefined && !isZero(mark_price)) {
    const distance = divide(absolute(subtract(price, mark_price)), absolute(mark_price));
    const limit = facts.guards.maxDistanceFromMark;
    if (compare(distance, limit) > 0) {
      const params = {
        percent: formatDecimal(multiply(distance, HUNDRED), { max: 1 }),
        mark_price,
        limit_percent: formatDecimal(multiply(limit, HUNDRED), { max: 1 }),
      };
      issues.push(issue('warning', 'price', 'price_far_from_mark', params));
    }
  }
  return issues;
}

function checkFlags(draft: SellDraft, instrument: Instrument | null): Issue[] {
  const issues: Issue[] = [];
  if (draft.post_only && draft.type !== 'limit') {
    issues.push(issue('error', 'post_only', 'post_only_needs_limit', { type: draft.type }));
  } else if (draft.post_only && draft.time_in_force !== 'good_til_cancelled') {
    const params = { time_in_force: draft.time_in_force };
    issues.push(issue('error', 'post_only', 'post_only_needs_gtc', params));
  }
  if (draft.reject_post_only && !draft.post_only) {
    issues.push(issue('error', 'reject_post_only', 'reject_needs_post_only', {}));
  }
  if (draft.reduce_only && instrument?.kind === 'spot') {
    issues.push(issue('error', 'reduce_only', 'reduce_only_on_spot', {}));
  }
  return issues;
}

/** Control characters and invisible ones, which reorder text or hide a difference; joined emoji keep their joiner. */
const CONTROL = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function checkLabel(draft: SellDraft, facts: SellFacts): Issue[] {
  const issues: Issue[] = [];
  const characters = labelLength(draft.label);
  if (characters > LABEL_MAX_CHARACTERS) {
    const params = { characters: String(characters), maximum: String(LABEL_MAX_CHARACTERS) };
    issues.push(issue('error', 'label', 'label_too_long', params));
  }
  const control = CONTROL.exec(draft.label)?.[0];
  if (control !== undefined) {
    const character = `U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    issues.push(issue('error', 'label', 'label_control_character', { character }));
  }
  if (draft.label.trim() !== draft.label) {
    // Services may store a label without them, and then it is never found again.
    const fixes = [{ field: 'label' as const, value: draft.label.trim() }];
    issues.push(issue('error', 'label', 'label_outer_blanks', {}, fixes));
  }
  if (issues.length === 0 && draft.label !== '' && facts.isLabelInUse(draft.label)) {
    const fixes = [{ field: 'label' as const, value: nextFreeLabel(draft.label, facts.isLabelInUse) }];
    issues.push(issue('error', 'label', 'label_in_use', { label: draft.label }, fixes));
  }
  return issues;
}

/** The label with the first number behind it that nobody used: `hedge`, `hedge-2`, `hedge-3`; shortened to fit. */
export function nextFreeLabel(label: string, isLabelInUse: (label: string) => boolean): string {
  const stem = label.replace(/-\d{1,6}$/, '');
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const room = LABEL_MAX_CHARACTERS - suffix.length;
    const candidate = `${[...stem].slice(0, room).join('')}${suffix}`;
    if (!isLabelInUse(candidate)) return candidate;
  }
}

function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}
