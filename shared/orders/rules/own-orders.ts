import type { SellDraft } from '../draft.ts';
import type { SellFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePartner } from '../forecast/partner.ts';
import { readSell, type Sell } from '../forecast/sell.ts';
import type { Forecast, ForecastStep } from '../forecast/forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { parseDecimal, ZERO } from '../../decimal.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { moveAway, ownOrdersAhead } from '../side.ts';
import { gradeOf } from './grade.ts';

/**
 * Warns of an order that meets one of its own account at the touch; the forecast covers those behind it
 * (docs/design/orders.md). Valid fields only.
 */
export function checkOwnOrders(draft: SellDraft, facts: SellFacts): Issue[] {
  const sell = ownOrdersAhead(draft.direction, facts).length === 0 ? null : readSell(draft, facts);
  if (sell === null) return [];
  const alone = forecastAlone(sell);
  const found = alone.steps.find(({ code }) => code === 'meets_own_order' || code === 'may_meet_own_order');
  if (found !== undefined) return [warn(found, draft, sell, draft.advanced === null)];
  return [...checkFiring(sell, alone), ...checkPartnerAmong(sell, alone)];
}

/** Where the resting order gives way, what fires goes on. */
function checkFiring(sell: Sell, { steps }: Forecast): Issue[] {
  const found = steps.find(({ code }) => code === 'fires_into_own_order');
  if (found === undefined || found.params['mode'] === 'cancel_maker') return [];
  return [issue('warning', 'order', 'would_fire_into_own_order', readNames(found, sell))];
}

/** The linked partner: the second of two that cancel each other. */
function checkPartnerAmong(sell: Sell, alone: Forecast): Issue[] {
  const [child] = sell.draft.children;
  const found = foreseePartner(sell, alone)?.step;
  if (child === undefined || found?.code !== 'partner_meets_own_order') return [];
  const { field, ...rest } = warn(found, child, sell, true);
  return [{ ...rest, field: field === 'order' ? 'type' : field, child: 0 }];
}

/** `isInQuote`: a price of the instrument can be offered instead. */
function warn(found: ForecastStep, { type }: Pick<SellDraft, 'type'>, sell: Sell, isInQuote: boolean): Issue {
  const names = readNames(found, sell);
  const { hasPrice } = ORDER_TYPE_TRAITS[type];
  const price = parseDecimal(names.own_price);
  const isPriced = hasPrice && isInQuote && price !== null;
  const fixes = isPriced ? [{ field: 'price' as const, value: moveAway(sell.side, sell.instrument, price) }] : [];
  return issue('warning', hasPrice ? 'price' : 'order', 'would_meet_own_order', names, fixes);
}

/** What was accepted of them holds until they are about twice as large: fills make them smaller by themselves. */
function readNames({ params }: ForecastStep, { instrument }: Sell) {
  const {
    own_side = '',
    own_price = '',
    own_last = '',
    own_amount = '',
    own_count = '',
    unit = '',
    mode = '',
  } = params;
  const extent = gradeOf(parseDecimal(own_amount) ?? ZERO, instrument.min_trade_amount);
  return { own_side, own_price, own_last, own_amount, own_count, unit, mode, extent };
}
