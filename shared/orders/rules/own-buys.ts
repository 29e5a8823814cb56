import type { SellDraft } from '../draft.ts';
import type { SellFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePartner } from '../forecast/partner.ts';
import { readSell, type Sell } from '../forecast/sell.ts';
import type { Forecast, ForecastStep } from '../forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { parseDecimal } from '../../decimal.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { movePrice } from '../tick.ts';

/**
 * A sell that comes to a resting buy of its own account does not trade with it: it is refused, or the buy is cancelled, and
 * neither is what a trader sells for. Of buys below the touch the forecast tells: a warning of these would come and go with the
 * size of that. For drafts whose fields are without errors.
 */
export function checkOwnBuys(draft: SellDraft, facts: SellFacts): Issue[] {
  const sell = facts.ownBuys.length === 0 ? null : readSell(draft, facts);
  if (sell === null) return [];
  const alone = forecastAlone(sell);
  const found = alone.steps.find(({ code }) => code === 'meets_own_buy' || code === 'may_meet_own_buy');
  if (found !== undefined) return [warn(found, draft, draft.advanced === null ? sell : null)];
  return [...checkFiring(alone), ...checkPartnerAmong(sell, alone)];
}

/** Where the buy gives way, what fires goes on. */
function checkFiring({ steps }: Forecast): Issue[] {
  const found = steps.find(({ code }) => code === 'fires_into_own_buy');
  if (found === undefined || found.params['mode'] === 'cancel_maker') return [];
  return [issue('warning', 'order', 'would_fire_into_own_buy', readNames(found))];
}

/** Of the partner, the second order of two of which one cancels the other. */
function checkPartnerAmong(sell: Sell, alone: Forecast): Issue[] {
  const [child] = sell.draft.children;
  const found = foreseePartner(sell, alone)?.step;
  if (child === undefined || found?.code !== 'partner_meets_own_buy') return [];
  const { field, ...rest } = warn(found, child, sell);
  return [{ ...rest, field: field === 'order' ? 'type' : field, child: 0 }];
}

/** `sell`: null where no price of the instrument can be offered instead. */
function warn(found: ForecastStep, { type }: Pick<SellDraft, 'type'>, sell: Sell | null): Issue {
  const names = readNames(found);
  const { hasPrice } = ORDER_TYPE_TRAITS[type];
  const price = parseDecimal(names.own_price);
  const isPriced = hasPrice && sell !== null && price !== null;
  const fixes = isPriced ? [{ field: 'price' as const, value: movePrice(sell.instrument, price, 1) }] : [];
  return issue('warning', hasPrice ? 'price' : 'order', 'would_meet_own_buy', names, fixes);
}

function readNames({ params }: ForecastStep) {
  const { own_price = '', own_lowest = '', own_amount = '', own_count = '', unit = '', mode = '' } = params;
  return { own_price, own_lowest, own_amount, own_count, unit, mode };
}
