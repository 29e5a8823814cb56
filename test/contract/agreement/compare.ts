import { compare, isPositive, isZero } from '../../../shared/decimal.ts';
import type { Forecast } from '../../../shared/orders/forecast/forecast-schema.ts';
import { type Outcome, text, same, sameNumber, filledOf, hangsOnPartner, hangsOnOwnBuy, endOf } from './outcome.ts';
import { STEP_CHECKS } from './step-checks.ts';

/** Without a partner's effect in the forecast, the reply's order is the final one. */
function compareEnd(outcome: Outcome): string[] {
  const { draft, forecast, order } = outcome;
  if (draft.linked_order_type !== 'one_cancels_other' || hangsOnPartner(outcome)) return [];
  // The book behind a taken touch is unknown; only a first fill surely ended the partner.
  if (forecast.behaviour === 'trades' && order.trigger_fill_condition !== 'first_hit') return [];
  const end = endOf(outcome);
  return [
    ...same('state in the end', order.order_state, end.order_state),
    ...sameNumber('amount in the end', order.amount ?? undefined, end.amount ?? undefined),
  ];
}

/** State and filled size by what the forecast calls the order's behaviour. */
function compareBehaviour(outcome: Outcome): string[] {
  const { forecast } = outcome;
  // The reply tells of the order before its partner goes to work.
  const order = hangsOnPartner(outcome) && forecast.behaviour === 'cancelled' ? endOf(outcome) : outcome.order;
  if ((hangsOnPartner(outcome) || hangsOnOwnBuy(outcome)) && forecast.behaviour === 'unclear') return [];
  const filled = filledOf(order);
  const isWhole = compare(filled, order.amount ?? text('0')) === 0;
  const stands = `${order.order_state} with ${filled} filled`;
  const fits: Record<Forecast['behaviour'], boolean> = {
    waits: order.order_state === 'untriggered' && isZero(filled),
    rests: order.order_state === 'open' && isZero(filled),
    trades: isPositive(filled) && (order.order_state === 'filled') === isWhole,
    cancelled: order.order_state === 'cancelled' && isZero(filled),
    unclear: isWhole ? order.order_state === 'filled' : order.order_state === 'cancelled' && isZero(filled),
    refused: false,
  };
  return fits[forecast.behaviour] ? [] : [`the forecast says ${forecast.behaviour}, the order is ${stands}`];
}

/** The price that the order is booked at; orders without one have the text, or the market's own price. */
function comparePrice({ forecast, order }: Outcome): string[] {
  if (forecast.price !== null) return sameNumber('price', forecast.price, order.price);
  return forecast.behaviour === 'waits' ? same('price', 'market_price', order.price) : [];
}

/** Everything in which a placed order differs from its forecast, in words. */
export function differences(outcome: Outcome): string[] {
  return [
    ...compareBehaviour(outcome),
    ...compareEnd(outcome),
    ...comparePrice(outcome),
    ...outcome.forecast.steps.flatMap(({ code, params }) =>
      STEP_CHECKS[code](params, outcome).map((found) => `${code}: ${found}`),
    ),
  ];
}
