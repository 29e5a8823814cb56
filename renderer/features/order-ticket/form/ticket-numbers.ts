import { compare, type DecimalString, decimal, divide, isPositive, multiply } from '../../../../shared/decimal.ts';
import { amountStep } from '../../../../shared/orders/facts.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { mayBeBelowZero } from '../../../../shared/orders/rules/trigger.ts';
import { isDifference, isOnTick, movePrice, nearestPrices, triggerGrid } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TriggerPriceType } from '../../../../shared/service/order.ts';
import { moveByStep } from '../../../ui/controls/nudging.ts';

/** Numbers of the ticket that are typed. */
export const NUMBER_FIELDS = [
  'amount',
  'contracts',
  'price',
  'usd',
  'implv',
  'trigger_price',
  'trigger_offset',
  'display_amount',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** One price in its three forms. */
export const PRICE_FORM_FIELDS = ['price', 'usd', 'implv'] as const satisfies readonly NumberField[];

/** A price moved up to the grid where it lies between two ticks: a sell never asks for less than was meant. */
export function putOnGrid(instrument: Instrument, price: DecimalString): DecimalString {
  const isPrice = isPositive(price) || isDifference(instrument);
  return !isPrice || isOnTick(instrument, price) ? price : nearestPrices(instrument, price).above;
}

/** Whether a number of the field can be nudged from where it is: at zero and below only where prices lie there. */
export function isNudgeable(
  field: NumberField,
  value: DecimalString,
  instrument: Instrument,
  trigger: TriggerPriceType,
): boolean {
  if (isPositive(value) || (field === 'price' && isDifference(instrument))) return true;
  return field === 'trigger_price' && mayBeBelowZero({ trigger }, instrument);
}

/**
 * A size in the other unit, exactly: `to` contracts also a part of one, for the rules to say that it can't be sold. Null
 * where no decimal says it.
 */
export function convertSize(
  size: DecimalString,
  to: 'amount' | 'contracts',
  contractSize: DecimalString,
): DecimalString | null {
  if (to === 'amount') return multiply(size, contractSize);
  const contracts = divide(size, contractSize);
  return compare(multiply(contracts, contractSize), size) === 0 ? contracts : null;
}

/** A number that is nudged: what is typed of it, and where it begins while nothing can be moved on from; null: nowhere. */
interface Nudged {
  readonly field: NumberField;
  readonly text: string;
  readonly steps: number;
  readonly instrument: Instrument;
  readonly trigger: TriggerPriceType;
  readonly from: DecimalString | null;
}

/** What a nudge makes of it; null where it stays as it is. What of a trigger is nudged goes by the grid of what that watches. */
export function nudgeText({ field, text, steps, instrument, trigger, from }: Nudged): DecimalString | null {
  const isOfTrigger = field === 'trigger_price' || field === 'trigger_offset';
  const grid = isOfTrigger ? triggerGrid(instrument, trigger) : instrument;
  const typed = readNumber(text);
  if (typed !== null && isNudgeable(field, typed, instrument, trigger)) return nudgeNumber(field, typed, steps, grid);
  // What can't be read is the trader's to mend: it is never taken away for what it might have meant.
  if (typed === null && text.trim() !== '') return null;
  const isOnTicks = field === 'price' || field === 'trigger_price';
  return from !== null && isOnTicks ? putOnGrid(grid, from) : from;
}

const USD_STEP = decimal(1);
const VOLATILITY_STEP = decimal('0.1');

/**
 * The number so many steps up (or down, when negative): ticks for prices, correct across a change of the tick;
 * 1 USD, 0.1 volatility points, the amount step, whole contracts. What lies between two steps lands on the next.
 */
export function nudgeNumber(
  field: NumberField,
  value: DecimalString,
  steps: number,
  instrument: Instrument,
): DecimalString {
  switch (field) {
    case 'price':
    case 'trigger_price':
      return movePrice(instrument, value, steps);
    case 'amount':
      return moveByStep(value, steps, amountStep(instrument), instrument.min_trade_amount);
    case 'display_amount':
      return moveByStep(value, steps, amountStep(instrument));
    case 'contracts':
      return moveByStep(value, steps, decimal(1));
    case 'usd':
      return moveByStep(value, steps, USD_STEP);
    case 'implv':
      return moveByStep(value, steps, VOLATILITY_STEP);
    case 'trigger_offset':
      return moveByStep(value, steps, instrument.tick_size);
  }
}
