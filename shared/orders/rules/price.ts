import { compare, type DecimalString, isPositive, parseDecimal } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { OrderDraft } from '../draft.ts';
import { isInverse } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { refuseNumber } from '../typed/typed-number.ts';
import { DIGITS, fixPrecise, isTooPrecise } from './precision.ts';
import { isDifference, isOnTick, nearestPrices, tickAt } from '../tick.ts';

/** From here on a volatility is more likely a slip of the hand. */
const UNUSUAL_VOLATILITY = '500' as DecimalString;
/** Beyond these the price is taken for a mistake; the service's own limits are not published. */
const MOST = {
  implv: { maximum: '1000' as DecimalString, unit: '%', example: '65.5' },
  usd: { maximum: '1000000000' as DecimalString, unit: 'USD', example: '2390.5 or 2.39k' },
};
/** The service refuses volatilities "several minutes" before expiry (facts, section 3, code 11046): taken to be five. */
const LAST_VOLATILITY_MINUTES = 5;

type PriceTerms = Pick<OrderDraft, 'type' | 'price'>;

/**
 * Checks that the type takes a price and the text is a plain positive decimal. `judge` judges its readings without
 * digit groups.
 */
function checkPriceText(
  { type, price: text }: PriceTerms,
  example: string,
  judge: (plain: string) => Issue[],
): { issues: Issue[]; price: DecimalString | null } {
  const stop = (found: Issue) => ({ issues: [found], price: null });
  const isGiven = text.trim() !== '';
  if (!ORDER_TYPE_TRAITS[type].hasPrice) {
    return isGiven ? stop(issue('error', 'price', 'price_not_used', { type })) : { issues: [], price: null };
  }
  if (!isGiven) return stop(issue('error', 'price', 'price_missing', {}));
  const price = parseDecimal(text);
  if (price === null) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'price', 'price_not_decimal', { example }, fixes);
    return stop(refuseNumber(text, 'price', refuse, judge));
  }
  if (isTooPrecise(price)) {
    return stop(issue('error', 'price', 'price_too_precise', DIGITS, fixPrecise('price', price, judge)));
  }
  return { issues: [], price };
}

/** A price in the instrument's quote: on the tick in force there. */
export function checkQuotePrice(terms: PriceTerms, instrument: Instrument): Issue[] {
  const isCoinPrice = instrument.kind === 'option' && isInverse(instrument);
  const example = isCoinPrice ? '0.0245' : '97410.5 or 97.4k';
  const judge = (plain: string): Issue[] => checkQuotePrice({ ...terms, price: plain }, instrument);
  const { issues, price } = checkPriceText(terms, example, judge);
  if (price === null) return issues;
  if (!isPositive(price) && !isDifference(instrument)) return [issue('error', 'price', 'price_not_positive', {})];
  if (isOnTick(instrument, price)) return [];
  const { below, above } = nearestPrices(instrument, price);
  const values = below === null ? [above] : [below, above];
  const fixes = values.map((value) => ({ field: 'price' as const, value }));
  return [issue('error', 'price', 'price_off_tick', { tick: tickAt(instrument, price) }, fixes)];
}

/**
 * A price in USD or volatility: options only, USD not for linear ones, never post only; no tick (contract, `advanced`;
 * facts, section 8).
 */
export function checkAdvanced(draft: OrderDraft, instrument: Instrument, nowMs: number): Issue[] {
  const { advanced } = draft;
  if (advanced === null) return [];
  if (instrument.kind !== 'option') return [issue('error', 'advanced', 'advanced_needs_option', { advanced })];
  const issues: Issue[] = [];
  if (advanced === 'usd' && !isInverse(instrument)) {
    issues.push(issue('error', 'advanced', 'advanced_usd_on_linear', {}));
  }
  if (!ORDER_TYPE_TRAITS[draft.type].hasPrice) {
    return [...issues, issue('error', 'advanced', 'advanced_needs_price', { type: draft.type })];
  }
  const leftMs = (instrument.expiration_timestamp ?? Number.POSITIVE_INFINITY) - nowMs;
  if (advanced === 'implv' && leftMs < LAST_VOLATILITY_MINUTES * 60_000) {
    issues.push(issue('error', 'advanced', 'volatility_near_expiry', { minutes: String(LAST_VOLATILITY_MINUTES) }));
  }
  const judge = (plain: string): Issue[] => checkAdvanced({ ...draft, price: plain }, instrument, nowMs);
  const { issues: unreadable, price } = checkPriceText(draft, MOST[advanced].example, judge);
  if (price === null) return [...issues, ...unreadable];
  if (!isPositive(price)) {
    issues.push(issue('error', 'price', advanced === 'implv' ? 'volatility_not_positive' : 'price_not_positive', {}));
  } else if (compare(price, MOST[advanced].maximum) > 0) {
    issues.push(
      issue('error', 'price', 'advanced_price_too_high', {
        maximum: MOST[advanced].maximum,
        unit: MOST[advanced].unit,
      }),
    );
  } else if (advanced === 'implv' && compare(price, UNUSUAL_VOLATILITY) >= 0) {
    issues.push(issue('warning', 'price', 'volatility_unusual', { percent: price }));
  }
  return issues;
}
