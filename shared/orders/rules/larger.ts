import { compare, parseDecimal, sum } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { OrderDraft } from '../draft.ts';
import { amountUnit } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { mayAllFill } from '../outcome/linked-fills.ts';
import { type Side, SIDES } from '../side.ts';
import { readSize } from './size.ts';

/**
 * Asks about linked orders larger than the first, alone or together on a side: likely a slip (docs/design/ticket.md,
 * "Guards of linked orders"). Valid fields only.
 */
export function checkLarger(draft: OrderDraft, instrument: Instrument): Issue[] {
  if (draft.children.length === 0) return [];
  return SIDES.flatMap((side) => checkSide(draft, side, instrument));
}

function checkSide(draft: OrderDraft, side: Side, instrument: Instrument): Issue[] {
  const size = readSize(draft, instrument);
  const orders = draft.children.flatMap(({ direction, amount: text, reduce_only }, child) => {
    const amount = direction === side ? parseDecimal(text) : null;
    return amount === null ? [] : [{ child, amount, reduces: reduce_only }];
  });
  const last = orders.at(-1);
  if (size === null || last === undefined) return [];
  const params = { parent_side: draft.direction, side, amount: size, unit: amountUnit(instrument) };
  const larger = orders.filter(({ amount, reduces }) => !reduces && compare(amount, size) > 0);
  if (larger.length > 0) {
    return larger.map(({ child }) => ({ ...issue('warning', 'amount', 'linked_larger_than_order', params), child }));
  }
  const isLarger = compare(sum(orders.map(({ amount }) => amount)), size) > 0;
  if (!isLarger || !mayAllFill(draft) || orders.every(({ reduces }) => reduces)) return [];
  return [{ ...issue('warning', 'amount', 'linked_together_larger_than_order', params), child: last.child }];
}
