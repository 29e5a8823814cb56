import { assertDefined } from '../result.ts';
import { type DecimalString, parseDecimal } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { OrderParams } from '../service/methods.ts';
import type { ChildDraft, OrderTerms, OrderDraft } from './draft.ts';
import { ORDER_TYPE_TRAITS } from './order-types.ts';
import { readSize } from './rules/size.ts';

/**
 * Params of `private/sell` or `private/buy` for a valid draft; throws for others. `post_only` and `reduce_only` are explicit: their
 * defaults move prices. Contracts become amounts.
 */
export function buildOrderParams(
  draft: OrderDraft,
  label: string,
  validUntilMs: number,
  instrument: Instrument,
): OrderParams {
  return {
    instrument_name: draft.instrument_name,
    amount: assertDefined(readSize(draft, instrument), 'a draft without errors has a size'),
    ...buildTerms(draft, instrument.kind === 'spot'),
    ...(draft.advanced === null ? {} : { advanced: draft.advanced }),
    ...(draft.display_amount.trim() === '' ? {} : { display_amount: read(draft.display_amount) }),
    ...(draft.mmp ? { mmp: true } : {}),
    ...(draft.linked_order_type === null
      ? {}
      : {
          linked_order_type: draft.linked_order_type,
          trigger_fill_condition: draft.trigger_fill_condition ?? 'first_hit',
          otoco_config: draft.children.map((child) => buildChild(child, instrument)),
        }),
    label,
    valid_until: validUntilMs,
  };
}

function buildTerms(terms: OrderTerms, isSpot: boolean) {
  const traits = ORDER_TYPE_TRAITS[terms.type];
  return {
    type: terms.type,
    ...(traits.hasPrice ? { price: read(terms.price) } : {}),
    ...(terms.trigger === null ? {} : { trigger: terms.trigger }),
    ...(traits.triggeredBy === 'price' ? { trigger_price: read(terms.trigger_price) } : {}),
    ...(traits.triggeredBy === 'offset' ? { trigger_offset: read(terms.trigger_offset) } : {}),
    time_in_force: terms.time_in_force,
    post_only: terms.post_only,
    ...(terms.post_only ? { reject_post_only: terms.reject_post_only } : {}),
    ...(isSpot ? {} : { reduce_only: terms.reduce_only }),
  };
}

function buildChild(child: ChildDraft, instrument: Instrument): NonNullable<OrderParams['otoco_config']>[number] {
  return {
    direction: child.direction,
    amount: read(child.amount),
    ...buildTerms(child, instrument.kind === 'spot'),
    ...(child.label === '' ? {} : { label: child.label }),
  };
}

function read(text: string): DecimalString {
  return assertDefined(parseDecimal(text), 'a draft without errors has readable numbers');
}
