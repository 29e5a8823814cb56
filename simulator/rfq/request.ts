import { ok, type Result } from '../../shared/result.ts';
import type { Side } from '../engine/orders/order.ts';
import type { Exchange } from '../engine/exchange.ts';
import { toUnits } from '../fixed.ts';
import { isRecord } from '../http/params.ts';
import type { Instrument } from '../market/instrument.ts';
import { refuseParam, type Refusal } from '../refusal.ts';
import { MAKERS } from './makers.ts';

const MAX_LEGS = 20;
const MIN_ANONYMOUS_MAKERS = 5;
/** Places that prices are compared in: finer than any block trade tick. */
const PRICE_PLACES = 8;
const LEG_KINDS: readonly string[] = ['option', 'future', 'spot'];

/** A leg that passed; the amount in its instrument's units. */
export interface RequestedLeg {
  readonly instrument: Instrument;
  readonly direction: Side;
  readonly amountUnits: number;
}

function isDirection(value: unknown): value is Side {
  return value === 'buy' || value === 'sell';
}

function hasOnly(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

/** An amount on the instrument's step, in its units; null when it is not one. */
function stepAmount(instrument: Instrument, amount: unknown): number | null {
  if (typeof amount !== 'number' || !(amount > 0)) return null;
  const units = toUnits(amount, instrument.amountPlaces);
  return units === null || units % instrument.stepUnits !== 0 ? null : units;
}

/** Inverse options and futures share USD here, whatever coin their premium is in; linear ones and spot name theirs. */
function quoteOf({ fields }: Instrument): unknown {
  return fields['counter_currency'] ?? fields['quote_currency'];
}

/** Why a leg does not go with the first one; null when it does. Spot legs may differ in base (facts, "Block RFQ rules"). */
function mismatch(first: Instrument, other: Instrument): string | null {
  if (quoteOf(first) !== quoteOf(other)) return 'must have the quote currency of the other legs';
  const bothSpot = first.kind === 'spot' && other.kind === 'spot';
  return first.base === other.base || bothSpot ? null : 'must have the base currency of the other legs';
}

function readLeg(exchange: Exchange, leg: unknown, at: string): Result<RequestedLeg, Refusal> {
  if (!isRecord(leg) || !hasOnly(leg, ['instrument_name', 'amount', 'direction']))
    return refuseParam(at, 'wrong format');
  const name = leg['instrument_name'];
  if (name === undefined) return refuseParam(`${at}.instrument_name`, 'value required');
  const venue = typeof name === 'string' ? exchange.venue(name) : undefined;
  if (venue === undefined) return refuseParam(`${at}.instrument_name`, 'instrument not found');
  const { instrument } = venue;
  if (!LEG_KINDS.includes(instrument.kind)) return refuseParam(`${at}.instrument_name`, 'must not be a combo');
  if (venue.state !== 'open') return refuseParam(`${at}.instrument_name`, 'instrument not open');
  const direction = leg['direction'];
  if (direction === undefined) return refuseParam(`${at}.direction`, 'value required');
  if (!isDirection(direction)) return refuseParam(`${at}.direction`, 'invalid value');
  if (leg['amount'] === undefined) return refuseParam(`${at}.amount`, 'value required');
  const amountUnits = stepAmount(instrument, leg['amount']);
  if (amountUnits === null) return refuseParam(`${at}.amount`, 'must be a multiple of contract size');
  if (amountUnits < instrument.blockMinUnits) {
    return refuseParam(`${at}.amount`, 'must be at least the block trade minimum');
  }
  return ok({ instrument, direction, amountUnits });
}

/** 1 to 20 legs that go together, each open, on its step and at least its block minimum, none twice. */
export function readLegs(exchange: Exchange, legs: readonly unknown[]): Result<readonly RequestedLeg[], Refusal> {
  if (legs.length < 1 || legs.length > MAX_LEGS) return refuseParam('legs', `must have 1 to ${MAX_LEGS} legs`);
  const read: RequestedLeg[] = [];
  for (const [index, leg] of legs.entries()) {
    const at = `legs[${index}]`;
    const one = readLeg(exchange, leg, at);
    if (!one.ok) return one;
    const { instrument } = one.value;
    if (read.some((other) => other.instrument === instrument)) {
      return refuseParam(`${at}.instrument_name`, 'must not repeat');
    }
    const wrong = read[0] === undefined ? null : mismatch(read[0].instrument, instrument);
    if (wrong !== null) return refuseParam(`${at}.instrument_name`, wrong);
    read.push(one.value);
  }
  return ok(read);
}

/** Options and futures are hedged in their own settlement currency, spot by any future of a leg's base. */
function hedges(future: Instrument, legs: readonly RequestedLeg[]): boolean {
  return legs.some(
    ({ instrument }) =>
      instrument.base === future.base && (instrument.kind === 'spot' || instrument.settlement === future.settlement),
  );
}

function onBlockTick(instrument: Instrument, price: number): boolean {
  const [units, tick] = [toUnits(price, PRICE_PLACES), toUnits(instrument.blockTick, PRICE_PLACES)];
  return units !== null && tick !== null && units % tick === 0;
}

/**
 * The hedge: a future on its block tick and amount step; null for none. The block minimum doesn't apply: a sample
 * hedges 10 USD.
 */
export function readHedge(
  exchange: Exchange,
  legs: readonly RequestedLeg[],
  hedge: Readonly<Record<string, unknown>> | undefined,
): Result<Readonly<Record<string, unknown>> | null, Refusal> {
  if (hedge === undefined) return ok(null);
  if (!hasOnly(hedge, ['instrument_name', 'direction', 'price', 'amount'])) return refuseParam('hedge', 'wrong format');
  const { instrument_name: name, direction, price, amount } = hedge;
  for (const field of ['instrument_name', 'direction', 'price', 'amount']) {
    if (hedge[field] === undefined) return refuseParam(`hedge.${field}`, 'value required');
  }
  const venue = typeof name === 'string' ? exchange.venue(name) : undefined;
  if (venue === undefined) return refuseParam('hedge.instrument_name', 'instrument not found');
  const { instrument } = venue;
  if (instrument.kind !== 'future' || !hedges(instrument, legs)) {
    return refuseParam('hedge.instrument_name', 'must be a future of the same currency');
  }
  if (venue.state !== 'open') return refuseParam('hedge.instrument_name', 'instrument not open');
  if (!isDirection(direction)) return refuseParam('hedge.direction', 'invalid value');
  if (stepAmount(instrument, amount) === null)
    return refuseParam('hedge.amount', 'must be a multiple of contract size');
  if (typeof price !== 'number' || !(price > 0) || !onBlockTick(instrument, price)) {
    return refuseParam('hedge.price', 'must conform to tick size');
  }
  return ok({ instrument_name: name, direction, price, amount });
}

/** Distinct listed makers; others are rejected. Anonymous requests need five; an empty list has none. */
export function readMakers(
  makers: readonly unknown[] | undefined,
  disclosed: boolean,
): Result<readonly string[], Refusal> {
  const names: string[] = [];
  for (const [index, maker] of (makers ?? []).entries()) {
    if (typeof maker !== 'string') return refuseParam(`makers[${index}]`, 'must be a string');
    if (!MAKERS.some((known) => known === maker)) return refuseParam(`makers[${index}]`, 'unknown maker');
    if (names.includes(maker)) return refuseParam(`makers[${index}]`, 'must not repeat');
    names.push(maker);
  }
  if (!disclosed && names.length < MIN_ANONYMOUS_MAKERS) {
    return refuseParam('disclosed', `false requires at least ${MIN_ANONYMOUS_MAKERS} makers`);
  }
  return ok(names);
}

/** One part of a pre-allocation, as it was sent; `units` is its amount. */
function readAllocation(
  part: unknown,
  at: string,
  places: number,
  isOwnUser: (id: number) => boolean,
): Result<{ readonly units: number; readonly part: Readonly<Record<string, unknown>> }, Refusal> {
  if (!isRecord(part) || !hasOnly(part, ['amount', 'user_id', 'client_info'])) return refuseParam(at, 'wrong format');
  const { amount, user_id: userId, client_info: client } = part;
  if (amount === undefined) return refuseParam(`${at}.amount`, 'value required');
  const units = typeof amount === 'number' && amount > 0 ? toUnits(amount, places) : null;
  if (units === null) return refuseParam(`${at}.amount`, 'must be above zero and as fine as the amount');
  if ((userId === undefined) === (client === undefined)) return refuseParam(at, 'needs either user_id or client_info');
  if (client !== undefined && !isClientInfo(client)) return refuseParam(`${at}.client_info`, 'wrong format');
  if (userId !== undefined && !(typeof userId === 'number' && Number.isSafeInteger(userId))) {
    return refuseParam(`${at}.user_id`, 'must be an integer');
  }
  if (userId !== undefined && !isOwnUser(userId)) return refuseParam(`${at}.user_id`, 'user not found');
  return ok({ units, part });
}

/**
 * Parts for users or broker clients, adding up to the amount. Users are this owner's accounts; any client id does.
 * Empty is none.
 */
export function readAllocations(
  allocations: readonly unknown[] | undefined,
  amount: { readonly units: number; readonly places: number },
  isOwnUser: (id: number) => boolean,
): Result<readonly Readonly<Record<string, unknown>>[] | null, Refusal> {
  if (allocations === undefined || allocations.length === 0) return ok(null);
  const read: Readonly<Record<string, unknown>>[] = [];
  let total = 0;
  for (const [index, part] of allocations.entries()) {
    const one = readAllocation(part, `trade_allocations[${index}]`, amount.places, isOwnUser);
    if (!one.ok) return one;
    total += one.value.units;
    read.push(one.value.part);
  }
  return total === amount.units ? ok(read) : refuseParam('trade_allocations', 'must add up to the amount');
}

function isClientInfo(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasOnly(value, ['client_id', 'client_link_id']) &&
    Number.isSafeInteger(value['client_id']) &&
    Number.isSafeInteger(value['client_link_id'])
  );
}
