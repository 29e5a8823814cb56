import type { DecimalString } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { describeCancelReason } from '../../ui/order-words/cancel-reason-text.ts';
import { describeNotices } from '../../ui/order-words/notice-text.ts';
import { describeSource, type OrderView, readRemaining } from './order-view.ts';

/** A field of an order beyond those that are shown from the start. */
export type OrderField = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'text'; readonly read: (view: OrderView) => string | null | undefined }
  | { readonly kind: 'decimal'; readonly read: (view: OrderView) => DecimalString | null | undefined }
  | { readonly kind: 'time'; readonly read: (view: OrderView) => number | null | undefined }
);

function spell(value: boolean | null | undefined): string | null {
  if (value === undefined || value === null) return null;
  return value ? 'yes' : 'no';
}

const text = (id: string, name: string, read: (view: OrderView) => string | null | undefined): OrderField => ({
  id,
  name,
  kind: 'text',
  read,
});
const decimal = (
  id: string,
  name: string,
  read: (view: OrderView) => DecimalString | null | undefined,
): OrderField => ({
  id,
  name,
  kind: 'decimal',
  read,
});
const time = (id: string, name: string, read: (view: OrderView) => number | null | undefined): OrderField => ({
  id,
  name,
  kind: 'time',
  read,
});

/** A flag of the service's record: nothing where the service says nothing. */
function flag(id: KnownFlag, name: string): OrderField {
  return text(id, name, ({ order }) => spell(order?.[id]));
}
type KnownFlag =
  | 'reject_post_only'
  | 'api'
  | 'web'
  | 'mobile'
  | 'replaced'
  | 'auto_replaced'
  | 'is_rebalance'
  | 'is_liquidation'
  | 'risk_reducing'
  | 'triggered'
  | 'block_trade'
  | 'mmp'
  | 'mmp_cancelled'
  | 'quote'
  | 'is_secondary_oto'
  | 'is_primary_otoco';

type KnownDecimal =
  | 'contracts'
  | 'max_show'
  | 'refresh_amount'
  | 'implv'
  | 'usd'
  | 'trigger_reference_price'
  | 'commission'
  | 'profit_loss';

function number(id: KnownDecimal, name: string): OrderField {
  return decimal(id, name, ({ order }) => order?.[id]);
}

type KnownText =
  | 'original_order_type'
  | 'trigger_order_id'
  | 'trigger_fill_condition'
  | 'mmp_group'
  | 'quote_id'
  | 'quote_set_id'
  | 'app_name'
  | 'oco_ref'
  | 'primary_order_id';

function word(id: KnownText, name: string): OrderField {
  return text(id, name, ({ order }) => order?.[id]);
}

/** Fields of the intent alone: nothing for orders placed elsewhere. */
const ofIntent =
  <T>(read: (row: OrderRow) => T) =>
  ({ row }: OrderView): T | null =>
    row === null ? null : read(row);

/** Every other field of contract and journal, hidden until it is asked for. */
export const MORE_FIELDS: readonly OrderField[] = [
  text('source', 'Known by', describeSource),
  text('order_id', 'Order id', ({ order }) => order?.order_id),
  text('order_state', 'State at the service', ({ order }) => order?.order_state),
  text('cancel_reason', 'Cancel reason', ({ order }) =>
    order?.cancel_reason === undefined ? null : describeCancelReason(order.cancel_reason),
  ),
  decimal('remaining', 'Remaining', readRemaining),
  number('contracts', 'Contracts'),
  text(
    'currency',
    'Currency',
    ofIntent((row) => row.currency),
  ),
  text('post_only', 'Post only', ({ order, row }) => spell(order?.post_only ?? row?.post_only)),
  flag('reject_post_only', 'Reject if crossing'),
  text('reduce_only', 'Reduce only', ({ order, row }) => spell(order?.reduce_only ?? row?.reduce_only)),
  decimal('display_amount', 'Visible amount', ({ order, row }) => order?.display_amount ?? row?.display_amount),
  number('max_show', 'Visible at most'),
  number('refresh_amount', 'Refresh amount'),
  text('advanced', 'Priced in', ({ order, row }) => order?.advanced ?? row?.advanced),
  number('implv', 'Implied volatility'),
  number('usd', 'Price in USD'),
  text('trigger', 'Trigger', ({ order, row }) => order?.trigger ?? row?.trigger),
  decimal('trigger_price', 'Trigger price', ({ order, row }) => order?.trigger_price ?? row?.trigger_price),
  decimal('trigger_offset', 'Trigger offset', ({ order, row }) => order?.trigger_offset ?? row?.trigger_offset),
  number('trigger_reference_price', 'Trigger reference price'),
  flag('triggered', 'Triggered'),
  word('trigger_order_id', 'Trigger order id'),
  word('trigger_fill_condition', 'Fill condition'),
  text(
    'linked_order_type',
    'Linked',
    ofIntent((row) => row.linked_order_type),
  ),
  text('oto_order_ids', 'Linked order ids', ({ order }) => order?.oto_order_ids?.join(' ')),
  word('oco_ref', 'OCO reference'),
  word('primary_order_id', 'Primary order id'),
  flag('is_secondary_oto', 'Secondary of OTO'),
  flag('is_primary_otoco', 'Primary of OTOCO'),
  word('original_order_type', 'Original type'),
  flag('mmp', 'MMP'),
  word('mmp_group', 'MMP group'),
  flag('mmp_cancelled', 'Cancelled by MMP'),
  flag('quote', 'Quote'),
  word('quote_id', 'Quote id'),
  word('quote_set_id', 'Quote set id'),
  flag('block_trade', 'Block trade'),
  flag('replaced', 'Edited'),
  flag('auto_replaced', 'Repriced by the service'),
  flag('is_rebalance', 'Rebalance'),
  flag('is_liquidation', 'Liquidation'),
  flag('risk_reducing', 'Risk reducing'),
  flag('api', 'By API'),
  flag('web', 'By web'),
  flag('mobile', 'By mobile'),
  word('app_name', 'Application'),
  text('user_id', 'User id', ({ order }) => (order?.user_id === undefined ? null : String(order.user_id))),
  number('commission', 'Commission'),
  number('profit_loss', 'Profit and loss'),
  time('creation_timestamp', 'Created at the service', ({ order }) => order?.creation_timestamp),
  time('last_update_timestamp', 'Updated at the service', ({ order }) => order?.last_update_timestamp),
  text(
    'outcome',
    'Outcome',
    ofIntent((row) => row.outcome),
  ),
  text('refusal', 'Refusal', ({ row }) =>
    row?.refusal == null ? null : [row.refusal.code, row.refusal.name, row.refusal.reason].filter(Boolean).join(' '),
  ),
  text(
    'notices',
    'Notices',
    ofIntent((row) => describeNotices(row).join(' ')),
  ),
  decimal('expected_price', 'Forecast price', ({ row }) => row?.expected?.price),
  text('expected_behaviour', 'Forecast', ({ row }) => row?.expected?.behaviour),
  text(
    'intent_id',
    'Intent id',
    ofIntent((row) => row.intent_id),
  ),
  time(
    'decided_at',
    'Decided (local clock)',
    ofIntent((row) => row.decided_at),
  ),
  time(
    'valid_until',
    'Valid until (service clock)',
    ofIntent((row) => row.valid_until),
  ),
];
