import { assertDefined } from '../result.ts';
import { parseDecimal } from '../decimal.ts';
import type { SellParams } from '../service/methods.ts';
import type { SellDraft } from './draft.ts';
import { isPostOnlyPossible } from './draft.ts';

/**
 * The params of `private/sell` for a draft without errors. The contract's defaults are made explicit:
 * `post_only` (whose documented default moves the price) and `reduce_only` are always sent,
 * `display_amount` never unless an iceberg is asked for. Throws for a draft that `checkSell` refuses.
 */
export function buildSellParams(draft: SellDraft, label: string, validUntilMs: number, isSpot: boolean): SellParams {
  return {
    instrument_name: draft.instrument_name,
    amount: assertDefined(parseDecimal(draft.amount), 'a draft without errors has an amount'),
    type: draft.type,
    ...(draft.type === 'limit'
      ? { price: assertDefined(parseDecimal(draft.price), 'a limit draft without errors has a price') }
      : {}),
    time_in_force: draft.time_in_force,
    post_only: isPostOnlyPossible(draft) && draft.post_only,
    ...(draft.post_only ? { reject_post_only: draft.reject_post_only } : {}),
    ...(isSpot ? {} : { reduce_only: draft.reduce_only }),
    label,
    valid_until: validUntilMs,
  };
}
