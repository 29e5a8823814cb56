import { parseDecimal } from '../decimal.ts';
import { convertPrice } from '../options/price-forms.ts';
import type { SellDraft } from './draft.ts';
import { amountUnit, bestBid, type SellFacts } from './facts.ts';
import { forecastCosts } from './forecast/costs.ts';
import { forecastLimit, forecastTrade, prepend } from './forecast/course.ts';
import { forecastPartnerReject } from './forecast/partner.ts';
import { forecastIceberg, forecastLinked } from './forecast/plans.ts';
import type { Sell } from './forecast/sell.ts';
import { forecastTriggered } from './forecast/trigger.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from './order-types.ts';
import { readSize } from './rules/size.ts';

/**
 * What the engine will do with a draft that has no errors, as far as the best bid and the band tell.
 * Null without instrument or ticker. Rules: contract "private/sell" (post_only, min_price), facts section 8.
 */
export function forecastSell(draft: SellDraft, facts: SellFacts): Forecast | null {
  const { instrument, ticker } = facts;
  if (instrument === null || ticker === null) return null;
  const amount = readSize(draft, instrument);
  const traits = ORDER_TYPE_TRAITS[draft.type];
  const asked = traits.hasPrice ? parseDecimal(draft.price) : null;
  if (amount === null || (traits.hasPrice && asked === null)) return null;
  const forms =
    asked === null || draft.advanced === null
      ? null
      : convertPrice(asked, draft.advanced, instrument, ticker, facts.serviceNowMs);
  if (draft.advanced !== null && forms === null) return null;
  const price = forms?.quote ?? asked;
  const sell: Sell = {
    draft,
    amount,
    price,
    instrument,
    ticker,
    bid: bestBid(ticker),
    unit: amountUnit(instrument),
    facts,
  };
  const course = prepend(explainPrice(sell, asked), forecastCourse(sell));
  const reduces = draft.reduce_only ? [step('attention', 'no_more_than_position', {})] : [];
  return {
    ...course,
    steps: [
      ...course.steps,
      ...reduces,
      ...forecastIceberg(sell),
      ...forecastLinked(sell),
      ...forecastCosts(sell, course),
    ],
  };
}

function forecastCourse(sell: Sell): Forecast {
  const course = forecastAlone(sell);
  const rejected = course.behaviour === 'refused' ? null : forecastPartnerReject(sell);
  return rejected === null ? course : { price: null, behaviour: 'refused', steps: [rejected] };
}

function forecastAlone(sell: Sell): Forecast {
  if (ORDER_TYPE_TRAITS[sell.draft.type].triggeredBy !== null) return forecastTriggered(sell);
  return sell.price === null ? forecastTrade(sell, null) : forecastLimit(sell, sell.price);
}

/** A price in USD or volatility: what it comes to, and that the engine keeps moving it. */
function explainPrice({ draft, price }: Sell, asked: string | null): ForecastStep[] {
  if (draft.advanced === null || asked === null || price === null) return [];
  const priced =
    draft.advanced === 'implv'
      ? step('good', 'priced_by_volatility', { percent: asked, price })
      : step('good', 'priced_by_usd', { usd: asked, price });
  return [priced, step('attention', 'reprices', {})];
}
