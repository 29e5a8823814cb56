import { compare, type DecimalString, parseDecimal } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';

type Notice = OrderRow['notices'][number];
/** A term as asked and booked; `undefined`, when not sent, is no difference. */
type Term = readonly [field: string, asked: Value, booked: Value | undefined];
type Value = string | number | boolean | null;

/**
 * Booked terms against those asked, except price and amount. Valid for a new order: fills and edits change them later.
 */
export function compareTerms(row: OrderRow, order: Order): Notice[] {
  const terms: readonly Term[] = [
    ['type', row.type, order.original_order_type === row.type ? row.type : order.order_type],
    ['time_in_force', row.time_in_force, order.time_in_force],
    ['post_only', row.post_only, order.post_only],
    ['reduce_only', row.reduce_only, order.reduce_only],
    ['display_amount', row.display_amount, readDisplay(row, order)],
    // Contract: these are left out of orders that have none.
    ['advanced', row.advanced, order.advanced ?? null],
    ['trigger', row.trigger, order.trigger ?? null],
    ['advanced_price', row.price, row.advanced === null ? undefined : order[row.advanced]],
    ['trigger_price', row.trigger_price, row.trigger_price === null ? undefined : known(order.trigger_price)],
    ['trigger_offset', row.trigger_offset, row.trigger_offset === null ? undefined : known(order.trigger_offset)],
    ...linkTerms(row, order),
  ];
  return terms
    .filter(([, asked, booked]) => booked !== undefined && !isSame(asked, booked))
    .map(([field, asked, booked]) => {
      return { code: 'forecast_missed', params: { field, expected: write(asked), actual: write(booked ?? null) } };
    });
}

/** What only the forecast kept of the request. */
function linkTerms({ expected, post_only, linked_order_type: link }: OrderRow, order: Order): readonly Term[] {
  const asked = expected?.asked ?? null;
  if (asked === null) return [];
  return [
    ['reject_post_only', asked.reject_post_only, post_only ? order.reject_post_only : undefined],
    ['mmp', asked.mmp, order.mmp],
    ['trigger_fill_condition', asked.trigger_fill_condition, link === null ? undefined : order.trigger_fill_condition],
    ['children', asked.children, link === null ? undefined : countChildren(link, order)],
  ];
}

/** One that cancels the other is bound by a reference; the others name the orders they will place. */
function countChildren(link: NonNullable<OrderRow['linked_order_type']>, order: Order): number {
  if (link === 'one_cancels_other') return order.oco_ref === undefined ? 0 : 1;
  return order.oto_order_ids?.length ?? 0;
}

/** The visible part as it was asked for; what can be seen now is the same only before the first fill. */
function readDisplay({ display_amount }: OrderRow, order: Order): DecimalString | null | undefined {
  if (order.refresh_amount !== undefined || display_amount === null) return order.refresh_amount;
  return order.filled_amount === '0' ? (order.display_amount ?? order.max_show) : undefined;
}

function known<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}

function isSame(asked: Value, booked: Value | undefined): boolean {
  if (typeof asked !== 'string' || typeof booked !== 'string') return asked === booked;
  const [one, other] = [parseDecimal(asked), parseDecimal(booked)];
  return one === null || other === null ? asked === booked : compare(one, other) === 0;
}

function write(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
}
