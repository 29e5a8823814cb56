import { ok, type Result } from '../../shared/result.ts';
import type { Side } from '../engine/order.ts';
import type { Exchange } from '../engine/exchange.ts';
import { power, toUnits } from '../fixed.ts';
import { isRecord } from '../http/params.ts';
import type { BaseCurrency, Instrument } from '../market/instrument.ts';
import { refuseParam, type Refusal } from '../refusal.ts';

/** Amounts of requests are counted in 10^-4 of the leg's unit, whatever the leg, so that they compare. */
export const RFQ_PLACES = 4;

const MAX_LEGS = 20;
const MAX_MAKERS = 100;
const MIN_ANONYMOUS_MAKERS = 5;

/** A leg that passed: amount in 10^-4 of its unit. */
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

/** An amount on the instrument's step, in 10^-4; null when it is not one. */
function stepAmount(instrument: Instrument, amount: unknown): number | null {
  if (typeof amount !== 'number' || !(amount > 0)) return null;
  const units = toUnits(amount, instrument.amountPlaces);
  if (units === null || units % instrument.stepUnits !== 0) return null;
  return units * power(RFQ_PLACES - instrument.amountPlaces);
}

/** 1 to 20 legs of one base currency, each open, on its step and at least its block minimum, none twice. */
export function readLegs(exchange: Exchange, legs: readonly unknown[]): Result<readonly RequestedLeg[], Refusal> {
  if (legs.length < 1 || legs.length > MAX_LEGS) return refuseParam('legs', `must have 1 to ${MAX_LEGS} legs`);
  const read: RequestedLeg[] = [];
  for (const [index, leg] of legs.entries()) {
    const at = (field: string) => `legs[${index}].${field}`;
    if (!isRecord(leg) || !hasOnly(leg, ['instrument_name', 'amount', 'direction'])) {
      return refuseParam(`legs[${index}]`, 'wrong format');
    }
    const name = leg['instrument_name'];
    if (name === undefined) return refuseParam(at('instrument_name'), 'value required');
    const venue = typeof name === 'string' ? exchange.venue(name) : undefined;
    if (venue === undefined) return refuseParam(at('instrument_name'), 'instrument not found');
    if (venue.state !== 'open') return refuseParam(at('instrument_name'), 'instrument not open');
    const direction = leg['direction'];
    if (!isDirection(direction)) return refuseParam(at('direction'), 'invalid value');
    if (leg['amount'] === undefined) return refuseParam(at('amount'), 'value required');
    const amountUnits = stepAmount(venue.instrument, leg['amount']);
    if (amountUnits === null) return refuseParam(at('amount'), 'must be a multiple of contract size');
    const minimum = venue.instrument.blockMinUnits * power(RFQ_PLACES - venue.instrument.amountPlaces);
    if (amountUnits < minimum) return refuseParam(at('amount'), 'must be at least the block trade minimum');
    if (read.some((other) => other.instrument === venue.instrument)) {
      return refuseParam(at('instrument_name'), 'must not repeat');
    }
    if (read[0] !== undefined && read[0].instrument.base !== venue.instrument.base) {
      return refuseParam(at('instrument_name'), 'must have the base currency of the other legs');
    }
    read.push({ instrument: venue.instrument, direction, amountUnits });
  }
  return ok(read);
}

/** A hedge is a future of the legs' base currency with price and amount; null when there is none. */
export function readHedge(
  exchange: Exchange,
  base: BaseCurrency,
  hedge: Readonly<Record<string, unknown>> | undefined,
): Result<Readonly<Record<string, unknown>> | null, Refusal> {
  if (hedge === undefined) return ok(null);
  if (!hasOnly(hedge, ['instrument_name', 'direction', 'price', 'amount'])) return refuseParam('hedge', 'wrong format');
  const { instrument_name: name, direction, price, amount } = hedge;
  const venue = typeof name === 'string' ? exchange.venue(name) : undefined;
  if (venue === undefined) return refuseParam('hedge.instrument_name', 'instrument not found');
  if (venue.instrument.kind !== 'future' || venue.instrument.base !== base) {
    return refuseParam('hedge.instrument_name', 'must be a future of the same currency');
  }
  if (!isDirection(direction)) return refuseParam('hedge.direction', 'invalid value');
  if (stepAmount(venue.instrument, amount) === null) {
    return refuseParam('hedge.amount', 'must be a multiple of contract size');
  }
  if (typeof price !== 'number' || !(price > 0) || toUnits(price, venue.instrument.pricePlaces) === null) {
    return refuseParam('hedge.price', 'must conform to tick size');
  }
  return ok({ instrument_name: name, direction, price, amount });
}

/** Distinct names. Anonymous requests need at least five of them; an empty list names nobody. */
export function readMakers(
  makers: readonly unknown[] | undefined,
  disclosed: boolean,
): Result<readonly string[], Refusal> {
  const names: string[] = [];
  for (const [index, maker] of (makers ?? []).entries()) {
    const fits = typeof maker === 'string' && maker.trim() === maker && maker !== '' && maker.length <= 64;
    if (!fits || index >= MAX_MAKERS || names.includes(maker)) return refuseParam(`makers[${index}]`, 'wrong format');
    names.push(maker);
  }
  if (!disclosed && names.length < MIN_ANONYMOUS_MAKERS) {
    return refuseParam('disclosed', `false requires at least ${MIN_ANONYMOUS_MAKERS} makers`);
  }
  return ok(names);
}

/** Each part goes to a user or to a broker's client, not both; together they make the whole amount. */
export function readAllocations(
  allocations: readonly unknown[] | undefined,
  amountUnits: number,
): Result<readonly Readonly<Record<string, unknown>>[] | null, Refusal> {
  if (allocations === undefined) return ok(null);
  const read: Readonly<Record<string, unknown>>[] = [];
  let total = 0;
  for (const [index, part] of allocations.entries()) {
    const at = `trade_allocations[${index}]`;
    if (!isRecord(part) || !hasOnly(part, ['amount', 'user_id', 'client_info'])) return refuseParam(at, 'wrong format');
    const { amount, user_id: userId, client_info: client } = part;
    const units = typeof amount === 'number' && amount > 0 ? toUnits(amount, RFQ_PLACES) : null;
    if (units === null) return refuseParam(`${at}.amount`, 'must be above zero');
    if ((userId === undefined) === (client === undefined)) {
      return refuseParam(at, 'needs either user_id or client_info');
    }
    if (userId !== undefined && !Number.isInteger(userId)) return refuseParam(`${at}.user_id`, 'must be an integer');
    if (client !== undefined && !isClientInfo(client)) return refuseParam(`${at}.client_info`, 'wrong format');
    total += units;
    read.push(part);
  }
  return total === amountUnits ? ok(read) : refuseParam('trade_allocations', 'must add up to the amount');
}

function isClientInfo(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasOnly(value, ['client_id', 'client_link_id']) &&
    Number.isInteger(value['client_id']) &&
    Number.isInteger(value['client_link_id'])
  );
}
