import {
  type DecimalString,
  decimal,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  roundToPlaces,
  roundToStep,
  subtract,
} from '../../decimal.ts';
import { estimateFee } from '../fees.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { readFillPrice } from './costs.ts';
import { foreseeLinkedAmongOwn } from './linked-own.ts';
import { foreseePlaced } from './placed.ts';
import type { ReadOrder } from './read-order.ts';

const ONE = decimal(1);
const FEE_PLACES = 8;

/**
 * What shows of an iceberg at rest. Hidden fills pay the taker fee (facts, section 10); an immediate trade shows whole.
 */
export function forecastIceberg(order: ReadOrder, course: Forecast): ForecastStep[] {
  const display = parseDecimal(order.draft.display_amount);
  if (display === null) return [];
  const { amount, draft } = order;
  switch (course.behaviour) {
    case 'rests':
      return planWhole(order, display, course.price);
    case 'waits': {
      const price = readFillPrice(order, course);
      // Whatever the market is once it fires, post only rests then.
      return draft.post_only ? planWhole(order, display, price) : planRest(order, amount, display, price);
    }
    case 'trades': {
      const beyond = course.steps.find(({ code }) => code === 'beyond_touch')?.params['remainder'] ?? '';
      const most = parseDecimal(beyond);
      return most === null ? [] : planRest(order, most, display, course.price);
    }
    default:
      return [];
  }
}

/** All of it rests: slices, refreshes, the last slice. */
function planWhole(order: ReadOrder, display: DecimalString, price: DecimalString | null): ForecastStep[] {
  const { amount, unit } = order;
  const slices = countSlices(amount, display);
  const refreshes = subtract(slices, ONE);
  const last = subtract(amount, multiply(display, refreshes));
  return [
    step('good', 'iceberg', { display, slices, refreshes, last, unit }),
    ...hiddenFee(order, subtract(amount, display), price),
  ];
}

/** `most` of it rests: hidden or new orders may take some. */
function planRest(
  order: ReadOrder,
  most: DecimalString,
  display: DecimalString,
  price: DecimalString | null,
): ForecastStep[] {
  const plan = step('good', 'iceberg_rest', { display, slices: countSlices(most, display), unit: order.unit });
  return [plan, ...hiddenFee(order, subtract(most, display), price)];
}

function countSlices(amount: DecimalString, display: DecimalString): DecimalString {
  return roundToStep(divide(amount, display), ONE, 'up');
}

/** `price`: where it works, whatever was typed. */
function hiddenFee(
  { instrument, side, ticker, facts }: ReadOrder,
  hidden: DecimalString,
  price: DecimalString | null,
): ForecastStep[] {
  if (price === null || !isPositive(hidden)) return [];
  const estimate = estimateFee(instrument, 'taker', hidden, price, ticker.index_price ?? null, facts.fees, side);
  if (estimate === null) return [];
  const params = { fee: roundToPlaces(estimate.fee, FEE_PLACES), currency: estimate.currency };
  return [step('attention', 'hidden_pays_taker', params)];
}

const LINK_STEPS = {
  one_triggers_other: 'triggers_other',
  one_cancels_other: 'cancels_other',
  one_triggers_one_cancels_other: 'triggers_pair',
} as const;

/** What a linked order does to its children, and what those do as they are placed. `alone`: of the order without them. */
export function forecastLinked(order: ReadOrder, alone: Forecast): ForecastStep[] {
  const { draft } = order;
  if (draft.linked_order_type === null) return [];
  const params = { children: String(draft.children.length), condition: draft.trigger_fill_condition ?? 'first_hit' };
  const foreseen = [...foreseePlaced(order, alone), ...foreseeLinkedAmongOwn(order, alone)].filter(
    (found) => found !== null,
  );
  return [step('good', LINK_STEPS[draft.linked_order_type], params), ...foreseen];
}
