import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../../shared/orders/outcome/look-up-window.ts';
import { sentAt } from '../../../shared/orders/outcome/sent-at.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import { nameAmount } from '../../ui/order-words/cancel-text.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatTimeOfDay } from '../../ui/words/format.ts';
import { formatDecimal, zoneName } from '../../ui/words/shown.ts';

/** Something that a person has to see to; `locked` waits for a confirmation. */
export interface Notice {
  readonly kind: 'locked' | 'unresolved';
  readonly intentId: string;
  readonly instrumentName: string;
  readonly title: string;
  readonly detail: string;
}

/** What the orders ask of a person: instruments that are locked first, then sells that could not be resolved. */
export function findNotices(rows: Iterable<OrderRow>): readonly Notice[] {
  const locked: Notice[] = [];
  const unresolved: Notice[] = [];
  for (const row of rows) {
    for (const { code, params } of row.notices) {
      if (code === 'two_orders_under_label') locked.push(describeLock(row, params));
      if (code === 'needs_a_person' && row.outcome === 'unknown') unresolved.push(describeUnresolved(row, params));
    }
  }
  return [...locked, ...unresolved];
}

function describeLock(row: OrderRow, params: Readonly<Record<string, string>>): Notice {
  const { intent_id: intentId, instrument_name: instrumentName } = row;
  const orders = showForeign(params['orders'] ?? '');
  return {
    kind: 'locked',
    intentId,
    instrumentName,
    title: `${instrumentName} is locked.`,
    detail: `One order was sent with the label ${showForeign(row.label)}, but the service has several orders: ${orders}.`,
  };
}

function describeUnresolved(row: OrderRow, params: Readonly<Record<string, string>>): Notice {
  const { intent_id: intentId, instrument_name: instrumentName, label } = row;
  const orderId = params['order_id'];
  const sought = orderId === undefined ? `the label ${showForeign(label)}` : `the order ${showForeign(orderId)}`;
  const until = formatTimeOfDay(row.valid_until + LOOK_UP_WINDOW_MS);
  return {
    kind: 'unresolved',
    intentId,
    instrumentName,
    title: `Outcome unknown: ${formatDecimal(row.amount)} ${amountUnitOfName(instrumentName)} of ${instrumentName}.`,
    detail: `Look for ${sought} at the service. It shows unfilled orders until ${until} ${zoneName(row.valid_until)}, trades longer. Do not send it again before.`,
  };
}

/** `Sell 50,000 USD of BTC-PERPETUAL at 97,500, sent 09:30:05 UTC`: what is to be looked for. */
export function nameSent(row: OrderRow): string {
  const price = row.price === null || row.advanced !== null ? '' : ` at ${formatDecimal(row.price)}`;
  const at = sentAt(row);
  return `${nameAmount(row, row.amount)}${price}, sent ${formatTimeOfDay(at)} ${zoneName(at)}`;
}
