import {
  type DecimalString,
  decimal,
  divide,
  isZero,
  multiply,
  parseDecimal,
  roundToPlaces,
  roundToStep,
  subtract,
} from '../../decimal.ts';
import { estimateFee } from '../fees.ts';
import { type Forecast, type ForecastStep, step } from '../forecast-schema.ts';
import { foreseePlaced } from './placed.ts';
import type { Sell } from './sell.ts';

const ONE = decimal(1);
const FEE_PLACES = 8;

/** How an iceberg is shown: slices, refreshes, the last slice, and that hidden fills pay the taker fee (facts, section 10). */
export function forecastIceberg(sell: Sell): ForecastStep[] {
  const display = parseDecimal(sell.draft.display_amount);
  if (display === null) return [];
  const { amount, unit } = sell;
  const slices = roundToStep(divide(amount, display), ONE, 'up');
  const before = multiply(display, subtract(slices, ONE));
  const plan = step('good', 'iceberg', {
    display,
    slices,
    refreshes: subtract(slices, ONE),
    last: subtract(amount, before),
    unit,
  });
  const hidden = subtract(amount, display);
  const fee = isZero(hidden) ? null : hiddenFee(sell, hidden);
  return fee === null ? [plan] : [plan, fee];
}

function hiddenFee({ instrument, ticker, price, facts }: Sell, hidden: DecimalString): ForecastStep | null {
  if (price === null) return null;
  const estimate = estimateFee(instrument, 'taker', hidden, price, ticker.index_price ?? null, facts.fees);
  if (estimate === null) return null;
  const params = { fee: roundToPlaces(estimate.fee, FEE_PLACES), currency: estimate.currency };
  return step('attention', 'hidden_pays_taker', params);
}

const LINK_STEPS = {
  one_triggers_other: 'triggers_other',
  one_cancels_other: 'cancels_other',
  one_triggers_one_cancels_other: 'triggers_pair',
} as const;

/** What a linked order does to its children, and what those do as they are placed. `alone`: of the sell without them. */
export function forecastLinked(sell: Sell, alone: Forecast): ForecastStep[] {
  const { draft } = sell;
  if (draft.linked_order_type === null) return [];
  const params = { children: String(draft.children.length), condition: draft.trigger_fill_condition ?? 'first_hit' };
  const foreseen = foreseePlaced(sell, alone).filter((found) => found !== null);
  return [step('good', LINK_STEPS[draft.linked_order_type], params), ...foreseen];
}
