import { isPositive } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { assertNever } from '../../../shared/result.ts';
import { showForeign } from './foreign-text.ts';
import { describeMiss } from './forecast-miss-text.ts';
import { describeLostSight } from './lost-text.ts';
import { describeProof } from './proof-text.ts';
import { spell, spellNumber } from '../words/spell.ts';

/** Whether the terminal can't resolve it any more: somebody has to look at the service. */
export function needsPerson(row: OrderRow): boolean {
  return row.notices.some((notice) => notice.code === 'needs_a_person');
}

/** Whether the order traded later what it was forecast to trade at once. */
function hasFilledSince({ order }: OrderRow, { code, params }: OrderRow['notices'][number]): boolean {
  if (code !== 'market_moved' && code !== 'forecast_missed') return false;
  const { field = 'behaviour', expected, actual } = params;
  const hasRested = field === 'behaviour' && expected === 'trades' && actual === 'rests';
  return hasRested && order?.filled_amount != null && isPositive(order.filled_amount);
}

/** What should be noticed of an order, a sentence for each, as it stands now: “rests” is no word for one that has filled. */
export function describeNotices(row: OrderRow): string[] {
  return row.notices.map((notice) => {
    if (!hasFilledSince(row, notice)) return describeNotice(notice);
    const since = row.order?.order_state === 'filled' ? 'it rested first, then filled' : 'it rested first';
    return notice.code === 'market_moved'
      ? `The market moved: ${since}.`
      : `The forecast was that it trades at once; ${since}.`;
  });
}

/** A notice in a sentence, by itself. */
export function describeNotice({ code, params }: OrderRow['notices'][number]): string {
  const asked = spellNumber(params['asked']);
  const booked = spellNumber(params['booked']);
  switch (code) {
    case 'price_moved':
      return `Booked at ${booked} instead of ${asked}.`;
    case 'amount_differs':
      return `Booked with an amount of ${booked} instead of ${asked}.`;
    case 'price_changed':
      return `Changed since: price ${describeChange(params)}.`;
    case 'amount_changed':
      return params['by'] === 'linked_fill'
        ? `Cut by a fill of its linked order: amount ${describeChange(params)}.`
        : `Changed since: amount ${describeChange(params)}.`;
    case 'forecast_missed':
      return describeMiss(params);
    case 'market_moved':
      return `The market moved. ${describeMiss(params)}`;
    case 'label_mismatch':
      return `The reply named another order (${params['order_id'] ?? 'no id'}). Ours is being looked up by its label.`;
    case 'refusal_without_id':
      return `A reply without an id rejected it (${showForeign(spell(params['name'] ?? ''))}). It may belong to another request.`;
    case 'other_id_than_replied':
      return `The reply named order ${showForeign(params['replied'] ?? '')}. The service shows ${showForeign(params['order_id'] ?? '')}, which counts.`;
    case 'two_orders_under_label':
      return `Several orders have this label: ${showForeign(params['orders'] ?? 'see the service')}.`;
    case 'two_orders_confirmed':
      return `Several orders have this label, as you confirmed: ${showForeign(params['orders'] ?? '')}.`;
    case 'look_up_failing':
      return 'The look-up fails now and is being repeated.';
    case 'needs_a_person':
      if (params['older_order_id'] !== undefined)
        return `Order ${showForeign(params['older_order_id'])} has its label and is older by the service’s clock. Check whether it is this order before you send again.`;
      if (params['unlinked_order_id'] !== undefined)
        return `Order ${showForeign(params['unlinked_order_id'])} has its label but no linked orders. The service may have forgotten them. Check whether it is this order before you send again.`;
      if (params['unlike_order_id'] !== undefined)
        return `Order ${showForeign(params['unlike_order_id'])} has its label but other terms. Check whether it is this order before you send again.`;
      if (params['late_order_id'] !== undefined)
        return `Order ${showForeign(params['late_order_id'])} traded under its label, long after the deadline. Check whether it is this order before you send again.`;
      if (params['unlabelled_order_id'] !== undefined)
        return `Your trades show order ${showForeign(params['unlabelled_order_id'])} without a label. Check whether it is this order before you send again.`;
      return params['order_id'] === undefined
        ? 'Its outcome stays unknown. Look for its label at the service before you send again.'
        : `The reply named order ${params['order_id']}. Look for it at the service before you send again.`;
    case 'known_by_trades':
      return `Trades show order ${params['order_id'] ?? ''}: ${spellNumber(params['amount'])} executed.`;
    case 'known_by_open':
      return 'Found among the open orders; the look-up by label did not show it then.';
    case 'statement_overruled': {
      const said = params['said'] ?? '';
      const words = said === '' ? 'was not at the service' : `was order ${showForeign(said)}`;
      return `You settled it by hand: it ${words}. The service now shows order ${showForeign(params['order_id'] ?? '')}.`;
    }
    case 'absence_overruled':
      return 'It had been called absent; the service shows it.';
    case 'no_longer_known':
      return describeLostSight(params);
    case 'absence_proof':
      return describeProof(params);
    case 'looked_up_since':
      return 'Looked up since: the service shows no order of it.';
    case 'look_up_owed':
      return 'Being looked up once more.';
    case 'cancelled_under_label':
      return `Cancelled by label: all ${params['count'] ?? 'several'} orders with it were cancelled.`;
    case 'placed_in_parts':
      return `Placed in parts as its order filled: ${showForeign(params['orders'] ?? '')}.`;
    default:
      return assertNever(code);
  }
}

function describeChange({ from, to }: Readonly<Record<string, string>>): string {
  return `${spellNumber(from)} → ${spellNumber(to)}`;
}
