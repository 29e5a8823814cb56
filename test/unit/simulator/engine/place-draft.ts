import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { buildOrderParams } from '../../../../shared/orders/request.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Order } from '../../../../simulator/engine/orders/order.ts';
import { placeOrder } from '../../../../simulator/engine/orders/placement.ts';
import { readParams } from '../../../../simulator/http/params.ts';
import { ORDER_PARAMS, orderRequest } from '../../../../simulator/methods/order-params.ts';
import type { OrderDesk } from './order-desk.ts';

const NUMBERS: ReadonlySet<string> = new Set(['amount', 'price', 'trigger_price']);

/** What the terminal would send of a draft, carried out for the first account as the service does; must be accepted. */
export function placeDraft(desk: OrderDesk, draft: OrderDraft, instrument: Instrument): Order {
  const params = buildOrderParams(draft, draft.label, desk.nowMs + 5000, instrument);
  const values = JSON.parse(JSON.stringify(params), (key, value: unknown) =>
    NUMBERS.has(key) && typeof value === 'string' ? Number(value) : value,
  ) as Record<string, unknown>;
  const read = readParams({ values, fromQuery: false }, ORDER_PARAMS);
  const request = read.ok ? orderRequest('sell', read.value) : read;
  if (!request.ok) throw new Error(JSON.stringify(request.error));
  const placed = placeOrder(desk.exchange, desk.accounts[0], request.value, desk.nowMs);
  if (!placed.ok) throw new Error(JSON.stringify(placed.error));
  return placed.value.order;
}
