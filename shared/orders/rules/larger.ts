import { compare, parseDecimal, sum } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { SellDraft } from '../draft.ts';
import { amountUnit } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { mayAllFill } from '../outcome/linked-fills.ts';
import { readSize } from './size.ts';

/**
 * Asks about linked orders larger than the sell, alone or together on a side: likely a slip (docs/design/ticket.md,
 * "Guards of linked orders"). Valid fields only.
 */
export function checkLarger(draft: SellDraft, instrument: Instrument): Issue[] {
  if (draft.children.length === 0) return [];
  return (['buy', 'sell'] as const).flatMap((side) => checkSide(draft, side, instrument));
}

function checkSide(draft: SellDraft, side: 'buy' | 'sell', instrument: Instrument): Issue[] {
  const sold = readSize(draft, instrument);
  const orders = draft.children.flatMap(({ direction, amount: text, reduce_only }, child) => {
    const amount = direction === side ? parseDecimal(text) : null;
    return amount === null ? [] : [{ child, amount, reduces: reduce_only }];
  });
  const last = orders.at(-1);
  if (sold === null || last === undefined) return [];
  const params = { side, amount: sold, unit: amountUnit(instrument) };
  const larger = orders.filter(({ amount, reduces }) => !reduces && compare(amount, sold) > 0);
  if (larger.length > 0) {
    return larger.map(({ child }) => ({ ...issue('warning', 'amount', 'linked_larger_than_sell', params), child }));
  }
  const isLarger = compare(sum(orders.map(({ amount }) => amount)), sold) > 0;
  if (!isLarger || !mayAllFill(draft) || orders.every(({ reduces }) => reduces)) return [];
  return [{ ...issue('warning', 'amount', 'linked_together_larger_than_sell', params), child: last.child }];
}
