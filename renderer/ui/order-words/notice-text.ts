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
      : `The forecast was that it would trade at once; ${since}.`;
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
        ? `Cut down by a fill of the order it is linked to: amount ${describeChange(params)}.`
        : `Changed since: amount ${describeChange(params)}.`;
    case 'forecast_missed':
      return describeMiss(params);
    case 'market_moved':
      return `The market moved. ${describeMiss(params)}`;
    case 'label_mismatch':
      return `The reply named another order (${params['order_id'] ?? 'no id'}). Looking ours up by its label.`;
    case 'refusal_without_id':
      return `A reply refused it (${showForeign(spell(params['name'] ?? ''))}), without an id: it may be another request’s.`;
    case 'other_id_than_replied':
      return `The reply named order ${showForeign(params['replied'] ?? '')}; the service shows ${showForeign(params['order_id'] ?? '')}, which counts.`;
    case 'two_orders_under_label':
      return `More than one order bears this label: ${showForeign(params['orders'] ?? 'see the service')}.`;
    case 'two_orders_confirmed':
      return `More than one order bears this label, as you confirmed: ${showForeign(params['orders'] ?? '')}.`;
    case 'look_up_failing':
      return 'Looking it up fails at the moment; trying on.';
    case 'needs_a_person':
      if (params['older_order_id'] !== undefined)
        return `Order ${showForeign(params['older_order_id'])} is under its label, and older by the service’s clock. Look whether it is this sell, and do not send it again before.`;
      if (params['unlinked_order_id'] !== undefined)
        return `Order ${showForeign(params['unlinked_order_id'])} is under its label, without the orders linked to it; after so long, the sell’s own may be forgotten. Look whether it is this sell, and do not send it again before.`;
      if (params['unlike_order_id'] !== undefined)
        return `Order ${showForeign(params['unlike_order_id'])} is under its label, and not as it was asked for. Look whether it is this sell, and do not send it again before.`;
      if (params['late_order_id'] !== undefined)
        return `Order ${showForeign(params['late_order_id'])} traded under its label, long after it was to be taken. Look whether it is this sell, and do not send it again before.`;
      if (params['unlabelled_order_id'] !== undefined)
        return `Your trades show order ${showForeign(params['unlabelled_order_id'])} without a label. Look whether it is this sell, and do not send it again before.`;
      return params['order_id'] === undefined
        ? 'It could not be resolved. Look for its label at the service, and do not send it again before.'
        : `The reply named order ${params['order_id']}. Look for that at the service, and do not send it again before.`;
    case 'known_by_trades':
      return `Trades show order ${params['order_id'] ?? ''}: ${spellNumber(params['amount'])} executed.`;
    case 'known_by_open':
      return 'Known as an open order; the look-up of all orders under its label did not show it then.';
    case 'statement_overruled': {
      const said = params['said'] ?? '';
      const words = said === '' ? 'was not at the service' : `was order ${showForeign(said)}`;
      return `You had closed it: it ${words}. The service shows order ${showForeign(params['order_id'] ?? '')}.`;
    }
    case 'absence_overruled':
      return 'It had been called absent; the service shows it.';
    case 'no_longer_known':
      return describeLostSight(params);
    case 'absence_proof':
      return describeProof(params);
    case 'looked_up_since':
      return 'Looked up since: no order of it is shown.';
    case 'look_up_owed':
      return 'Being looked up, to be sure.';
    case 'cancelled_under_label':
      return `Cancelled by its label: ${params['count'] ?? 'several'} orders bore it, and all were cancelled.`;
    case 'placed_in_parts':
      return `Placed in pieces, with the fills of its sell: ${showForeign(params['orders'] ?? '')}.`;
    default:
      return assertNever(code);
  }
}

function describeChange({ from, to }: Readonly<Record<string, string>>): string {
  return `${spellNumber(from)} → ${spellNumber(to)}`;
}
