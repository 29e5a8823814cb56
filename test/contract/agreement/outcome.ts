import { absolute, compare, type DecimalString, subtract } from '../../../shared/decimal.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { MEETS_OWN_ORDERS } from '../../../shared/orders/outcome/expectation.ts';
import type { Forecast, ForecastStepCode } from '../../../shared/orders/forecast/forecast-schema.ts';
import type { Fees } from '../../../shared/service/account.ts';
import type { Order } from '../../../shared/service/order.ts';
import type { UserTrade } from '../../../shared/service/trade.ts';
import type { Quoted } from './market.ts';

/** A placed order beside what was asked and expected. */
export interface Outcome {
  readonly draft: OrderDraft;
  readonly quoted: Quoted;
  readonly forecast: Forecast;
  readonly fees: Fees | null;
  readonly order: Order;
  readonly trades: readonly UserTrade[];
  /** All orders that the sell placed, as they stood once what followed from it was done. */
  readonly after: readonly Order[];
}

export const text = (value: string) => value as DecimalString;
const EIGHT_PLACES = text('0.00000001');

export function same(what: string, expected: unknown, actual: unknown): string[] {
  return expected === actual ? [] : [`${what}: the forecast says ${String(expected)}, the order ${String(actual)}`];
}

export function sameNumber(what: string, expected: string | undefined, actual: string | null | undefined): string[] {
  if (expected !== undefined && actual != null && actual !== 'market_price') {
    if (compare(text(expected), text(actual)) === 0) return [];
  }
  return [`${what}: the forecast says ${expected}, the order ${actual}`];
}

export function near(what: string, expected: string | undefined, actual: DecimalString): string[] {
  const distance = absolute(subtract(text(expected ?? '0'), actual));
  return compare(distance, EIGHT_PLACES) <= 0 ? [] : [`${what}: the forecast says ${expected}, the trades ${actual}`];
}

export const filledOf = ({ filled_amount }: Order) => filled_amount ?? text('0');
export const left = ({ order }: Outcome) => subtract(order.amount ?? text('0'), filledOf(order));

const PARTNER_STEPS: readonly ForecastStepCode[] = [
  'partner_trades',
  'partner_may_trade',
  'partner_meets_order',
  'partner_ends',
  'partner_meets_own_order',
];

export const hangsOnPartner = ({ forecast }: Outcome) =>
  forecast.steps.some(({ code }) => PARTNER_STEPS.includes(code));

/** How the bids of others go on below an own buy is not known: the desk's own comparison says what state fits. */
export const hangsOnOwnBuy = ({ forecast }: Outcome) =>
  forecast.steps.some(({ code }) => MEETS_OWN_ORDERS.includes(code));

/** The order once all that followed from the sell was done. */
export function endOf({ order, after }: Outcome): Order {
  return after.find(({ order_id }) => order_id === order.order_id) ?? order;
}

/** The order of the other side, as far as it went to work. */
export function partnerOf({ order, after }: Outcome): Order | undefined {
  return after.find(({ order_id, oco_ref }) => order_id !== order.order_id && oco_ref === order.oco_ref);
}

export function endsWith(outcome: Outcome, ...states: readonly string[]): string[] {
  const { order_state } = endOf(outcome);
  return states.includes(order_state)
    ? []
    : [`the forecast says ${states.join(' or ')} in the end, not ${order_state}`];
}
