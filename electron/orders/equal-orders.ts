import { compare, type DecimalString, parseDecimal } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { sentAt } from '../../shared/orders/outcome/sent-at.ts';
import type { EqualOrder } from '../../shared/orders/facts.ts';
import { isLookUpOwed } from '../../shared/orders/outcome/look-up-owed.ts';
import { readSize } from '../../shared/orders/rules/size.ts';
import type { Instrument } from '../../shared/service/instrument.ts';

/** Orders like the draft, of its side, except those that came to nothing. */
export function findEqualOrders(
  rows: Iterable<OrderRow>,
  draft: OrderDraft,
  instrument: Instrument | null,
): readonly OrderRow[] {
  const amount = instrument === null ? null : readSize(draft, instrument);
  const price = readText(draft.price);
  const triggerPrice = readText(draft.trigger_price);
  const triggerOffset = readText(draft.trigger_offset);
  return [...rows].filter((row) => {
    if (row.instrument_name !== draft.instrument_name || row.direction !== draft.direction) return false;
    if (row.type !== draft.type) return false;
    if (row.child_of !== null || row.second_of !== undefined) return false;
    if (row.outcome === 'not_sent') return false;
    if ((row.outcome === 'refused' || row.outcome === 'absent') && !isLookUpOwed(row)) return false;
    if (row.outcome === 'closed' && row.closed?.order_id === null) return false;
    if (amount === null || compare(row.amount, amount) !== 0) return false;
    if (row.trigger !== draft.trigger || row.trigger_offset !== triggerOffset) return false;
    return row.price === price && row.advanced === draft.advanced && row.trigger_price === triggerPrice;
  });
}

/**
 * The equal order that was sent last, doubtful rejections first, and its age by the service's clock, which no wall clock
 * moves.
 */
export function findLastEqual(sells: readonly OrderRow[], serviceNowMs: number): EqualOrder | null {
  const inDoubt = sells.filter(isLookUpOwed);
  const last = (inDoubt.length > 0 ? inDoubt : sells).toSorted((a, b) => sentAt(a) - sentAt(b)).at(-1);
  if (last === undefined) return null;
  return { label: last.label, ageMs: serviceNowMs - sentAt(last), isInDoubt: inDoubt.length > 0 };
}

/** A ticket's text as a decimal; null where nothing is given. */
export function readText(text: string): DecimalString | null {
  return text.trim() === '' ? null : parseDecimal(text);
}
