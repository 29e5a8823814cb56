import { ok, type Result } from '../../../shared/result.ts';
import { toUnits } from '../../fixed.ts';
import { isCombo, tickAt, type Instrument } from '../../market/instrument.ts';
import { refuseParam, type Refusal } from '../../refusal.ts';
import type { OrderType, Trigger, TriggerSource } from './order.ts';

const NOT_FOR_TYPE = 'not allowed for this order type';
const TRIGGERED_AT_A_PRICE: readonly OrderType[] = ['stop_limit', 'stop_market', 'take_limit', 'take_market'];
/** Indices have up to six places; triggers on those of options and combos are set to the cent. */
const INDEX_PLACES = 6;
const CENT_UNITS = 10_000;

/** The part of a request that says when a trigger order fires. */
export interface TriggerRequest {
  readonly type: OrderType;
  readonly trigger?: TriggerSource | undefined;
  readonly triggerPrice?: number | undefined;
  readonly triggerOffset?: number | undefined;
}

/**
 * Reads the trigger of stop, take and trailing orders; null for other kinds, which take none. Trailing stops have a
 * distance (facts, section 8).
 */
export function readTrigger(instrument: Instrument, request: TriggerRequest): Result<Trigger | null, Refusal> {
  const { type, trigger: source, triggerPrice, triggerOffset } = request;
  const atPrice = TRIGGERED_AT_A_PRICE.includes(type);
  const trails = type === 'trailing_stop';
  if (!atPrice && triggerPrice !== undefined) return refuseParam('trigger_price', NOT_FOR_TYPE);
  if (!trails && triggerOffset !== undefined) return refuseParam('trigger_offset', NOT_FOR_TYPE);
  if (!atPrice && !trails) return source === undefined ? ok(null) : refuseParam('trigger', NOT_FOR_TYPE);
  if (source === undefined) return refuseParam('trigger', 'value required');
  // An option's or combo's own price is in coins, its index is not; a future's trigger is on the future's grid.
  const ofIndex = source === 'index_price' && (instrument.option !== null || isCombo(instrument));
  const places = ofIndex ? INDEX_PLACES : instrument.pricePlaces;
  const param = trails ? 'trigger_offset' : 'trigger_price';
  const price = trails ? triggerOffset : triggerPrice;
  if (price === undefined) return refuseParam(param, 'value required');
  if (price <= 0 && (trails || ofIndex || !isCombo(instrument))) return refuseParam(param, 'must be above zero');
  const units = toUnits(price, places);
  if (units === null || units % (ofIndex ? CENT_UNITS : tickOf(instrument, units, trails)) !== 0) {
    return refuseParam(param, 'must conform to tick size');
  }
  return ok({
    source,
    places,
    priceUnits: trails ? 0 : units,
    offsetUnits: trails ? units : null,
    referenceUnits: null,
  });
}

/** Distances are counted in the smallest tick. */
function tickOf(instrument: Instrument, units: number, trails: boolean): number {
  return trails ? instrument.tickUnits : tickAt(instrument, units);
}
