import { ok, type Result } from '../../../shared/result.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import { toUnits } from '../../fixed.ts';
import { isCombo, tickAt, type Instrument } from '../../market/instrument.ts';
import { refuse, refuseParam, type Refusal } from '../../refusal.ts';
import type { OrderRules } from '../rules.ts';
import type { AdvancedPrice, OrderTerms, OrderType, Side, TimeInForce, TriggerSource } from './order.ts';
import { readTrigger } from './trigger-terms.ts';

/** An order as asked for: numbers of the wire, nothing checked against the instrument yet. */
export interface TermsRequest {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly amount: number | undefined;
  readonly contracts?: number | undefined;
  readonly price: number | undefined;
  readonly label: string;
  readonly postOnly: boolean | undefined;
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly displayAmount?: number | undefined;
  readonly trigger?: TriggerSource | undefined;
  readonly triggerPrice?: number | undefined;
  readonly triggerOffset?: number | undefined;
  readonly advanced?: 'usd' | 'implv' | undefined;
  readonly mmp?: boolean | undefined;
}

const LIMIT_KINDS: readonly OrderType[] = ['limit', 'stop_limit', 'take_limit'];
const NOT_FOR_TYPE = 'not allowed for this order type';
const INVALID_MAX_SHOW = 10_024;
const INVALID_MAX_SHOW_AMOUNT = 10_036;
const WRONG_MAX_SHOW_FOR_OPTION = 11_048;
const NO_ADVANCED_FOR_FUTURES = 11_038;
const NO_ADVANCED_POST_ONLY = 11_039;
/** Volatilities beyond this many percent, and prices in USD beyond the next, are taken for mistakes. */
const MOST_PERCENT = 1000;
const MOST_USD = 1e9;

/** Rules that a request is read by. */
export type TermsRules = Pick<OrderRules, 'postOnlyUntilDay' | 'postOnlyDefault'>;

/**
 * Reads an order's terms by instrument and rules alone, so a bad parameter always gives the same rejection (contract,
 * "private/sell"; facts, section 8).
 */
export function readTerms(
  instrument: Instrument,
  request: TermsRequest,
  rules: TermsRules,
): Result<OrderTerms, Refusal> {
  const amount = readAmount(instrument, request);
  if (!amount.ok) return amount;
  const advanced = readAdvanced(instrument, request);
  if (!advanced.ok) return advanced;
  const limit = readLimit(instrument, request);
  if (!limit.ok) return limit;
  const trigger = readTrigger(instrument, request);
  if (!trigger.ok) return trigger;
  const postOnly = readPostOnly(request, rules);
  if (!postOnly.ok) return postOnly;
  const display = readDisplay(instrument, request, amount.value);
  if (!display.ok) return display;
  if (request.reduceOnly && instrument.kind === 'spot') return refuseParam('reduce_only', 'not supported for spot');
  if (request.mmp === true && request.type !== 'limit') return refuseParam('mmp', NOT_FOR_TYPE);
  return ok({
    side: request.side,
    type: request.type,
    timeInForce: request.timeInForce,
    label: request.label,
    postOnly: postOnly.value,
    rejectPostOnly: request.rejectPostOnly,
    reduceOnly: request.reduceOnly,
    mmp: request.mmp ?? false,
    amountUnits: amount.value,
    limitUnits: limit.value,
    advanced: advanced.value,
    displayUnits: display.value,
    trigger: trigger.value,
  });
}

function readAmount(instrument: Instrument, request: TermsRequest): Result<number, Refusal> {
  const { amount, contracts } = request;
  if (amount === undefined && contracts === undefined) return refuseParam('amount', 'value required');
  const fromContracts = contracts === undefined ? undefined : contractUnits(instrument, contracts);
  const param = amount === undefined ? 'contracts' : 'amount';
  if ((amount ?? contracts ?? 0) <= 0) return refuseParam(param, 'must be above zero');
  const units = amount === undefined ? fromContracts : toUnits(amount, instrument.amountPlaces);
  if (units === undefined || units === null || units % instrument.stepUnits !== 0) {
    return refuseParam(param, 'must be a multiple of contract size');
  }
  if (fromContracts !== undefined && fromContracts !== units) return refuseParam('contracts', 'must match amount');
  if (units < instrument.minAmountUnits) return refuseParam(param, 'must be at least the minimum amount');
  return ok(units);
}

/**
 * Amount units of a count of contracts, fractions too: options trade in tenths. Null unless whole units. Exact, as
 * `toUnits`.
 */
