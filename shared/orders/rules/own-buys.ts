import type { SellDraft } from '../draft.ts';
import type { SellFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { readSell } from '../forecast/sell.ts';
import { type Issue, issue } from '../issue.ts';
import { parseDecimal } from '../../decimal.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { movePrice } from '../tick.ts';

/**
 * A sell that comes to a resting buy of its own account does not trade with it: it is refused, or the buy is cancelled, and
 * neither is what a trader sells for. For drafts whose fields are without errors.
 */
export function checkOwnBuys(draft: SellDraft, facts: SellFacts): Issue[] {
  const sell = facts.ownBuys.length === 0 ? null : readSell(draft, facts);
  if (sell === null) return [];
  const found = forecastAlone(sell).steps.find(({ code }) => code === 'meets_own_buy' || code === 'may_meet_own_buy');
  if (found === undefined) return [];
  const { own_price = '', own_amount = '', unit = '', mode = '' } = found.params;
  const { hasPrice } = ORDER_TYPE_TRAITS[draft.type];
  const price = parseDecimal(own_price);
  const isPlain = hasPrice && draft.advanced === null && price !== null;
  const fixes = isPlain ? [{ field: 'price' as const, value: movePrice(sell.instrument, price, 1) }] : [];
  const params = { own_price, own_amount, unit, mode };
  return [issue('warning', hasPrice ? 'price' : 'order', 'would_meet_own_buy', params, fixes)];
}