function contractUnits(instrument: Instrument, contracts: number): number | null {
  const each = toUnits(instrument.contractSize, instrument.amountPlaces);
  if (each === null) throw new Error(`a contract of ${instrument.name} is no whole number of units`);
  const units = Math.round(contracts * each);
  return Number.isSafeInteger(units) && units / each === contracts ? units + 0 : null;
}

/** `advanced` and its price: options only, USD not for linear ones, never post-only (facts, section 8). */
function readAdvanced(instrument: Instrument, request: TermsRequest): Result<AdvancedPrice | null, Refusal> {
  const { advanced: by, price } = request;
  if (by === undefined) return ok(null);
  if (instrument.option === null) return refuse(NO_ADVANCED_FOR_FUTURES, { param: 'advanced' });
  if (!LIMIT_KINDS.includes(request.type)) return refuseParam('advanced', NOT_FOR_TYPE);
  if (by === 'usd' && instrument.linear) return refuseParam('advanced', 'usd is not supported for linear options');
  if (request.postOnly === true) return refuse(NO_ADVANCED_POST_ONLY, { param: 'post_only' });
  if (price === undefined) return refuseParam('price', 'value required');
  if (price <= 0) return refuseParam('price', 'must be above zero');
  const most = by === 'implv' ? MOST_PERCENT : MOST_USD;
  if (price > most) return refuseParam('price', `must be ${most} at most`);
  return ok({ by, value: price });
}

/** The limit price on the grid; null for the market kinds, to which the contract gives none, and advanced ones. */
function readLimit(instrument: Instrument, request: TermsRequest): Result<number | null, Refusal> {
  const { price } = request;
  if (request.advanced !== undefined) return ok(null);
  if (!LIMIT_KINDS.includes(request.type)) {
    return price === undefined ? ok(null) : refuseParam('price', NOT_FOR_TYPE);
  }
  if (price === undefined) return refuseParam('price', 'value required');
  if (price <= 0 && !isCombo(instrument)) return refuseParam('price', 'must be above zero');
  const units = toUnits(price, instrument.pricePlaces);
  if (units === null || units % tickAt(instrument, units) !== 0) {
    return refuseParam('price', 'must conform to tick size');
  }
  return ok(units);
}

/**
 * Defaults to true only for resting limit orders (facts, section 5, "post_only default"); false for stop_limit and
 * take_limit, which must not slide away.
 */
function readPostOnly(request: TermsRequest, rules: TermsRules): Result<boolean, Refusal> {
  const { timeInForce: time } = request;
  const rests = time === 'good_til_cancelled' || (rules.postOnlyUntilDay && time === 'good_til_day');
  const possible = LIMIT_KINDS.includes(request.type) && rests;
  const usual = possible && request.type === 'limit' && request.advanced === undefined;
  const postOnly = request.postOnly ?? (usual && rules.postOnlyDefault);
  if (postOnly && !possible) return refuse(ERROR_CODE.postOnlyNotAllowed);
  if (request.rejectPostOnly && !postOnly) return refuseParam('reject_post_only', 'requires post_only');
  return ok(postOnly);
}

/**
 * The visible part: at least 100 minimums, with under 100 times it hidden (contract, "Limits"). Not for market kinds or
 * future spreads.
 */
function readDisplay(instrument: Instrument, request: TermsRequest, amount: number): Result<number | null, Refusal> {
  if (request.displayAmount === undefined) return ok(null);
  const param = 'display_amount';
  if (!LIMIT_KINDS.includes(request.type)) return refuseParam(param, NOT_FOR_TYPE);
  if (instrument.kind === 'future_combo') return refuseParam(param, 'not supported for future spreads');
  const units = toUnits(request.displayAmount, instrument.amountPlaces);
  if (units === null || units <= 0 || units % instrument.stepUnits !== 0) {
    return refuse(INVALID_MAX_SHOW, { param, reason: 'must be a multiple of contract size' });
  }
  const wrong = instrument.option === null ? INVALID_MAX_SHOW_AMOUNT : WRONG_MAX_SHOW_FOR_OPTION;
  if (units > amount) return refuse(wrong, { param, reason: 'must not exceed amount' });
  if (units < 100 * instrument.minAmountUnits) {
    return refuse(wrong, { param, reason: 'must be at least 100 times the minimum amount' });
  }
  if (amount - units >= 100 * units) {
    return refuse(wrong, { param, reason: 'hidden amount must be less than 100 times the display amount' });
  }
  return ok(units);
}
